"""Tables: workbooks, CSV and TSV. A row is an item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import dropwhile
from types import MappingProxyType

from flashcards.course.types import is_key
from flashcards.errors import UsageError
from flashcards.importing.cell_text import CellReader, HowRead
from flashcards.importing.columns import (
    Columns,
    find_width,
    format_mapping,
    guess_columns,
    map_columns,
)
from flashcards.importing.entry_maker import looks_like_term
from flashcards.importing.item import Item, Material, PictureLoader
from flashcards.importing.table_row import RowReader
from flashcards.text.csv_cells import read_table
from flashcards.text.foreign_tables import Unreadable, pad_row
from flashcards.text.plain_text import format_count

NOTHING_MERGED: Mapping[tuple[int, int], int] = MappingProxyType({})
_LABELS = ("deck", "stage", "difficulty", "tags")
"""Fields whose cell may be meant for many rows."""
_DELIMITERS = "\t;,|"
_SAMPLE = 50
_READ_AS: Mapping[HowRead, str] = {
    "html": "tags such as <b> are read as HTML",
    "typed": "what looks like HTML is shown as it was typed",
    "code": "indented lines are a block of code",
}
_MOST_TOLD = 5
"""Rows that are named in a notice."""


def read_table_file(
    text: str, name: str, pairs: Sequence[tuple[str, str]], load: PictureLoader
) -> Material:
    """The items of a table. Raises Unreadable, and UsageError for columns that are not known."""
    return read_rows(_split_rows(text.removeprefix("\ufeff")), name, pairs, load)


def read_rows(
    rows: Sequence[Sequence[str]],
    name: str,
    pairs: Sequence[tuple[str, str]],
    load: PictureLoader,
    merged: Mapping[tuple[int, int], int] = NOTHING_MERGED,
) -> Material:
    """The items of the rows of a table, which may begin with empty ones. Raises like the above.

    `merged` are row and column of cells that go on below, to their last rows.
    """
    numbered = _number_rows(rows)
    rows = [row for _, row in numbered]
    material = Material(name, load_picture=load)
    columns = map_columns(rows, pairs) if pairs else guess_columns(rows, name)
    width = len(rows[0]) if columns.has_heading else find_width(rows)
    width = max([width, *(number + 1 for number in columns.fields)])
    numbered = _fill_merged(numbered[columns.has_heading :], columns, merged)
    cells = CellReader()
    reader = RowReader(columns, [row for _, row in numbered], cells.convert, width)
    for number, row in numbered:
        if any(row):
            place = cells.place = f"row {number}"
            material.add(place, partial(reader.read, row, place))
    material.tell(columns.describe(pad_row(rows[0], width)))
    material.tell(*_tell_cells(cells), *_tell_rows(numbered, width))
    if reader.splits_words:
        material.tell("tags are split at spaces; to keep words together, put commas between tags")
    items = material.items
    material.tell(*_tell_decks(items, columns), *_tell_keys(items), *_tell_terms(items, columns))
    return material


def _number_rows(rows: Sequence[Sequence[str]]) -> list[tuple[int, Sequence[str]]]:
    """The rows from the first that has a cell, with their numbers. Raises Unreadable."""
    numbered = [*dropwhile(lambda each: not any(each[1]), enumerate(rows, 1))]
    if not numbered:
        raise Unreadable("has no rows")
    if max(len(row) for _, row in numbered) < 2:
        raise Unreadable("has only one column: a table needs a question and an answer")
    return numbered


def _fill_merged(
    rows: Sequence[tuple[int, Sequence[str]]],
    columns: Columns,
    merged: Mapping[tuple[int, int], int],
) -> list[tuple[int, Sequence[str]]]:
    """The rows; a label such as a topic stands in all rows over which its cell is merged."""
    filled = [(number, [*row]) for number, row in rows]
    for column in (column for field in _LABELS for column in columns.find(field)):
        label, last = "", 0
        for number, row in filled:
            if number > last:
                label, last = "".join(row[column : column + 1]), merged.get((number, column + 1), 0)
            elif any(row):
                row[column : column + 1] = [label]
    return [*filled]


def _tell_rows(rows: Sequence[tuple[int, Sequence[str]]], width: int) -> Iterator[str]:
    """Rows with fewer cells than the table has columns, if most rows have all."""
    short = [f"row {number}" for number, row in rows if any(row) and 1 < len(row) < width]
    if 0 < 2 * len(short) < len(rows):
        has = "has" if len(short) == 1 else "have"
        yield f"{_join_places(short)} {has} fewer cells than the {width} of the table"


def _tell_cells(cells: CellReader) -> Iterator[str]:
    """Rows with cells that were read as more than plain text."""
    for how, places in cells.met.items():
        if places:
            yield f"{_READ_AS[how]} in {_join_places(list(places))}"


def _tell_decks(items: Sequence[Item], columns: Columns) -> Iterator[str]:
    """Rows that name no deck where others do: below a cell that was merged, they belong to it."""
    bare = [item.place for item in items if not item.deck]
    if columns.find("deck") and 0 < len(bare) < len(items):
        rows = "1 row has" if len(bare) == 1 else f"{len(bare)} rows have"
        yield f"{rows} nothing in the column of decks: {_join_places(bare)}"


def _tell_keys(items: Sequence[Item]) -> Iterator[str]:
    """Values of a column that somebody headed as keys, and that cannot be any."""
    wrong = [item.key for item in items if item.key and not is_key(item.key)]
    if wrong:
        yield (
            f"{format_count(len(wrong), 'value')} of the column of keys cannot be a key, such as "
            f"'{wrong[0][:40]}'; such an entry has a key made from its words. "
            "A key is small letters a-z and digits, joined by single hyphens"
        )


def _tell_terms(items: Sequence[Item], columns: Columns) -> Iterator[str]:
    """How many cards are terms and how many recall, and how to have the other."""
    cards = [item for item in items if item.kind == "card"]
    terms = [item.place for item in cards if looks_like_term(item)]
    both = _map_order(columns, "term", "meaning")
    if columns.is_guess and terms:
        one = _map_order(columns, "question", "answer")
        yield (
            f"{len(terms)} of {len(cards)} rows became terms, asked both ways "
            f"({_join_places(terms)}), the others recall; "
            f"to have only one of them use --map {both} or --map {one}"
        )
    elif 2 * len(terms) > len(cards):
        yield (
            f"{format_count(len(cards), 'row')} without options became recall; "
            f"to ask words both ways use --map {both}"
        )


def _map_order(columns: Columns, asked: str, answer: str) -> str:
    """What to type for the columns of the question and the answer to be these fields."""
    names = {"question": asked, "answer": answer}
    return format_mapping(
        [(names.get(field, field), str(n + 1)) for n, field in sorted(columns.fields.items())]
    )


def _join_places(places: Sequence[str]) -> str:
    shown, more = ", ".join(places[:_MOST_TOLD]), len(places) - _MOST_TOLD
    return f"{shown} and {more} more" if more > 0 else shown


def knows_columns(rows: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether headings, or the `pairs` that somebody gave, tell what the columns of rows hold."""
    rows = [*dropwhile(lambda row: not any(row), rows)]
    try:
        columns = map_columns(rows, pairs) if pairs else guess_columns(rows, "?")
    except UsageError:
        return False
    return not columns.is_guess


def _split_rows(text: str) -> list[list[str]]:
    delimiter = _guess_delimiter(text)
    try:
        return read_table(text, delimiter)
    except Unreadable:
        if delimiter != "\t":
            raise
        return [[cell.strip() for cell in line.split("\t")] for line in text.splitlines()]


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
        except Unreadable:
            widths = Counter(line.count(delimiter) + 1 for line in lines if line.strip())
            is_sound = False
        width, times = max(widths.items(), key=lambda each: (each[1], each[0]), default=(1, 1))
        return (times / widths.total() if width > 1 else 0), is_sound

    return max(_DELIMITERS, key=judge)
