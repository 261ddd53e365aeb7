"""What commands print: lines without anything that steers a terminal, and JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.errors import FlashcardsError

STDOUT = Path("-")
"""What stands for standard output in the place of a file, as long as that is text."""
_UNSAFE = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters, halves of characters, and what changes the order of the text."""
_BREAKS = {9: "\u2409", 10: "\u240a", 13: "\u240d"}


def make_visible(text: str) -> str:
    """Return the text with every character that could steer a terminal made visible.

    Line breaks stay, tabs become spaces.
    """
    return re.sub(_UNSAFE, _picture, text.replace("\r\n", "\n").expandtabs(4))


def make_line(text: object) -> str:
    """Return one line of visible characters: line breaks and tabs are shown too."""
    return make_visible(str(text).translate(_BREAKS))


def print_line(*fields: object, file: TextIO | None = None) -> None:
    """Print one line, its fields divided by tabs."""
    print("\t".join(map(make_line, fields)), file=file, flush=True)


def print_lines(lines: Iterable[object], file: TextIO | None = None) -> None:
    """Print each as `print_line` does."""
    if text := "\n".join(map(make_line, lines)):
        print(text, file=file, flush=True)


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print fields below each other on a terminal, else each row in one line, divided by tabs.

    What is wider than the terminal goes on under itself. A row may have more fields than the first.
    """
    if not sys.stdout.isatty():
        for row in rows:
            print_line(*row)
        return
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*(Text(make_line(field), overflow="fold") for field in row))
    Console().print(table)


def print_json(value: Any) -> None:
    """Print a value for programs: UTF-8, one space of indent, keys in the order given.

    What a terminal would obey is escaped, and every other letter too where it cannot be shown.
    """
    print(format_json(value, (sys.stdout.encoding or "").lower().startswith("utf")))


def format_json(value: Any, unicode: bool = True) -> str:
    """Return a value as JSON, without a line break at the end."""
    text = json.dumps(value, ensure_ascii=not unicode, indent=1)
    return re.sub(_UNSAFE, lambda match: json.dumps(match[0])[1:-1], text)


def print_text(text: str) -> None:
    """Write what would be in a file to standard output: UTF-8, whatever the terminal shows.

    Raises FlashcardsError if it was closed before the start (`>&-`).
    """
    if sys.__stdout__ is None:
        raise FlashcardsError("The standard output is closed: nothing was written.")
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _picture(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x20:
        return chr(0x2400 + number)
    return "\u2421" if number == 0x7F else f"<U+{number:04X}>"
