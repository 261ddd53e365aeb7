"""Plain lines on a terminal: Chinese is broken where it may be, and nothing else is touched."""

import pytest
from rich.cells import cell_len

from flashcards.terminal.output import print_columns, print_line, print_lines

GOAL = (
    "目标 2026-11-20：1477 张卡片来不及学完（新卡片须在目标日期一周前学，才来得及复习）。"
    "用 ptquiz goal 2027-01-31 --stage 2 另设一个。"
)


@pytest.fixture
def terminal(monkeypatch, capsys):
    """What is printed on a terminal of a width, as lines."""

    def show(columns, print_it, is_terminal=True):
        monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
        monkeypatch.setenv("COLUMNS", str(columns))
        print_it()
        return capsys.readouterr().out.splitlines()

    return show


@pytest.mark.parametrize("columns", range(40, 121, 8))
def test_chinese_fits_the_terminal_and_nothing_is_lost(terminal, columns):
    lines = terminal(columns, lambda: print_line(GOAL))
    assert "".join("".join(lines).split()) == "".join(GOAL.split())
    assert max(map(cell_len, lines)) <= columns
    assert not [line for line in lines if line[0] in "，。、；：）" or line.rstrip()[-1] == "（"]


@pytest.mark.parametrize("columns", [22, *range(40, 121, 8)])
def test_a_command_and_a_number_with_what_it_counts_stay_together(terminal, columns):
    told = "\n".join(terminal(columns, lambda: print_lines([GOAL])))
    assert "ptquiz goal 2027-01-31 --stage 2" in told
    assert "1477 张" in told


def test_in_a_pipe_and_without_chinese_a_line_is_one_line(terminal):
    english = "goal " * 30
    assert terminal(40, lambda: print_line(english)) == [english]
    assert terminal(40, lambda: print_line(GOAL), is_terminal=False) == [GOAL]


def test_what_is_to_be_copied_is_never_broken(terminal):
    assert terminal(40, lambda: print_lines([GOAL], whole=True)) == [GOAL]


def test_what_is_too_wide_for_its_column_goes_on_under_itself(terminal):
    rows = [
        ["autograd", "choose", "哪些张量是叶子张量？" * 3],
        ["a", "term", "c", "(retired)"],
    ]
    lines = terminal(60, lambda: print_columns(rows))
    assert max(map(cell_len, lines)) <= 60
    assert lines[0].startswith("autograd  choose  哪些张量是叶子张量？")
    assert lines[1].startswith("                  ")
    assert lines[-1].split() == ["a", "term", "c", "(retired)"]


def test_columns_in_a_pipe_are_divided_by_tabs(terminal):
    rows = [["a", "one"], ["b", "two", "(retired)"]]
    lines = terminal(40, lambda: print_columns(rows), is_terminal=False)
    assert lines == ["a\tone", "b\ttwo\t(retired)"]


def test_a_dot_between_parts_ends_a_line_and_never_begins_one():
    from flashcards.terminal.wrap import fold

    head = "14/20 · 第 1 阶段 · autograd 基础 · 1 分 · 剩余 30 分钟"
    for width in range(20, 60):
        lines = fold(head, width, 0, 0).split("\n")
        assert not [line for line in lines if line.lstrip().startswith("·")]
