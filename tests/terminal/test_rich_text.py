"""Card text on a terminal: readable, coloured by the palette, and never in command of it."""

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from flashcards.cards import Card, Note
from flashcards.course.model import Deck, Recall
from flashcards.questions.question import Question, summarize_question
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import (
    THEME,
    Page,
    render_code,
    render_inline,
    render_literal,
    render_markdown,
)


def shown(renderable, width=60, colour=False) -> str:
    out = StringIO()
    console = Console(
        file=out, width=width, theme=THEME, force_terminal=colour, highlight=False,
        markup=False, emoji=False, color_system="standard" if colour else None,
    )  # fmt: skip
    console.print(renderable)
    return re.sub(r" +(?=\n)", "", out.getvalue())


def test_lists_tables_and_code_blocks_are_laid_out():
    text = (
        "Do **this**:\n\n- one `a`\n- two\n\n```python\nx = 1  # note\n```\n\n"
        "| a | 中文 |\n|---|---|\n| 1 | 长长 |\n"
    )
    lines = shown(render_markdown(text)).splitlines()
    assert lines[0] == "Do this:"
    assert " • one a" in lines
    assert "    x = 1  # note" in lines
    header, row = (next(line for line in lines if word in line) for word in ("中文", "长长"))
    assert cell_len(header[: header.index("中")]) == cell_len(row[: row.index("长")])


def test_raw_html_is_shown_as_text():
    text = "A <b>bold</b> claim\n\n<script>alert(1)</script>"
    assert "<script>alert(1)</script>" in shown(render_markdown(text))
    assert "<b>bold</b>" in shown(render_markdown(text))


def test_mathematics_is_shown_in_letters_and_pictures_by_their_description():
    assert "It is a₁·b² here." in shown(render_markdown("It is $a_1 {\\cdot} b^2$ here."))
    assert "[a graph]" in shown(render_markdown("![a graph](g.svg)"))


def test_markup_of_rich_is_only_text():
    assert (
        shown(render_markdown("[red]x[/red] :smile: `[bold]`")) == "[red]x[/red] :smile: [bold]\n"
    )


EVIL = [
    "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x07", "\x00", "\x7f", "\r", "\x08\x08",
    "\u202eevil", "\u2066x\u2069", "\u200f", "\u2028", "\U000e0041",
]  # fmt: skip


FRAMES = ["{}", "**x** {}", "`{}`", "- {}", "```python\n{}\n```", "| {} |\n|---|"]
STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")


@pytest.mark.parametrize("way", [render_markdown, render_inline, render_literal, render_code])
def test_nothing_in_a_text_steers_the_terminal(way):
    texts = [frame.format(f"a{evil}b") for frame in FRAMES for evil in EVIL]
    assert [text for text in texts if STEERS.search(shown(way(text)))] == []


@given(st.text(max_size=80))
def test_any_text_is_made_printable(text):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", make_visible(text))
    shown(render_markdown(text), 40)


def test_colours_are_those_of_the_terminals_own_palette():
    out = shown(render_code("def f(x):\n    return 'a' + 1  # note"), colour=True)
    numbers = {int(n) for found in re.findall(r"\x1b\[([0-9;]+)m", out) for n in found.split(";")}
    assert numbers <= {0, 1, 3, *range(30, 38), *range(90, 98)}
    assert numbers & set(range(30, 38))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"$\gamma_1$ or **bold** and *soft*", "γ₁ or bold and soft"),
        (r"a \* b costs \$5", "a * b costs $5"),
        ("`a*b*c` and [the docs](https://example.org)", "a*b*c and the docs"),
        ("One\n\n- two\n- three\n\n```python\nx =  1\n```", "One two three x = 1"),
        ("$$\nx^2\n$$", "x²"),
        ("![a leaf](leaf.svg) falls", "[a leaf] falls"),
        ("x_y and <b> stay", "x_y and <b> stay"),
    ],
)
def test_an_option_on_one_line_reads_as_on_every_other_page(text, line):
    assert render_inline(text).plain == line


def test_the_code_of_a_question_stands_in_its_summary_as_it_is():
    card = Card(
        Note("k", Recall(key="k", recall="r", answer="a"), Deck(deck="d", title="D"), ""), 0
    )
    for code in ("print(2*3*4, '$x$')", "x = `y`\nz = ``w``"):
        line = summarize_question(Question(card, "reveal", "", "What is $x^2$?", code=code))
        assert render_inline(line).plain == f"What is x²? {' '.join(code.split())}"


CODE = """\
class Net(nn.Module):
    def forward(self, x):
        dist.init_process_group("gloo", f"file://{f}", rank=rank, world_size=world_size)
        return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    # 这一行中文注释很长，在窄的终端里要换行，但缩进不应当被破坏，也不能丢字。
"""


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_code_that_is_too_wide_loses_no_letter(columns):
    rows = shown(render_code(CODE), columns).splitlines()
    assert all(cell_len(row) <= columns for row in rows)
    assert "".join("".join(rows).split()) == "".join(CODE.split())


def test_chinese_is_broken_between_signs_and_no_line_begins_with_a_mark():
    text = "中文和 English 混排的一段很长的文字，标点不应当在行首（括号也一样）。" * 4
    for width in range(20, 60):
        page = Page(file=StringIO(), width=width)
        page.print_hanging("", render_inline(text))
        assert "".join(page.file.getvalue().split()) == "".join(text.split())
        lines = [line.rstrip() for line in shown(render_markdown(text), width).splitlines()]
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(cell_len(line) <= width for line in lines)
        assert not [line for line in lines if line[0] in "，。）"]
        assert max(cell_len(line) for line in lines) > width - 4
