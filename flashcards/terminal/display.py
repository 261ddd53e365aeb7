"""What a full screen is painted on: a terminal's own screen beside the scrollback.

`TerminalDisplay` writes escape codes to a stream and needs nothing loaded, so that the
first question is there at once; `OutputDisplay` writes through prompt_toolkit, which
knows how to do it on Windows.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

OTHER_SCREEN, USUAL_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
PASTE_MARKED, PASTE_PLAIN = "\x1b[?2004h", "\x1b[?2004l"
_FIXED_LINES, _FOLDED_LINES = "\x1b[?7l", "\x1b[?7h"
_HOME, _CLEAR_LINE, _CLEAR_BELOW, _CLEAR = "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[2J"
_SAVE_CURSOR, _RESTORE_CURSOR = "\x1b7", "\x1b8"
CALM = f"\x1b[0m{_FOLDED_LINES}{PASTE_PLAIN}{USUAL_SCREEN}{SHOW_CURSOR}"
"""Plain letters, folded lines, pasting as usual, the usual screen, a cursor that is seen."""
_ASCII = str.maketrans("›✓✗●○━─…·→←•–⚑↑↓", ">+x*o#-.-~<*-!^v")
"""What marks look like where only ASCII can be shown."""


class TerminalDisplay:
    """A stream on a terminal that understands escape codes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._plain = not (stream.encoding or "").lower().startswith("utf")

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            found = os.get_terminal_size(self._stream.fileno())
        except (OSError, ValueError):
            return 80, 24
        return found.columns or 80, found.lines or 24

    def write(self, text: str) -> None:
        """Sends text and escape codes at once."""
        self._stream.write(text.translate(_ASCII) if self._plain else text)
        self._stream.flush()


class OutputDisplay:
    """An output of prompt_toolkit."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def size(self) -> tuple[int, int]:
        found = self._output.get_size()
        return found.columns or 80, found.rows or 24

    def write(self, text: str) -> None:
        self._output.write_raw(text)
        self._output.flush()


class Screen:
    """The other screen of a display: opened by the first page, left at the end."""

    def __init__(self, display: TerminalDisplay | OutputDisplay) -> None:
        self._display = display
        self._is_open = False
        self._marks_pastes = False

    def size(self) -> tuple[int, int]:
        return self._display.size()

    def paint(self, lines: Sequence[str], anew: bool = False) -> None:
        """Shows the lines in the place of what was there; `anew` clears the screen before.

        A row is cleared before it is written: after a full line, xterm and tmux would clear
        its last letter.
        """
        start = "" if self._is_open else OTHER_SCREEN + HIDE_CURSOR
        start += PASTE_MARKED if self._marks_pastes and not self._is_open else ""
        start += _CLEAR if anew or not self._is_open else ""
        self._is_open = True
        *upper, last = lines or [""]
        rows = [*(f"{_CLEAR_LINE}{line}" for line in upper), f"{_CLEAR_BELOW}{last}"]
        body = "\r\n".join(rows)
        self._display.write(f"{start}{_FIXED_LINES}{_HOME}{body}{_FOLDED_LINES}")

    def paint_row(self, row: int, line: str) -> None:
        """Shows one line in a row, counted from 0, and leaves the others and the cursor."""
        painted = f"{_FIXED_LINES}\x1b[{row + 1};1H{_CLEAR_LINE}{line}{_FOLDED_LINES}"
        self._display.write(f"{_SAVE_CURSOR}{painted}{_RESTORE_CURSOR}")

    def mark_pastes(self, on: bool) -> None:
        """Whether the terminal tells what is pasted from what is typed, on this screen."""
        self._marks_pastes = on
        if self._is_open:
            self._display.write(PASTE_MARKED if on else PASTE_PLAIN)

    def begin_typing(self, row: int) -> None:
        """Puts the cursor at the beginning of a row, counted from 0, for a prompt to take over."""
        self._display.write(f"\x1b[{row + 1};1H{SHOW_CURSOR}")

    def end_typing(self) -> None:
        self._display.write(HIDE_CURSOR)

    def close(self) -> None:
        """Back to the learner's own screen, as it was."""
        if self._is_open:
            self._is_open = False
            self._display.write(CALM)
