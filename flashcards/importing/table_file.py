"""CSV and TSV: spreadsheets, Quizlet, Anki's notes in plain text. A row is an item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from flashcards.errors import FlashcardsError
from flashcards.importing.cell_text import CellReader
from flashcards.importing.columns import (
    Columns,
    find_width,
    guess_columns,
    map_columns,
    read_count,
    write_mapping,
)
from flashcards.importing.html_markdown import convert_html
from flashcards.importing.item import Item, LeftOut, Material, PictureLoader, Unreadable
from flashcards.importing.mapper import looks_like_term
from flashcards.importing.own_table import is_own_table, read_own_table
from flashcards.importing.table_row import RowReader
from flashcards.text.csv_cells import read_table
from flashcards.text.images import load_picture
from flashcards.words.message import Message, Names

_DELIMITERS = "\t;,|"
_SAMPLE = 50
_MOST_TOLD = 5
"""Rows that are named in a notice."""
_DIRECTIVE = re.compile(r"#([a-z ]+):(.*)\n?")
_SEPARATORS = {
    "tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " ", "colon": ":",
}  # fmt: skip
_PICTURE_FOLDERS = ("", "media", "images", "pictures")
_OUTSIDE = Message("import-picture-outside")


def read_table_file(
    text: str, name: str, pairs: Sequence[tuple[str, str]], load: PictureLoader
) -> Material:
    """The items of a table. Raises Unreadable, and UsageError for columns that are not known."""
    directives, body = _split_directives(text.removeprefix("\ufeff"))
    rows = _read_rows(body, directives)
    material = Material(name, name, load_picture=load, title=PurePosixPath(name).stem)
    if not pairs and not directives and is_own_table(rows[0]):
        return read_own_table(rows, material)
    material.pairs = pairs
    columns = map_columns(rows, pairs) if pairs else _apply(directives, rows, name)
    width = len(rows[0]) if columns.has_heading else find_width(rows)
    width = max([width, *(number + 1 for number in columns.fields)])
    heading = [*rows[0], *[""] * (width - len(rows[0]))][:width]
    described = columns.describe(heading)
    numbered = list(enumerate(rows, 1))[columns.has_heading :]
    cells = CellReader()
    convert = convert_html if directives.get("html") == "true" else cells.convert
    reader = RowReader(columns, [row for _, row in numbered], convert, bool(directives))
    for number, row in numbered:
        if any(row):
            place = cells.place = f"row {number}"
            try:
                item = reader.read(row, place)
                material.items.append(_tell_unused(item, row, width))
            except LeftOut as reason:
                material.left_out.append((place, reason.message))
    told = [described, *_tell_cells(cells), *_tell_rows(numbered, width), *_tell_words(reader)]
    told += _tell_terms(material.items, columns)
    material.notices += [Message("import-in-file", file=name, told=each) for each in told]
    return material


def _tell_unused(item: Item, row: Sequence[str], width: int) -> Item:
    """The item with a note on cells that stand beyond the table."""
    over = [cell for cell in row[width:] if cell]
    if not over:
        return item
    shown = Names(f"'{cell[:30]}'" for cell in over[:_MOST_TOLD])
    cells = {"cells": len(row), "width": width, "shown": shown}
    told = Message("import-cells-unused", n=len(over), **cells)
    return item.change(losses=(*item.losses, told))


def _tell_cells(cells: CellReader) -> Iterator[Message]:
    told = (
        (cells.as_html, "import-read-as-html"),
        (cells.as_typed, "import-read-as-typed"),
        (cells.as_code, "import-read-as-code"),
    )
    for places, id in told:
        if places:
            yield Message(id, places=_join_places(list(places)))


def _tell_rows(rows: Sequence[tuple[int, Sequence[str]]], width: int) -> Iterator[Message]:
    """Rows with fewer cells than the table has columns, if most rows have all."""
    short = [f"row {number}" for number, row in rows if any(row) and 1 < len(row) < width]
    if 0 < 2 * len(short) < len(rows):
        yield Message("import-rows-short", n=len(short), places=_join_places(short), width=width)


def _tell_words(reader: RowReader) -> Iterator[Message]:
    if reader.splits_words:
        yield Message("import-tags-split")


def _tell_terms(items: Sequence[Item], columns: Columns) -> Iterator[Message]:
    """How many cards are terms and how many recall, and how to have the other."""
    cards = [item for item in items if item.kind == "card"]
    terms = [item.place for item in cards if looks_like_term(item)]
    both = _map_order(columns, "term", "meaning")
    if columns.is_guess and terms:
        counts = {"terms": len(terms), "cards": len(cards), "places": _join_places(terms)}
        one = _map_order(columns, "question", "answer")
        yield Message("import-some-terms", **counts, both=both, one=one)
    elif 2 * len(terms) > len(cards):
        yield Message("import-all-recall", map=both)


def _map_order(columns: Columns, asked: str, answer: str) -> str:
    """What to type for the columns of the question and the answer to be these fields."""
    names = {"question": asked, "answer": answer}
    return write_mapping(
        [(names.get(field, field), str(n + 1)) for n, field in sorted(columns.fields.items())]
    )


def _join_places(places: Sequence[str]) -> Message | Names:
    shown, more = Names(places[:_MOST_TOLD]), len(places) - _MOST_TOLD
    return Message("import-places-more", places=shown, more=more) if more > 0 else shown


def make_folder_loader(folder: Path) -> PictureLoader:
    """Loads pictures that lie beside a file, in its folder or below; nothing from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        found = [path for p in _PICTURE_FOLDERS if (path := folder / p / inner).is_file()]
        for path in found:
            if path.resolve().is_relative_to(folder.resolve()):
                return load_picture(path, inner.name)
        raise FlashcardsError(_OUTSIDE if found else Message("import-picture-not-beside"))

    return load


def _split_directives(text: str) -> tuple[dict[str, str], str]:
    """What Anki writes above a table, and the table."""
    found = {}
    while line := _DIRECTIVE.match(text):
        found[line[1].strip()] = line[2].strip().casefold()
        text = text[line.end() :]
    return found, text


def _read_rows(text: str, directives: Mapping[str, str]) -> list[list[str]]:
    told = directives.get("separator", "")
    delimiter = _SEPARATORS.get(told, told if len(told) == 1 else "") or _guess_delimiter(text)
    try:
        rows = read_table(text, delimiter)
    except ValueError as error:
        if delimiter != "\t":
            raise Unreadable(Message("import-table-broken", error=str(error))) from None
        rows = [[cell.strip() for cell in line.split("\t")] for line in text.splitlines()]
    if not any(map(any, rows)):
        raise Unreadable(Message("import-no-rows"))
    if max(map(len, rows)) < 2:
        raise Unreadable(Message("import-one-column"))
    return rows


def _guess_delimiter(text: str) -> str:
    """The one that gives most rows the same number of cells, and more than one.

    Of two that are equal, the one that leaves no quotes open.
    """
    lines = text.split("\n", _SAMPLE)[:_SAMPLE]

    def judge(delimiter: str) -> tuple[float, bool]:
        try:
            rows = read_table(text, delimiter, _SAMPLE)
            widths = Counter(len(row) for row in rows if any(row))
            is_sound = not any(cell.count('"') % 2 for row in rows for cell in row)
        except ValueError:
            widths = Counter(line.count(delimiter) + 1 for line in lines if line.strip())
            is_sound = False
        width, times = max(widths.items(), key=lambda each: (each[1], each[0]), default=(1, 1))
        return (times / widths.total() if width > 1 else 0), is_sound

    return max(_DELIMITERS, key=judge)


def _apply(directives: Mapping[str, str], rows: Sequence[Sequence[str]], name: str) -> Columns:
    """The columns as Anki's lines above the table say, the others guessed."""
    named = {"tags column": "tags", "guid column": "key", "deck column": "deck"}
    width = max(map(len, rows))
    fixed = {
        number - 1: field
        for name, field in named.items()
        if 1 <= (number := read_count(directives.get(name, ""))) <= width
    }
    if not directives:
        return guess_columns(rows, name)
    skipped = {*fixed, read_count(directives.get("notetype column", "")) - 1}
    rest = [number for number in range(width) if number not in skipped]
    fields = dict(zip(rest, ("question", "answer"), strict=False))
    return Columns({**fields, **fixed}, has_heading=False, is_guess=True)
