"""Tables that a spreadsheet or a platform wrote: delimiter, encoding and quotes as they come."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from flashcards.results.attempts import Unreadable

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_ESCAPED = tuple(f"'{sign}" for sign in "=+-@'")
_LONGEST_CELL = 1_000_000


def read_rows(text: str) -> list[list[str]]:
    """The rows of a table that have a cell, without spaces and marks that hide formulas.

    The delimiter is the one that divides the heading most often. Raises Unreadable.
    """
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise Unreadable(f"is no whole table: {error}") from None
    stripped = [list(map(str.strip, row)) for row in rows if any(row)]
    if not any(sign in text for sign in _ESCAPED):  # a large table, most often
        return stripped
    return [[_unescape(cell) for cell in row] for row in stripped]


def _unescape(cell: str) -> str:
    """The text of a cell: without an apostrophe against formulas."""
    return cell[1:] if cell.startswith(_ESCAPED) else cell


def read_number(cell: str) -> float | None:
    """A number with a decimal point or comma; None if the cell has none."""
    return float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None


def pad_row(row: Sequence[str], width: int) -> list[str]:
    """The row with as many cells as the heading."""
    return [*row[:width], *("",) * (width - len(row))]
