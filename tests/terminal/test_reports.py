"""What is taller than the window is shown page by page, beginning where the learner is."""

import pytest

TALL = {"columns": 80, "rows": 6}


@pytest.mark.parametrize("command", ["path", "checklist"])
def test_a_report_that_fits_is_printed(sit, command):
    terminal = sit(command)
    assert terminal.finish() == 0
    assert "Stage 1" in terminal.text()
    assert b"\x1b[?1049h" not in terminal.raw


def test_a_tall_report_is_scrolled_and_begins_where_the_learner_is(sit):
    terminal = sit("path", **TALL)
    terminal.wait_for("scroll")
    assert "you are here" in terminal.display().splitlines()[0]
    terminal.press_at_once("\x1b[6~")
    terminal.wait_until(lambda _: "you are here" not in terminal.display(), "did not scroll")
    terminal.press_at_once("q")
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text()


def test_a_tall_report_in_line_mode_is_printed_whole(sit):
    terminal = sit("path", "--plain", **TALL)
    assert terminal.finish() == 0
    assert b"\x1b[?1049h" not in terminal.raw
