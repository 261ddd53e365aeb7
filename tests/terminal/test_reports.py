"""Reports: whole and with links on a terminal, plain lines where that is asked for."""

import pytest


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
    terminal = sit("path", TERM="dumb")
    assert terminal.finish() == 0
    assert b"\x1b" not in terminal.raw
    assert "• DDP notes\n    https://example.org/ddp" in terminal.text()
