"""Reports and lists: whole, in columns and with links on a terminal, plain lines in a pipe."""

import pytest

from flashcards.terminal.output import print_columns

ROWS = [["autograd", "grad-leaf", "which tensors are leaves " * 4], ["a", "b", "c", "(retired)"]]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", ["path", "checklist", "stats", "glossary"])
def test_a_report_is_printed_whole_and_leaves_the_terminal_alone(sit, command):
    terminal = sit(command, rows=6)
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text()
    assert b"\x1b[?1049h" not in terminal.raw
    assert b"\x1b[2J" not in terminal.raw
    is_path = command == "path"
    assert (b"\x1b]8;" in terminal.raw and b"https://example.org/ddp" in terminal.raw) == is_path


def test_a_plain_report_has_addresses_and_nothing_that_steers(sit):
    terminal = sit("path", "--plain")
    assert terminal.finish() == 0
    assert b"\x1b" not in terminal.raw
    assert "DDP notes  https://example.org/ddp" in terminal.text()


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
