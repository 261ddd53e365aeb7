"""A long text to scroll through on the full screen."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.terminal.canvas import Canvas, Draw
from flashcards.terminal.display import Screen
from flashcards.terminal.keys import GUARD_SECONDS, REPAINT, KeyReader

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
_LEAVING = ("escape", "enter", "q", "c-d")


def show_pages(
    screen: Screen, canvas: Canvas, reader: KeyReader, lang: str, draw: Draw,
    width: int, mark: str = "",
) -> None:  # fmt: skip
    """Shows what `draw` prints, of at most `width` columns, until Enter, Esc or q is read.

    It begins with the first line that has `mark` in it. Keys count when their line is
    there. Raises KeyboardInterrupt for Ctrl-C.
    """
    first, anew, guarded = None, True, True
    ready_at = time.monotonic() + GUARD_SECONDS
    while True:
        columns, rows = screen.size()
        canvas.width = max(10, min(columns, width))
        lines = [row for line in canvas.draw(draw) for row in _fold(line, columns)]
        first = _find_line(lines, mark) if first is None else first
        room = max(1, rows - 1)
        last = max(0, len(lines) - room)
        first = max(0, min(first, last))
        shown = lines[first : first + room]
        keys = canvas.print_line(Text(say(lang, "keys_pages" if last else "keys_page")))
        screen.paint([*shown, *[""] * (room - len(shown)), "" if guarded else keys], anew)
        key = reader.drop(ready_at - time.monotonic()) if guarded else reader.read()
        guarded = guarded and key is not None
        anew = key in (REPAINT, "c-l")
        if key == "c-c":
            raise KeyboardInterrupt
        if key == "c-z":
            screen.close()
            reader.suspend()
        if key in _LEAVING:
            return
        steps = {
            "pagedown": room - 1, " ": room - 1, "pageup": 1 - room, "down": 1, "up": -1,
            "j": 1, "k": -1,
            "home": -last, "end": last,
        }  # fmt: skip
        first += steps.get(key or "", 0)


def _fold(line: str, columns: int) -> list[str]:
    """A line in rows: what rich leaves longer than the window, such as an address, is not cut."""
    if cell_len(_STYLE.sub("", line)) <= columns:
        return [line]
    rows, used = [""], 0
    for part in _STYLE.split(line):
        is_style = bool(_STYLE.fullmatch(part))
        for letter in (part,) if is_style else part:
            width = 0 if is_style else cell_len(letter)
            if used + width > columns:
                rows.append("")
                used = 0
            rows[-1] += letter
            used += width
    return rows


def _find_line(lines: Sequence[str], mark: str) -> int:
    """The number of the first line with a text in it, whatever its colours; 0 without one."""
    plain = (_STYLE.sub("", line) for line in lines)
    return next((number for number, line in enumerate(plain) if mark in line), 0)
