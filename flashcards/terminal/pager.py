"""A long text to scroll through on the full screen."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.terminal.canvas import Canvas, Draw
from flashcards.terminal.display import Screen
from flashcards.terminal.keys import REPAINT

_LEAVING = ("escape", "enter", "q", "c-c", "c-d")


def show_pages(
    screen: Screen, canvas: Canvas, read: Callable[[], str | None], lang: str, draw: Draw,
    width: int,
) -> None:  # fmt: skip
    """Shows what `draw` prints, of at most `width` columns, until Enter, Esc or q is read."""
    first, anew = 0, True
    while True:
        columns, rows = screen.size()
        canvas.width = max(10, min(columns, width))
        lines = canvas.draw(draw)
        room = max(1, rows - 1)
        last = max(0, len(lines) - room)
        first = max(0, min(first, last))
        shown = lines[first : first + room]
        keys = canvas.print_line(Text(say(lang, "keys_pages" if last else "keys_page")))
        screen.paint([*shown, *[""] * (room - len(shown)), keys], anew)
        key = read()
        anew = key in (REPAINT, "c-l")
        if key in _LEAVING:
            return
        steps = {
            "pagedown": room - 1, " ": room - 1, "pageup": 1 - room, "down": 1, "up": -1,
            "home": -last, "end": last,
        }  # fmt: skip
        first += steps.get(key or "", 0)
