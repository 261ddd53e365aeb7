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


DOWN = ("j", " ", "\r", "f", "d", "\x06", "\x04", "\x1b[6~", "G", "\x1b[F")
BACK = ("g", "\x1b[H", "b" * 9, "\x02" * 9, "u" * 9, "\x15" * 9, "k" * 40)


def test_a_report_is_scrolled_by_the_keys_of_less_and_vim(sit):
    terminal = sit("path", **TALL)
    terminal.wait_for("scroll")
    for place, down in enumerate(DOWN):
        terminal.press_at_once("g")
        terminal.wait_for("5/")
        terminal.press_at_once(down)
        terminal.wait_until(lambda _: " 5/" not in terminal.display(), f"{down!r} did nothing")
        terminal.press_at_once(BACK[place % len(BACK)])
        terminal.wait_until(lambda _: " 5/" in terminal.display(), f"{place} did not go back")
    terminal.press_at_once("q")
    assert terminal.finish() == 0


@pytest.mark.parametrize("key", ["\r", "\x04"])
def test_a_report_is_closed_by_the_key_that_goes_on_only_at_its_end(sit, key):
    terminal = sit("path", **TALL)
    terminal.wait_for("scroll")
    terminal.press_at_once("g")
    terminal.wait_until(lambda _: " 5/" in terminal.display(), "is not at the top")
    assert "Enter, Esc" not in terminal.display()
    terminal.press_at_once(key)
    terminal.wait_until(lambda _: " 5/" not in terminal.display(), "did not scroll")
    assert terminal.is_full_screen
    terminal.press_at_once("G")
    terminal.wait_for("Enter, Esc or q: close")
    terminal.press_at_once(key)
    assert terminal.finish() == 0


def test_a_tall_report_in_line_mode_is_printed_whole(sit):
    terminal = sit("path", "--plain", **TALL)
    assert terminal.finish() == 0
    assert b"\x1b[?1049h" not in terminal.raw
