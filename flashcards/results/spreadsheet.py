"""Tables that a spreadsheet or a platform wrote: delimiter, encoding and quotes as they come."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flashcards.results.attempts import Unreadable
from flashcards.text.csv_cells import read_table
from flashcards.words.message import Message

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def read_rows(text: str) -> list[list[str]]:
    """The rows of a table from the first to the last that has a cell.

    They are without spaces and marks that hide formulas. Empty rows between others stay:
    a row is told by its number. The delimiter is the one that divides the heading most
    often. Raises Unreadable.
    """
    head = text.partition("\n")[0]
    try:
        rows = read_table(text, max(",;\t", key=head.count))
    except ValueError as error:
        raise Unreadable(Message("answers-table-broken", error=str(error))) from None
    used = [place for place, row in enumerate(rows) if any(row)]
    if not used:
        raise Unreadable(Message("answers-empty"))
    return rows[used[0] : used[-1] + 1]


def read_number(cell: str) -> float | None:
    """A number with a decimal point or comma; None if the cell has none."""
    return float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None


def pad_row(row: Sequence[str], width: int) -> list[str]:
    """The row with as many cells as the heading."""
    return [*row[:width], *("",) * (width - len(row))]
