"""What is sent to a terminal: terminals differ where a line is full, so the codes matter."""

import re

from flashcards.terminal.display import Screen


class Recorder:
    """A display that keeps what it was sent."""

    def __init__(self):
        self.sent = ""

    def size(self):
        return 10, 4

    def write(self, text):
        self.sent += text


def test_nothing_is_cleared_behind_a_full_line():
    display = Recorder()
    screen = Screen(display)
    screen.paint(["0123456789", "0123456789", "0123456789"])
    screen.paint_row(1, "9876543210")
    assert display.sent.count("0123456789") == 3
    assert not re.search(r"\d\x1b\[[0-2]?[JK]", display.sent)


def test_rows_that_are_not_painted_any_more_are_cleared():
    display = Recorder()
    screen = Screen(display)
    screen.paint(["one", "two"])
    display.sent = ""
    screen.paint(["one"])
    assert "\x1b[Jone" in display.sent
