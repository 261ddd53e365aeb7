"""Chinese on the screen: lines are full, Latin words stay whole, nothing is cut off."""

from io import StringIO

import pytest
import rich._wrap
from rich.console import Console
from rich.text import Text

from flashcards.terminal.rich_text import THEME, render_inline, render_markdown
from flashcards.terminal.wrap import teach_rich

QUESTION = "像这样按步幅（stride）布局的张量，PyTorch是怎样存放的？"
TABLE = "| | 目的 |\n|---|---|\n| TorchScript | 脱离 Python 运行模型（torch.export 出现之前）|"


@pytest.fixture
def printed(monkeypatch):
    """The lines that rich makes of something."""
    monkeypatch.setattr(rich._wrap, "re_word", rich._wrap.re_word)  # put back after the test
    teach_rich()

    def lines(shown, width):
        file = StringIO()
        Console(file=file, width=width, theme=THEME).print(shown)
        return [line.strip() for line in file.getvalue().splitlines()]

    return lines


@pytest.mark.parametrize("width", range(12, 60))
def test_a_latin_word_in_chinese_is_never_broken(printed, width):
    found = printed(render_inline(QUESTION), width)
    assert "".join(found) == QUESTION
    for word in ("stride", "PyTorch"):
        assert any(word in line for line in found)


@pytest.mark.parametrize("width", range(12, 60))
def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one(printed, width):
    for line in printed(render_inline(QUESTION), width):
        assert line[0] not in "）？，"
        assert line[-1] != "（"


def test_lines_are_filled_instead_of_broken_before_chinese(printed):
    assert printed(render_inline("每个 GPU 有整个模型的一个切片"), 20) == [
        "每个 GPU 有整个模型",
        "的一个切片",
    ]


def test_a_narrow_table_shows_all_of_a_chinese_cell(printed):
    found = printed(render_markdown(TABLE), 30)
    cells = "".join(line.removeprefix("TorchScript").strip() for line in found[2:])
    assert cells.replace(" ", "") == "脱离Python运行模型（torch.export出现之前）"


def test_english_is_wrapped_as_before(printed):
    text = "don’t “copy” a view — it’s cheap (mostly)"
    assert " ".join(printed(render_inline(text), 16)) == text


@pytest.mark.parametrize("width", range(16, 60))
def test_rich_keeps_a_mark_with_its_word_at_a_space_that_does_not_break(printed, width):
    text = "Attention\u202f: «\u202fdetach\u202f» ne copie rien\u202f; clone, si."
    found = printed(Text(text), width)
    assert " ".join(found) == text
    assert not any(line[0] in "»:;" or line[-1] == "«" for line in found)
