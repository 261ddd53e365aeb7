"""Tables as CSV, read as they come, and written so that a spreadsheet runs nothing of them.

A cell that a spreadsheet would run as a formula gets an apostrophe in front, and
so does one that begins so behind apostrophes: taking one off gives the text. A
spreadsheet that takes `;` for the end of a cell (many do, by their language) would
begin cells inside a text: there the same is done.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from flashcards.errors import FlashcardsError

BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet reads UTF-8 as something else."""
_FORMULA = re.compile(
    r"\A(?='*[=+\-@\t\r\n＝＋－＠])"
    r'|[;\t][ "]*(?=\'*[=+\-@＝＋－＠])'
    r'|[\r\n][ "]*(?=\'*[=＝]|\'+[+\-@＋－＠]|[+\-@＋－＠][^\r\n]*\|)'
)
"""Where a cell begins with a formula: the cell itself, a text behind `;`, a line of a text.

There a sign before a word is only a formula if a `|` follows, as in `+cmd|'/C calc'!A0`: else it
is a list or a number.
"""
_ESCAPED = re.compile(r"'+[=+\-@\t\r\n＝＋－＠]")
"""How a cell begins that has an apostrophe against formulas."""
_INNER_MARK = re.compile(r"([;\t\r\n][ \"]*)'(?='*[=+\-@＝＋－＠])")
_MAX_CELL = 1_000_000
MAX_CELLS = 3_000_000
"""Cells, tags and values of a file, each of which takes a hundred bytes in memory."""


class Unreadable(FlashcardsError):
    """What a file, a row or a cell is not; the message says why, in words that follow its name."""


def read_table(text: str, delimiter: str) -> list[list[str]]:
    """All rows, empty ones too, without spaces around cells and marks that hide formulas.

    Raises Unreadable if it is no whole table.
    """
    csv.field_size_limit(_MAX_CELL)
    lines = io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise Unreadable(f"is no whole table: {error}") from None
    return [[*map(clean_cell, row)] for row in rows]


def clean_cell(cell: str) -> str:
    """The text of a cell without spaces around it and the mark that hides a formula."""
    stripped = cell.strip()
    return stripped[1:] if _ESCAPED.match(stripped) else stripped


def restore_text(cell: str) -> str:
    """The text of a cleaned cell that `format_table` has written, without the marks inside."""
    return _INNER_MARK.sub(r"\1", cell)


def format_table(names: Sequence[str], rows: Iterable[Sequence[str | float]]) -> bytes:
    """A table in UTF-8 that a spreadsheet opens right and runs nothing of; numbers stay numbers."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(names)
    table.writerows(
        [_FORMULA.sub(r"\g<0>'", cell) if isinstance(cell, str) else cell for cell in row]
        for row in rows
    )
    return (BYTE_ORDER_MARK + written.getvalue()).encode()
