"""Which options a cell calls right: by their texts, or by their letters or numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from flashcards.importing.columns import read_count
from flashcards.importing.item import LeftOut
from flashcards.words.message import Message

_AND = re.compile(r"(?<=\s)(?:and|und|et)(?=\s)|\+|[、，；和]", re.IGNORECASE)
_LETTERS = re.compile("[A-Z]+")
Reading = Literal["text", "place", "either"]


def decide_reading(rows: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Reading:
    """How a column of right answers is meant, judged by all its rows: cells, and their options."""
    told = [(cells, options) for cells, options in rows if cells and options]
    if all(_find_texts(cells, options) for cells, options in told):
        return "text"
    if all(_find_places(cells, options) for cells, options in told):
        return "place"
    return "either"


def find_right(
    cells: Sequence[str], options: Sequence[str], reading: Reading, losses: list[Message]
) -> set[int]:
    """Numbers of the options that the cells name; a doubt is told. Raises LeftOut."""
    by_text, by_place = _find_texts(cells, options), _find_places(cells, options)
    found = (by_place or by_text) if reading == "place" else (by_text or by_place)
    if not found:
        mixed = _find_mixed(cells, options)
        if mixed is None:
            raise LeftOut(Message("import-right-unknown", said=", ".join(cells)[:60]))
        return mixed
    if by_text and by_place and by_text != by_place:
        id = "import-right-by-letter" if found is by_place else "import-right-by-text"
        losses.append(Message(id, said=", ".join(cells)[:60]))
    return found


def _find_texts(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """The options whose texts all the cells are; none if some cell is no option."""
    found = set()
    for cell in cells:
        parts = [cell] if cell in options else _split(cell)
        if not all(part in options for part in parts):
            return set()
        found |= {options.index(part) for part in parts}
    return found


def _find_places(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """The options whose letters or numbers all the cells are; none if some cell is none."""
    places = [
        _read_place(part, len(options)) for cell in cells for part in _split_places(cell, options)
    ]
    return {place for place in places if place >= 0} if min(places, default=-1) >= 0 else set()


def _find_mixed(cells: Sequence[str], options: Sequence[str]) -> set[int] | None:
    found = set()
    for part in (part for cell in cells for part in _split_places(cell, options)):
        place = options.index(part) if part in options else _read_place(part, len(options))
        if place < 0:
            return None
        found.add(place)
    return found


def _split(cell: str) -> list[str]:
    return [part for part in re.split(r"\s*[,;&/]\s*|\s+", cell) if part]


def _split_places(cell: str, options: Sequence[str]) -> list[str]:
    """The letters and numbers in a cell; AC is A and C, unless an option says so."""
    parts = []
    for part in _split(_AND.sub(",", cell)):
        letters = [*dict.fromkeys(part)] if _LETTERS.fullmatch(part) else []
        together = len(letters) == len(part) > 1 and part not in options
        parts += letters if together else [part]
    return parts


def _read_place(part: str, most: int) -> int:
    """The number from 0 of an option by its letter or number; -1 if it is none."""
    letter = part.strip("()[].").casefold()
    if 1 <= read_count(letter) <= most:
        return read_count(letter) - 1
    place = ord(letter) - ord("a") if len(letter) == 1 else -1
    return place if 0 <= place < most else -1
