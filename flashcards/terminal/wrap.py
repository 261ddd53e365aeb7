"""Prompts folded at words: prompt_toolkit itself breaks lines in the middle of one.

Chinese may be broken between signs; a word that is wider than the line stays whole
and is left to the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from prompt_toolkit.utils import get_cwidth

from flashcards.terminal.line_breaks import FIRST_SIGN, UNBROKEN

Title = list[tuple[str, str]]

_SPACE = r"[^\S\n]+|\n|"


def folded(title: Sequence[tuple[str, str]], width: int, indent: int, start: int) -> Title:
    """The same title with line breaks; the first line begins at column `start`."""
    text = "".join(part for _, part in title)
    breaks = list(_breaks(text, width, indent, start))
    fold: Title = []
    begin = 0
    for style, part in title:
        end = begin + len(part)
        fold.append((style, _rejoined(text, begin, end, breaks, "\n" + " " * indent)))
        begin = end
    return fold


def _breaks(text: str, width: int, indent: int, start: int) -> Iterator[tuple[int, int]]:
    """What is replaced by a line break: a line's end as written, or the space before a word."""
    column, written = start, 0
    for found in re.finditer(_SPACE + _unbroken(text), text):
        piece, size = found[0], get_cwidth(found[0])
        if piece == "\n":
            yield found.span()
            column, written = indent, found.end()
        elif piece.isspace():
            column += size
        else:
            if column + size > width and column > indent:
                yield written, found.start()
                column = indent
            column, written = column + size, found.end()


def _unbroken(text: str) -> str:
    """What stays together; the pattern that knows Chinese is made only for Chinese."""
    return UNBROKEN if max(text, default="") >= FIRST_SIGN else r"\S+"


def _rejoined(text: str, begin: int, end: int, breaks: list[tuple[int, int]], mark: str) -> str:
    """The text from `begin` to `end` with its breaks; one that began before is only left out."""
    parts = []
    for first, last in breaks:
        if first < end and last >= begin:
            parts.append(text[begin : max(begin, first)])
            parts.append(mark if begin <= first else "")
            begin = max(begin, min(last, end))
    return "".join([*parts, text[begin:end]])
