"""A table from a file: a workbook, or text with cells between commas, semicolons or tabs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, read_table
from flashcards.text.workbook import WORKBOOK_SUFFIXES, choose_sheet, load_sheets

TABLE_SUFFIXES = (".csv", ".tsv", ".txt", *WORKBOOK_SUFFIXES)
MAX_TEXT_BYTES = 100_000_000
_NOT_WESTERN = re.compile(rb"[\x80-\xff]{3}|[\x81\x8d\x8f\x90\x9d\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Letters beyond ASCII stand alone in the languages that are written in Windows-1252."""
_DELIMITERS = "\t;,|"
_SAMPLE = 50
"""Rows by which the sign between cells is judged."""


@dataclass
class LoadedTable:
    """The rows of a table, from the first to the last that has a cell."""

    rows: list[list[str]]
    notices: list[str]
    """What is to be known of the file."""
    first: int = 1
    """The number of the first row."""

    def drop_rows(self, count: int) -> LoadedTable:
        """Return the table without its first rows."""
        return replace(self, rows=self.rows[count:], first=self.first + count)


def load_table(path: Path, fits: Callable[[list[list[str]]], bool], lang: str = "") -> LoadedTable:
    """Return the table in a file; of a workbook the first sheet whose rows fit.

    Numbers of a workbook look as in `lang`. Raises FlashcardsError if it cannot be read.
    """
    try:
        if sheets := load_sheets(path, lang):
            sheet, notices = choose_sheet(sheets, lambda rows: fits([*filter(any, rows)]))
            table = LoadedTable(sheet.rows, notices)
        else:
            text, notices = _decode(load_bytes(path, MAX_TEXT_BYTES))
            table = LoadedTable(_split_rows(text), notices)
        if not any(map(any, table.rows)):
            raise Unreadable("is empty")
    except Unreadable as error:
        raise FlashcardsError(f"{path} {error}") from None
    while not any(table.rows[-1]):
        table.rows.pop()
    return table.drop_rows(next(n for n, row in enumerate(table.rows) if any(row)))


def _decode(data: bytes) -> tuple[str, list[str]]:
    """Return the text of a table, and what to say if its letters are a guess.

    Raises Unreadable if they are not known, or the text is too large: one sign beyond ASCII can
    make it four times as large as its bytes.
    """
    if sum(map(data.count, (b",", b"\t", b'"'))) > MAX_CELLS or (
        4 * len(data) > MAX_TEXT_BYTES and not data.isascii()
    ):
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


def _split_rows(text: str) -> list[list[str]]:
    delimiter = _guess_delimiter(text)
    try:
        return read_table(text, delimiter)
    except Unreadable:
        if delimiter != "\t":
            raise
        return [[cell.strip() for cell in line.split("\t")] for line in text.splitlines()]


def _guess_delimiter(text: str) -> str:
    """Return the sign that gives most rows the same number of cells, and more than one."""

    def judge(delimiter: str) -> float:
        try:
            rows = read_table(text, delimiter, _SAMPLE)
        except Unreadable:
            rows = [line.split(delimiter) for line in text.split("\n", _SAMPLE)[:_SAMPLE]]
        widths = Counter(len(row) for row in rows if any(row))
        width, times = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 1))
        return times / widths.total() if width > 1 else 0

    return max(_DELIMITERS, key=judge)
