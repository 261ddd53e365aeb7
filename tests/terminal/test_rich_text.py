"""Card text on a terminal: readable, coloured by the palette, and never in command of it."""

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from flashcards.cards import Card, Note
from flashcards.course.model import Deck, Recall
from flashcards.questions.question import Question, summarize_question
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import Page, render_code, render_inline, render_markdown

STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")


def show(renderable, width=60, colour=False) -> str:
    system = "standard" if colour else None
    page = Page(file=StringIO(), width=width, force_terminal=colour, color_system=system)
    page.print(renderable)
    return re.sub(r" +(?=\n)", "", page.file.getvalue())


def test_lists_tables_and_code_blocks_are_laid_out():
    text = (
        "Do **this**:\n\n- one `a`\n- two\n\n```python\nx = 1  # note\n```\n\n"
        "| a | 中文 |\n|---|---|\n| 1 | 长长 |\n"
    )
    lines = show(render_markdown(text)).splitlines()
    assert lines[0] == "Do this:"
    assert " • one a" in lines
    assert "    x = 1  # note" in lines
    header, row = (next(line for line in lines if word in line) for word in ("中文", "长长"))
    assert cell_len(header[: header.index("中")]) == cell_len(row[: row.index("长")])


def test_html_and_markup_of_rich_are_only_text():
    text = "A <b>bold</b> claim [red]x[/red] :smile: `[bold]`"
    assert show(render_markdown(text)) == f"{text.replace('`', '')}\n"
    assert "<script>alert(1)</script>" in show(render_markdown("<script>alert(1)</script>"))


@pytest.mark.parametrize("way", [render_markdown, render_inline, render_code])
def test_nothing_in_a_text_steers_the_terminal(way):
    frames = ["{}", "**x** {}", "`{}`", "- {}", "```python\n{}\n```", "| {} |\n|---|"]
    steering = [
        "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x07", "\x00", "\x7f", "\r", "\x08\x08",
        "\u202eevil", "\u2066x\u2069", "\u200f", "\u2028", "\U000e0041",
    ]  # fmt: skip
    texts = [frame.format(f"a{evil}b") for frame in frames for evil in steering]
    assert [text for text in texts if STEERS.search(show(way(text)))] == []


@given(st.text(max_size=80))
def test_any_text_is_made_printable(text):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", make_visible(text))
    show(render_markdown(text), 40)


def test_colours_are_those_of_the_terminals_own_palette():
    out = show(render_code("def f(x):\n    return 'a' + 1  # note"), colour=True)
    numbers = {int(n) for found in re.findall(r"\x1b\[([0-9;]+)m", out) for n in found.split(";")}
    assert numbers <= {0, 1, 3, *range(30, 38), *range(90, 98)}
    assert len(numbers) > 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"$\gamma_1$ or **bold** and *soft*", r"\gamma_1 or bold and soft"),
        (r"a \* b costs \$5", "a * b costs $5"),
        ("`a*b*c` and [the docs](https://example.org)", "a*b*c and the docs"),
        ("One\n\n- two\n- three\n\n```python\nx =  1\n```", "One two three x = 1"),
        ("$$\nx^2\n$$", "x^2"),
        ("![a leaf](leaf.svg) falls", "[a leaf] falls"),
        ("x_y and <b> stay", "x_y and <b> stay"),
    ],
)
def test_an_option_on_one_line_reads_as_on_every_other_page(text, line):
    assert render_inline(text).plain == line
    shown = show(render_markdown("It is $a_1 b^2$: ![a](g.svg)"))
    assert shown == "It is a_1 b^2: [a]\n"


def test_one_line_of_the_code_stands_in_the_summary_of_a_question():
    card = Card(
        Note("k", Recall(key="k", recall="r", answer="a"), Deck(deck="d", title="D"), ""), 0
    )
    for code, told in (
        ("print(2*3*4, '$x$')", "print(2*3*4, '$x$')"),
        ("y = 1\nx = `y`\n", "… x = `y`"),
        ("y = [ … ]\nz = ``w``", "… y = [ … ]"),
    ):
        line = summarize_question(Question(card, "reveal", "", "What is $x^2$?", code=code))
        assert render_inline(line).plain == f"What is x^2? {told}"


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_code_that_is_too_wide_loses_no_letter(columns):
    code = (
        "def forward(self, x):\n    return f(query, key, value)  # 这一行中文注释很长，也不能丢字。"
    )
    rows = show(render_code(code * 2), columns).splitlines()
    assert all(cell_len(row) <= columns for row in rows)
    assert "".join("".join(rows).split()) == "".join((code * 2).split())


@pytest.mark.parametrize("width", range(20, 60, 3))
def test_chinese_is_broken_between_signs_and_no_line_begins_with_a_mark(width):
    text = "中文和 English 混排的一段很长的文字，标点不应当在行首（括号也一样）。" * 4
    page = Page(file=StringIO(), width=width)
    page.print_hanging("", render_inline(text))
    for shown in (show(render_markdown(text), width), page.file.getvalue()):
        lines = [line.rstrip() for line in shown.splitlines()]
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(cell_len(line) <= width for line in lines)
        assert not [line for line in lines if line[0] in "，。）"]
        assert max(cell_len(line) for line in lines) > width - 4
