"""What commands print: lines without anything that steers a terminal, and JSON."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, TextIO

_UNSAFE = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters, halves of characters, and what changes the order of the text."""
_PICTURES = {**{number: chr(0x2400 + number) for number in range(32)}, 127: "\u2421"}


def make_visible(text: str) -> str:
    """Return the text with every character that could steer a terminal made visible.

    Line breaks stay, tabs become spaces.
    """

    def show(match: re.Match[str]) -> str:
        return _PICTURES.get(ord(match[0]), f"<U+{ord(match[0]):04X}>")

    return re.sub(_UNSAFE, show, text.replace("\r\n", "\n").expandtabs(4))


def make_line(text: object) -> str:
    """Return one line of visible characters: line breaks and tabs are shown too."""
    return make_visible(str(text).translate({number: _PICTURES[number] for number in (9, 10, 13)}))


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
    from rich.console import Console  # what takes long to import, and a pipe does not need
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*(Text(make_line(field), overflow="fold") for field in row))
    Console().print(table)


def print_json(value: Any) -> None:
    """Print a value for programs: UTF-8, one space of indent, keys in the order given.

    A record is its `for_json`, else its fields. What a terminal would obey is escaped, and every
    other letter too where it cannot be shown.
    """

    def make_plain(part: Any) -> Any:
        return part.for_json() if hasattr(part, "for_json") else asdict(part)

    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not is_unicode, indent=1, default=make_plain)
    print(re.sub(_UNSAFE, lambda match: json.dumps(match[0])[1:-1], text))


def print_text(text: str) -> None:
    """Write what would be in a file to standard output: UTF-8, whatever the terminal shows."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
