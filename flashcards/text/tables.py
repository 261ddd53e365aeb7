"""A table from a file: a workbook, or text with cells between commas, semicolons or tabs."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, read_table
from flashcards.text.workbook import WORKBOOK_SUFFIXES, load_sheets

TABLE_SUFFIXES = (".csv", ".tsv", ".txt", *WORKBOOK_SUFFIXES)
MAX_TEXT_BYTES = 25_000_000
"""One character beyond ASCII can make a text four times as large as its bytes."""
MAX_ROWS_ABOVE = 10
"""Rows among which the heading is looked for."""
_NOT_WESTERN = re.compile(rb"[\x80-\xff]{3}|[\x81\x8d\x8f\x90\x9d\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Letters beyond ASCII stand alone in the languages that are written in Windows-1252."""
_DELIMITERS = "\t;,|"
_SAMPLE = 50
"""Rows by which the delimiter is judged."""
IsHeading = Callable[[Sequence[str]], bool]


@dataclass
class LoadedTable:
    """A table, whose rows are as long as its heading, or longer."""

    path: Path
    heading: list[str]
    """Empty cells if no row is one that is known."""
    rows: list[list[str]]
    """Those below the heading."""
    first: int
    """The number of the first of them."""
    notices: list[str]
    """What is to be known of the file."""

    def list_rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows that have a cell, with their numbers."""
        for number, row in enumerate(self.rows, self.first):
            if any(row):
                yield number, row


def load_table(path: Path, is_heading: IsHeading, lang: str = "") -> LoadedTable:
    """Return the table in a file; of a workbook the first sheet with a heading, else the first.

    Numbers of a workbook look as in `lang`. Raises FlashcardsError if it cannot be read.
    """
    try:
        if sheets := load_sheets(path, lang):
            wide = [sheet for sheet in sheets if max(map(len, sheet.rows)) > 1] or sheets
            known = (sheet for sheet in wide if _count_to_heading(sheet.rows, is_heading))
            sheet = next(known, wide[0])
            rows, notices = sheet.rows, sheet.list_notices()
            if others := ", ".join(f"“{other.name}”" for other in sheets if other is not sheet):
                notices.insert(0, f"sheet “{sheet.name}” is read; not read: {others}")
        else:
            text, notices = _decode(load_bytes(path, MAX_TEXT_BYTES))
            rows = read_table(text, _guess_delimiter(text))
        if not any(map(any, rows)):
            raise Unreadable("is empty")
    except Unreadable as error:
        raise FlashcardsError(f"{path} {error}") from None
    above = _count_to_heading(rows, is_heading)
    if above and any(map(any, rows[: above - 1])):
        notices.append(f"what stands above row {above} is not read")
    heading = rows[above - 1] if above else [""] * max(map(len, rows))
    rows = [[*row, *[""] * (len(heading) - len(row))] for row in rows[above:]]
    return LoadedTable(path, heading, rows, above + 1, notices)


def _count_to_heading(rows: Sequence[Sequence[str]], is_heading: IsHeading) -> int:
    """Return the number of the row with the heading; 0 if none of the first ones is one."""
    filled = ((number, row) for number, row in enumerate(rows, 1) if any(row))
    known = (number for number, row in islice(filled, MAX_ROWS_ABOVE) if is_heading(row))
    return next(known, 0)


def _decode(data: bytes) -> tuple[str, list[str]]:
    """Return the text of a table, and what to say if its letters are a guess.

    Raises Unreadable if they are not known, or the text is too large.
    """
    if sum(map(data.count, f'{_DELIMITERS}"'.encode())) > MAX_CELLS:
        raise Unreadable("has more in it than is read at once: divide it")
    notices: list[str] = []
    try:
        text = decode_text(data)
    except UnicodeDecodeError:
        if _NOT_WESTERN.search(data):
            raise Unreadable("is not UTF-8 text; save it as .xlsx, .ods or CSV UTF-8") from None
        text = data.decode("cp1252")
        notice = "it is not UTF-8 and was read as Windows-1252; if letters are wrong"
        notices.append(f"{notice}, save it as CSV UTF-8")
    if "\0" in text:
        raise Unreadable("is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n"), notices


def _guess_delimiter(text: str) -> str:
    """Return what splits most of the first rows into the same number of cells, and several."""

    def judge(delimiter: str) -> float:
        widths = Counter[int]()
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        with suppress(csv.Error):
            widths.update(len(row) for row in islice(reader, _SAMPLE) if any(row))
        most = max((count for width, count in widths.items() if width > 1), default=0)
        return most / max(widths.total(), 1)

    return max(_DELIMITERS, key=judge)
