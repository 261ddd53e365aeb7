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
    return out.getvalue()


def test_a_plain_paragraph_keeps_its_words_and_code():
    assert shown(render_markdown("Set `requires_grad` of x_y.")) == "Set requires_grad of x_y.\n"


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


def test_a_displayed_formula_has_a_line_of_its_own():
    for text in ("The loss\n$$\nx^2\n$$\nis small.", "The loss $$x^2$$ is small."):
        assert shown(render_markdown(text)) == "The loss\nx²\nis small.\n"
    assert shown(render_markdown("One\n\n$$\\frac{a}{b}$$")) == "One\n    a/b\n"


TABLE = """\
| Layout | Strides | Used by |
|:--|--:|---|
| `contiguous_format` | (12, 4, 1) | nearly every kernel there is |
| channels last | $n^2$ | convolutions on tensor cores |
"""


def test_a_table_is_a_table_where_its_words_fit():
    lines = shown(render_markdown(TABLE), 60).splitlines()
    assert lines[0].split() == ["Layout", "Strides", "Used", "by"]
    assert lines[2].startswith("contiguous_format  (12, 4, 1)  nearly every")
    assert lines[3].index("n²") == lines[0].index("Strides") + 5  # to the right


def test_a_table_that_is_too_wide_is_told_row_by_row():
    assert (
        shown(render_markdown(TABLE), 34)
        == """\
Layout: contiguous_format
Strides: (12, 4, 1)
Used by: nearly every kernel there
is

Layout: channels last
Strides: n²
Used by: convolutions on tensor
cores
"""
    )


def test_no_word_of_a_table_is_cut_at_any_width():
    for width in range(18, 90):
        told = shown(render_markdown(TABLE), width)
        assert "…" not in told
        assert "contiguous_format" in told
        assert "convolutions" in told


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


@pytest.mark.parametrize("width", [40, 80, 200])
def test_lines_fit_the_width(width):
    text = "中文和 English 混排的一段很长的文字，" * 8
    assert max(cell_len(line) for line in shown(render_markdown(text), width).splitlines()) <= width


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


@pytest.mark.parametrize("columns", [24, 40, 60, 80, 100])
def test_code_that_is_too_wide_goes_on_deeper_than_its_line_and_loses_no_letter(columns):
    rows = shown(render_code(CODE), columns).splitlines()
    assert all(cell_len(row) <= columns for row in rows)
    begins = {line.strip()[:6]: len(line) - len(line.lstrip()) for line in CODE.splitlines()}
    indent = 0
    for row in rows:
        column = len(row) - len(row.lstrip()) - 4
        if begins.get(row.strip()[:6]) == column:
            indent = column
        else:
            assert column > indent, row
            assert column - indent != 4, row  # which would seem to be the next block
    told, wanted = ("".join(text.split()) for text in ("".join(rows), CODE))
    assert told == wanted


def test_a_line_of_code_is_broken_after_a_comma():
    rows = shown(render_code(CODE), 60).splitlines()
    assert '            dist.init_process_group("gloo", f"file://{f}",' in rows
    assert "                  rank=rank, world_size=world_size)" in rows


PROFILE = """\
Name                                                   Self CPU %   Self CPU  # of Calls
enumerate(DataLoader)#_SingleProcessDataLoaderIter…      89.89 %     2.014s          11
aten::mm                                                  6.28 %   140.676ms         10
"""


@pytest.mark.parametrize("columns", [60, 80])
def test_a_table_of_output_that_is_too_wide_keeps_its_columns(columns):
    rows = shown(render_code(PROFILE, "text"), columns).splitlines()
    assert all(cell_len(row) <= columns for row in rows)
    assert len(rows) in (3, 6)
    calls = [row for row in rows if row.endswith(("Calls", " 11", " 10"))]
    assert len(calls) == 3
    moved = [len(line) - len(row) for line, row in zip(PROFILE.splitlines(), calls, strict=True)]
    assert len(set(moved)) == 1


def test_a_narrow_table_is_shown_as_it_was_written():
    text = "a     b\n1     2\n3     4"
    assert shown(render_code(text, "text"), 80) == "    a     b\n    1     2\n    3     4\n"


def test_a_table_gives_up_what_is_empty_between_its_columns():
    text = "\n".join(f"{name:<30}{n:>20}" for name, n in (("a", 1), ("bb", 22), ("c", 3)))
    rows = shown(render_code(text, "text"), 40).splitlines()
    assert [row.split() for row in rows] == [["a", "1"], ["bb", "22"], ["c", "3"]]
