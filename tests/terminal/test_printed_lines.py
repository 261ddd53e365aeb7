"""What commands print: lines in a pipe, columns on a terminal."""

import pytest

from flashcards.terminal.output import print_columns

ROWS = [["autograd", "grad-leaf", "which tensors are leaves " * 4], ["a", "b", "c", "(retired)"]]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_rows_are_columns_on_a_terminal_and_lines_with_tabs_in_a_pipe(
    monkeypatch, capsys, is_terminal
):
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    monkeypatch.setenv("COLUMNS", "60")
    print_columns(ROWS)
    told = capsys.readouterr().out
    if not is_terminal:
        assert told == "".join("\t".join(row) + "\n" for row in ROWS)
        return
    assert max(map(len, told.splitlines())) <= 60
    assert told.count("leaves") == 4
