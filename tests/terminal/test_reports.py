"""Reports on a terminal, and of one card: what it asks, how it was answered, when it comes."""

import pytest


@pytest.mark.parametrize("command", ["path", "checklist", "stats", "glossary"])
def test_a_report_is_printed_whole_and_leaves_the_terminal_alone(sit, command):
    terminal = sit(command, rows=6)
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text()
    for control in (b"\x1b[?1049h", b"\x1b[2J"):
        assert control not in terminal.raw


def test_titles_are_links_where_a_terminal_can_open_them(sit):
    terminal = sit("path")
    assert terminal.finish() == 0
    assert b"\x1b]8;" in terminal.raw
    assert b"https://example.org/ddp" in terminal.raw
    plain = sit("path", "--plain")
    assert plain.finish() == 0
    assert b"\x1b" not in plain.raw
    assert "DDP notes  https://example.org/ddp" in plain.text()
