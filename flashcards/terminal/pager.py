"""A long text to scroll through on the full screen."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from flashcards.terminal.display import Screen
from flashcards.terminal.key_table import choose_fitting, format_key
from flashcards.terminal.keys import REPAINT, KeyReader, find_end_of_guard
from flashcards.terminal.page import Canvas, Draw
from flashcards.words.catalog import Words

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
_LEAVING = ("escape", "q")
_ONWARD = ("enter", "c-d")
"""They scroll on as long as there is more, and then leave."""
_SCROLLING = ("{} ↑ ↓ k j PgUp PgDn Home End", "{} ↑ ↓ PgUp PgDn", "{} ↑ ↓")
"""What scrolls, in fewer and fewer letters; the first is Space."""
_STEPS = (
    ("line", ("down", "j", "J"), ("up", "k", "K")),
    ("page", ("pagedown", " ", "enter", "f", "c-f"), ("pageup", "b", "c-b")),
    ("half", ("d", "c-d"), ("u", "c-u")),
    ("all", ("end", "G"), ("home", "g")),
)
"""How far keys scroll, down and up: those of a keyboard, and those of less and vim."""


@dataclass
class Pages:
    """A text, drawn for at most `width` columns, that begins with the first line with `mark`."""

    words: Words
    draw: Draw
    width: int
    mark: str = ""
    is_rules: bool = False
    """Enter begins what the text is about, Esc and q do not."""

    def show(self, screen: Screen, canvas: Canvas, reader: KeyReader) -> str:
        """The key that left it: Esc, q, at the end also Enter or Ctrl-D. Keys count when their
        line is there.

        Raises KeyboardInterrupt for Ctrl-C.
        """
        first, anew, guarded = None, True, True
        ready_at = find_end_of_guard()
        while True:
            columns, rows = screen.size()
            canvas.fit_window(columns, self.width)
            lines = [row for line in canvas.draw(self.draw) for row in _fold(line, columns)]
            first = _find_line(lines, self.mark) if first is None else first
            room = max(1, rows - 1)
            last = max(0, len(lines) - room)
            first = max(0, min(first, last))
            shown = lines[first : first + room]
            foot = self._describe_keys(canvas, last > 0, first + room, len(lines))
            screen.paint([*shown, *[""] * (room - len(shown)), "" if guarded else foot], anew)
            left = ready_at - time.monotonic()
            key = reader.drop(left) if guarded else reader.read(with_case=True)
            guarded = guarded and key is not None
            anew = key in (REPAINT, "c-l")
            if key == "c-c":
                raise KeyboardInterrupt
            if key == "c-z":
                screen.close()
                reader.suspend()
            if key and self._is_left_by(key, first < last):
                return key.lower()
            first += _find_step(key or "", room, last)

    def _is_left_by(self, key: str, has_more: bool) -> bool:
        if key == "enter" and self.is_rules:
            return True
        return key.lower() in _LEAVING or (key in _ONWARD and not has_more)

    def _describe_keys(self, canvas: Canvas, scrolls: bool, seen: int, total: int) -> str:
        """The line of keys, with how far down one is if it scrolls, as far as it has room."""
        words = self._list_words(scrolls, {"at": min(seen, total), "all": total})
        return canvas.print_line(Text(choose_fitting(words, canvas.width)))

    def _list_words(self, scrolls: bool, place: Mapping[str, int]) -> Sequence[str]:
        """The line of keys in fewer and fewer letters."""
        words = self.words
        if self.is_rules:
            return [words.say("keys_rules_scroll", **place) if scrolls else words.say("keys_rules")]
        if not scrolls:
            return [words.say("keys_page")]
        space = words.say("key_space")
        keys = [format_key(words, each).format(space) for each in _SCROLLING]
        full = "keys_pages" if place["at"] < place["all"] else "keys_pages_end"
        return [
            *(words.say(full, keys=each, **place) for each in keys),
            words.say("keys_pages_short", keys=keys[-1], **place),
            words.say("keys_pages_short", keys="↑ ↓", **place),
        ]


def _find_step(key: str, room: int, last: int) -> int:
    """How many lines down a key scrolls; fewer than none are up."""
    sizes = {"line": 1, "page": max(1, room - 1), "half": max(1, room // 2), "all": last}
    for size, down, up in _STEPS:
        if key in down:
            return sizes[size]
        if key in up:
            return -sizes[size]
    return 0


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
