"""Options folded at words: prompt_toolkit itself breaks lines in the middle of one.

Chinese may be broken anywhere; a word that is wider than the line stays whole and
is left to the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

Title = list[tuple[str, str]]

_PIECE = re.compile(r"[^\S\n]+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+|\n")


def folded(title: Sequence[tuple[str, str]], width: int, indent: int, start: int) -> Title:
    """The same title with line breaks; the first line begins at column `start`."""
    fold: Title = []
    column = start
    for style, text in title:
        kept = ""
        for piece in _PIECE.findall(text):
            size = get_cwidth(piece) if piece != "\n" else 0
            if piece == "\n" or (column + size > width and column > indent and not piece.isspace()):
                kept = kept.rstrip(" ") + "\n" + " " * indent
                column = indent
            if piece != "\n" and not (piece.isspace() and column == indent and "\n" in kept):
                kept += piece
                column += size
        fold.append((style, kept))
    return fold
