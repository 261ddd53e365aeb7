"""A row of a table to an item; what is ambiguous in a cell is decided for its whole column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from flashcards.importing.columns import Columns
from flashcards.importing.item import Answer, Item, ItemKind, LeftOut, split_deck
from flashcards.text.images import ENDINGS

_COMMAS = re.compile(r"\s*[,;，；、]\s*")
_SPACES = re.compile(r"\s+")
_WHOLE = re.compile(r"\Z(?!)")
"""Splits nothing."""
_MOST_TOLD = 5
"""Cells that are named in a note."""
_AND = re.compile(r"(?<=\s)(?:and|und|et)(?=\s)|\+|[、，；和]", re.IGNORECASE)
_LETTERS = re.compile("[A-Z]+")


class RowReader:
    """Reads the rows of one table."""

    def __init__(
        self,
        columns: Columns,
        rows: Sequence[Sequence[str]],
        convert: Callable[[str], str],
        width: int,
    ) -> None:
        """`convert` makes Markdown of a cell; `rows` are without the heading, `width` is its."""
        self._columns = columns
        self._convert = convert
        self._width = width
        tags = [cell for row in rows for cell in self._find_cells(row, "tags")]
        self._tags = _choose_separator(tags)
        self.splits_words = self._tags is _SPACES and any(_SPACES.search(cell) for cell in tags)
        """Whether tags of several words may have been meant, and are several tags now."""
        told = [(self._find_right(row), self._list_options(row)) for row in rows]
        self._places_first = means_places(told)

    def read(self, row: Sequence[str], place: str) -> list[Item]:
        """The one item in a row. Raises LeftOut."""
        if len(row) == 1 and max(self._columns.fields, default=0):
            raise LeftOut(f"has only one cell, '{row[0][:40]}': does it belong to the row above?")
        texts = {
            field: list(self._find_cells(row, field))
            for field in set(self._columns.fields.values())
        }
        losses: list[str] = []

        def join(field: str) -> str:
            return "\n\n".join(self._convert(cell) for cell in texts.get(field, ()))

        raw = {field: " ".join(cells) for field, cells in texts.items()}
        question = join("question") or join("term")
        if pictures := texts.get("picture"):
            question = "\n\n".join([question, *map(_format_picture, pictures)]).strip()
        kind, answers = self._find_answers(row, texts, losses)
        tags = [tag for cell in texts.get("tags", ()) for tag in self._tags.split(cell) if tag]
        item = Item(
            place,
            kind=kind,
            question=question,
            answers=answers,
            why=join("why"),
            key=raw.get("key", ""),
            tags=tuple(tags),
            deck=split_deck(raw.get("deck", "")),
            stage=raw.get("stage", ""),
            difficulty=raw.get("difficulty", ""),
            is_asked=not self._columns.is_guess,
        )
        return [item.lose(*losses, *self._tell_unused(row))]

    def _tell_unused(self, row: Sequence[str]) -> Iterator[str]:
        """That cells stand beyond the table, if so."""
        if over := [cell for cell in row[self._width :] if cell]:
            shown = ", ".join(f"'{cell[:30]}'" for cell in over[:_MOST_TOLD])
            are = "is" if len(over) == 1 else "are"
            yield f"has {len(row)} cells of {self._width}: {shown} {are} not used"

    def _find_cells(self, row: Sequence[str], field: str) -> Iterator[str]:
        numbers = self._columns.find(field)
        return (row[number] for number in numbers if number < len(row) and row[number])

    def _find_right(self, row: Sequence[str]) -> list[str]:
        return list(self._find_cells(row, "right")) or list(self._find_cells(row, "answer"))

    def _list_options(self, row: Sequence[str]) -> list[str]:
        """Every option by its place; an empty cell keeps its place."""
        numbers = self._columns.find("option")
        return [row[number] if number < len(row) else "" for number in numbers]

    def _find_answers(
        self, row: Sequence[str], texts: dict[str, list[str]], losses: list[str]
    ) -> tuple[ItemKind, tuple[Answer, ...]]:
        right = self._find_right(row)
        if texts.get("option"):
            options = self._list_options(row)
            names = find_right(right, options, self._places_first, losses)
            return "choose", tuple(
                Answer(self._convert(each), right=number in names)
                for number, each in enumerate(options)
                if each
            )
        if wrong := texts.get("wrong"):
            sides = ((right, True), (wrong, False))
            return "choose", tuple(
                Answer(self._convert(each), side) for cells, side in sides for each in cells
            )
        return self._find_text(texts, right)

    def _find_text(
        self, texts: dict[str, list[str]], right: Sequence[str]
    ) -> tuple[ItemKind, tuple[Answer, ...]]:
        answers = [self._convert(each) for each in texts.get("meaning") or right]
        aliases = [
            part.strip() for each in texts.get("aliases", ()) for part in re.split("[,;|]", each)
        ]
        is_term = texts.get("term") or ("term" in texts and not texts.get("question")) or aliases
        joined = ["\n\n".join(answers)] if answers else []
        return "term" if is_term else "card", tuple(map(Answer, [*joined, *filter(None, aliases)]))


def _choose_separator(cells: Sequence[str]) -> re.Pattern[str]:
    """What stands between tags in a column: commas if there is one, else spaces.

    Where a space would cut off a bare number, as in `week 2`, a cell is one tag.
    """
    if any(_COMMAS.search(cell) for cell in cells):
        return _COMMAS
    cut = any(part.isdecimal() for cell in cells for part in cell.split()[1:])
    return _WHOLE if cut else _SPACES


def _format_picture(name: str) -> str:
    if not name.lower().endswith(ENDINGS) or "\n" in name:
        raise LeftOut(f"its picture '{name[:60]}' must end with {', '.join(ENDINGS)}")
    return f"![{PurePosixPath(name).stem}](<{name}>)"


def means_places(rows: Sequence[tuple[Sequence[str], Sequence[str]]]) -> bool:
    """Whether a column of right answers holds letters or numbers of options rather than texts.

    That is judged by all its rows: the cells, and the options that they are about.
    """
    told = [(cells, options) for cells, options in rows if cells and options]
    return not all(_find_texts(*each) for each in told) and all(_find_places(*e) for e in told)


def find_right(
    cells: Sequence[str], options: Sequence[str], places_first: bool, losses: list[str]
) -> set[int]:
    """Numbers of the options that the cells name; a doubt is told. Raises LeftOut."""
    by_text, by_place = _find_texts(cells, options), _find_places(cells, options)
    found = (by_place or by_text) if places_first else (by_text or by_place)
    answer = ", ".join(cells)[:60]
    if by_text and by_place and by_text != by_place:
        counts = (
            "the letter counts; write the whole text"
            if places_first
            else f"the text counts; write ({answer}) for the letter"
        )
        losses.append(f"the right answer '{answer}' is a text and a letter or number: {counts}")
    if cells and not found:
        raise LeftOut(
            f"the right answer '{answer}' names none of its options; write A, or A, C for several"
        )
    return found


def _find_texts(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Numbers from 0 of the options whose texts the cells are; none if some cell is none."""
    parts = [part for cell in cells for part in ([cell] if cell in options else _split(cell))]
    return {*map(options.index, parts)} if all(part in options for part in parts) else set()


def _find_places(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Numbers from 0 of the options whose letters or numbers the cells are: A, 2, (C), AC."""
    places = {sign: n for n in range(len(options)) for sign in (chr(ord("a") + n), str(n + 1))}
    signs = list[str]()
    for part in (part for cell in cells for part in _split(_AND.sub(",", cell))):
        several = _LETTERS.fullmatch(part) and len({*part}) == len(part) and part not in options
        signs += part if several else [part.strip("()[].")]
    found = {places.get(sign.casefold(), -1) for sign in signs}
    return found if min(found, default=-1) >= 0 else set()


def _split(cell: str) -> list[str]:
    return [part for part in re.split(r"\s*[,;&/]\s*|\s+", cell) if part]
