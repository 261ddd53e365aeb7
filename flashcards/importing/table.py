"""Tables, from workbooks, CSV and TSV: a row is an item."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from flashcards.errors import FlashcardsError, UsageError
from flashcards.importing.cell_text import NOTES, convert_cell
from flashcards.importing.columns import (
    ALPHABETS,
    Rows,
    describe_columns,
    find_columns,
    find_width,
)
from flashcards.importing.item import Answer, Item, ItemKind, LeftOut, Material
from flashcards.importing.markdown_text import drop_private
from flashcards.importing.pictures import make_folder_loader
from flashcards.text.headings import VALUES
from flashcards.text.images import ENDINGS
from flashcards.text.tables import LoadedTable, load_table

_LABELS = ("deck", "stage", "difficulty", "tags")
"""Fields whose cell may be merged over many rows."""
_LIST = re.compile(r"\s*[,;|，；、]\s*")
"""What stands between tags, and between other names."""
_AND = re.compile(
    rf"\s*(?:[,;&/+ 、，；和]|\b(?:{'|'.join(VALUES['and'].split())})\b)\s*", re.IGNORECASE
)
"""What stands between several right options."""
_LETTERS = re.compile("[A-H]+")
_MAX_TOLD = 5
"""Rows and cells that are named in a notice."""


def load_table_items(path: Path, pairs: Sequence[tuple[str, str]], lang: str) -> Material:
    """Return the items of a table; `pairs` are fields and columns, numbers look as in `lang`.

    Raises FlashcardsError, and UsageError for columns that are not known.
    """

    def fits(rows: list[list[str]]) -> bool:
        try:
            return find_columns(rows, pairs)[1] > 0 or bool(pairs)
        except FlashcardsError:
            return False

    table = load_table(path, fits, lang)
    try:
        fields, above = find_columns(table.rows, pairs)
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}", error.option) from None
    except FlashcardsError as error:
        raise FlashcardsError(f"{path.name} {error}") from None
    heading = table.rows[above - 1] if above else []
    material = Material(path, make_folder_loader(path.parent))
    width = len(heading) or find_width(table.rows)
    material.notices += [*table.notices, describe_columns(heading, fields, width)]
    if above > 1:
        material.notices.append(f"what stands above row {table.first + above - 1} is not read")
    if not above and not pairs:
        told = "the first row has no headings that are known, so it is a question and its answer"
        material.notices.append(f"{told}; to ask words both ways use --map term=1,meaning=2")
    rows = [*_fill_merged(table, fields)][above:]
    reader = _RowReader(fields, [row for _, row in rows], width)
    for number, row in rows:
        if any(row):
            material.add(f"row {number}", partial(reader.read, row, f"row {number}"))
    for note, places in reader.noted.items():
        shown, more = ", ".join(places[:_MAX_TOLD]), len(places) - _MAX_TOLD
        where = f"{shown} and {more} more" if more > 0 else shown
        material.notices.append(f"{NOTES[note]} in {where}")
    return material


def _fill_merged(table: LoadedTable, fields: Mapping[int, str]) -> Iterator[tuple[int, list[str]]]:
    """Yield numbered rows; a label such as a topic is in all rows over which its cell is merged."""
    labels = [number for number, field in fields.items() if field in _LABELS]
    merged: dict[int, tuple[str, int]] = {}
    for number, cells in enumerate(table.rows, table.first):
        row = [*map(drop_private, cells)]
        for column in labels if any(row) else ():
            label, last = merged.get(column, ("", 0))
            if number <= last:
                row[column : column + 1] = [label]
            else:
                own = "".join(row[column : column + 1])
                merged[column] = own, table.merged.get((number, column + 1), 0)
        yield number, row


class _RowReader:
    """Reads the rows of one table."""

    def __init__(self, fields: Mapping[int, str], rows: Rows, width: int) -> None:
        self.noted: dict[str, list[str]] = defaultdict(list)
        """Places by what is told of their cells."""
        self._fields = fields
        self._width = max([width, *(number + 1 for number in fields)])
        told = [(self._list_right(row), self._list_options(row)) for row in rows]
        self._letters_first = all(_find_places(*each) for each in told if all(each))
        """Whether the column of right answers holds letters or numbers of options, not texts."""

    def read(self, row: Sequence[str], place: str) -> list[Item]:
        """Return the one item in a row. Raises LeftOut."""
        notes, losses = set[str](), list[str]()
        cells = {field: self._list_cells(row, field) for field in {*self._fields.values()}}

        def join(field: str) -> str:
            return "\n\n".join(convert_cell(cell, notes) for cell in cells.get(field, ()))

        if over := [f"'{cell[:30]}'" for cell in row[self._width :] if cell]:
            shown = ", ".join(over[:_MAX_TOLD])
            losses.append(f"has more cells than the table, which are not used: {shown}")
        kind, answers = self._read_answers(row, cells, notes, losses)
        pictures = map(_format_picture, cells.get("picture", ()))
        question = [join("question") or join("term"), *pictures]
        raw = {field: " ".join(texts) for field, texts in cells.items()}
        item = Item(
            place,
            kind,
            raw.get("key", ""),
            "\n\n".join(filter(None, question)),
            answers,
            why=join("why"),
            tags=tuple(tag for cell in cells.get("tags", ()) for tag in _LIST.split(cell)),
            deck=tuple(part.strip() for part in raw.get("deck", "").split("::") if part.strip()),
            stage=raw.get("stage", ""),
            difficulty=raw.get("difficulty", ""),
            losses=tuple(losses),
        )
        for note in sorted(notes):
            self.noted[note].append(place)
        return [item]

    def _list_cells(self, row: Sequence[str], field: str) -> list[str]:
        return [cell for n, cell in enumerate(row) if cell and self._fields.get(n) == field]

    def _list_right(self, row: Sequence[str]) -> list[str]:
        return self._list_cells(row, "right") or self._list_cells(row, "answer")

    def _list_options(self, row: Sequence[str]) -> list[str]:
        """Return every option by its place; an empty cell keeps its place."""
        return [cell for n, cell in enumerate(row) if self._fields.get(n) == "option"]

    def _read_answers(
        self, row: Sequence[str], cells: dict[str, list[str]], notes: set[str], losses: list[str]
    ) -> tuple[ItemKind, tuple[Answer, ...]]:
        """Return what a row becomes, and its answers. Raises LeftOut."""
        right, options = self._list_right(row), self._list_options(row)
        if any(options):
            names = self._find_right(right, options, losses)
            listed = [(cell, number in names) for number, cell in enumerate(options) if cell]
        elif wrong := cells.get("wrong"):
            listed = [*((cell, True) for cell in right), *((cell, False) for cell in wrong)]
        else:
            texts = [convert_cell(cell, notes) for cell in cells.get("meaning") or right]
            aliases = [name for cell in cells.get("aliases", ()) for name in _LIST.split(cell)]
            is_term = bool(aliases or (cells.get("term") and not cells.get("question")))
            answers = filter(None, ["\n\n".join(texts), *aliases])
            return "term" if is_term else "recall", tuple(map(Answer, answers))
        return "choose", tuple(Answer(convert_cell(cell, notes), is_) for cell, is_ in listed)

    def _find_right(
        self, cells: Sequence[str], options: Sequence[str], losses: list[str]
    ) -> set[int]:
        """Return numbers of the options that the cells name; a doubt is told. Raises LeftOut."""
        texts, places = _find_texts(cells, options), _find_places(cells, options)
        found = (places or texts) if self._letters_first else (texts or places)
        answer = ", ".join(cells)[:60]
        if texts and places and texts != places:
            counts = "letter" if self._letters_first else "text"
            told = f"the right answer '{answer}' is a text and a letter or number"
            losses.append(f"{told}: the {counts} counts; write ({answer}) for the letter")
        if cells and not found:
            told = f"the right answer '{answer}' names none of its options"
            raise LeftOut(f"{told}; write A, or A, C for several")
        return found


def _find_texts(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Return numbers of the options whose texts the cells are; none if some cell is none."""
    parts = [
        part for cell in cells for part in ([cell] if cell in options else _AND.split(cell)) if part
    ]
    return {*map(options.index, parts)} if all(part in options for part in parts) else set()


def _find_places(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Return numbers of the options whose letters or numbers the cells are: A, 2, (C), AC."""
    signs = list[str]()
    for part in filter(None, (part for cell in cells for part in _AND.split(cell))):
        several = _LETTERS.fullmatch(part) and len({*part}) == len(part) and part not in options
        signs += part if several else [part.strip("()[].")]
    rows = (*ALPHABETS, "12345678")
    found = {
        max(row.find(sign.casefold()) if len(sign) == 1 else -1 for row in rows) for sign in signs
    }
    return found if found and min(found) >= 0 and max(found) < len(options) else set()


def _format_picture(name: str) -> str:
    if not name.lower().endswith(ENDINGS) or "\n" in name:
        raise LeftOut(f"its picture '{name[:60]}' must end with {', '.join(ENDINGS)}")
    return f"![{PurePosixPath(name).stem}](<{name}>)"
