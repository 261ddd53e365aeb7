"""Which column of a table of answers holds what: who it was, the form, each position.

Headings are read in several languages, and in the words that the course itself prints on
its exams. A position is a number, with or without a word around it: `1`, `Q1`, `Frage 1`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flashcards.results.attempts import Unreadable
from flashcards.words.message import Message, Names, Person

_NAMES = (
    "name", "full name", "student", "student name", "candidate", "participant", "naam", "nom",
    "nombre", "nome", "studierende", "studierender", "teilnehmer", "étudiant", "estudiante",
    "alumno", "studente", "姓名", "学生",
)  # fmt: skip
_FIRST = ("first name", "firstname", "given name", "vorname", "prénom", "voornaam", "名")
_LAST = (
    "last name", "lastname", "surname", "family name", "nachname", "familienname",
    "nom de famille", "achternaam", "apellido", "apellidos", "cognome", "姓",
)  # fmt: skip
_NUMBERS = (
    "student number", "student no", "student id", "number", "id", "matriculation number",
    "matrikelnummer", "matrikel nr", "matr nr", "matrikelnr", "studentnummer",
    "numéro étudiant", "matricola", "学号", "email", "e mail", "email address",
)  # fmt: skip
_FORMS = (
    "form", "version", "variant", "variante", "versie", "versión", "versione", "forma",
    "formular", "卷", "试卷", "卷别",
)  # fmt: skip
_POSITION = re.compile(r"(\D{0,30}?)[\s.#:_-]*(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
_MOST_SHOWN = 12
"""Headings of a table that is not understood."""


class Words(NamedTuple):
    """What the course prints on its exams, in all its languages, for a name, a number, a form."""

    names: Collection[str] = ()
    numbers: Collection[str] = ()
    forms: Collection[str] = ()


NO_WORDS = Words()
"""Of no course."""


@dataclass(frozen=True)
class AnswerColumns:
    """Where in a row of answers everything stands."""

    heading: Sequence[str]
    name: tuple[int, ...]
    """One column, or first and last name."""
    number: int | None
    """The number of a student, or what else names nobody twice."""
    form: int | None
    positions: Mapping[int, int]
    """Position on the paper to column."""
    is_numbered: bool
    """Whether the headings of positions are numbers alone."""

    @property
    def unused(self) -> list[str]:
        """Headings of the columns that say nothing here."""
        used = {*self.name, self.number, self.form, *self.positions.values()}
        return [cell for at, cell in enumerate(self.heading) if at not in used and cell]

    def tell_person(self, cells: Sequence[str]) -> tuple[str, str]:
        """Name and number in a row; both empty if it has none."""
        name = " ".join(cells[at] for at in self.name if cells[at])
        number = "" if self.number is None else cells[self.number]
        return name or number, number


def find_answer_columns(heading: Sequence[str], words: Words = NO_WORDS) -> AnswerColumns:
    """The columns of a table of answers. Raises Unreadable if it is none."""
    folded = [_fold(cell) for cell in heading]
    positions, word = _find_positions(heading)
    taken = set(positions.values())
    number = _find(folded, (*_NUMBERS, *words.numbers), taken)
    name = _find_names(folded, words, taken) or ((number,) if number is not None else ())
    if not positions or not name:
        raise Unreadable(Message("answers-no-table", found=tell_found(heading)))
    form = _find(folded, (*_FORMS, *words.forms), taken)
    return AnswerColumns(heading, name, number, form, positions, not word)


def take_form_by_content(
    columns: AnswerColumns, rows: Iterable[Sequence[str]], forms: Collection[str]
) -> AnswerColumns:
    """The same with the one column as the form in which each row names a form of the key."""
    used = {*columns.name, columns.number, *columns.positions.values()}
    free = {at for at in range(len(columns.heading)) if at not in used}
    for row in rows:
        free = {at for at in free if at < len(row) and row[at].casefold() in forms}
    return replace(columns, form=free.pop()) if len(free) == 1 else columns


def strip_form_word(cell: str, words: Words) -> str:
    """What stands behind or in front of the word for a form: `A` of `Form A`."""
    for word in (*_FORMS, *words.forms):
        found = re.fullmatch(
            rf"{re.escape(word)}[\s:.\-]*(.+)|(.+?)\s*{re.escape(word)}", cell, re.I
        )
        if found:
            return str(found[1] or found[2])
    return cell


def _fold(cell: str) -> str:
    return re.sub(r"[\W_]+", " ", cell).strip().casefold()


def _find(folded: Sequence[str], words: Sequence[str], taken: Collection[int]) -> int | None:
    """The first of the words that a column has."""
    known = [_fold(word) for word in words]
    found = [(known.index(cell), at) for at, cell in enumerate(folded)
             if cell in known and at not in taken]  # fmt: skip
    return min(found)[1] if found else None


def _find_names(folded: Sequence[str], words: Words, taken: Collection[int]) -> tuple[int, ...]:
    """The column of the name; of first and last name, in this order."""
    whole = _find(folded, (*_NAMES, *words.names), taken)
    first, last = _find(folded, _FIRST, taken), _find(folded, _LAST, taken)
    if first is None and last is not None and whole is not None:
        return whole, last  # nombre, apellidos
    parts = (first, whole if last is None else last)
    return tuple(at for at in parts if at is not None)


def _find_positions(heading: Sequence[str]) -> tuple[dict[int, int], str]:
    """The columns of positions: those with numbers and the word that most of them share."""
    by_word: dict[str, list[tuple[int, int]]] = {}
    for at, cell in enumerate(heading):
        if found := _POSITION.fullmatch(cell.casefold()):
            by_word.setdefault(_fold(found[1]), []).append((int(found[2]), at))
    word = max(by_word, key=lambda each: len(by_word[each]), default="")
    found_ones = by_word.get(word, [])
    positions = dict(reversed(found_ones))
    if len(positions) < len(found_ones):
        numbers = [number for number, _ in found_ones]
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise Unreadable(Message("answers-position-twice", position=twice))
    return positions, word


def tell_found(heading: Sequence[str]) -> Message:
    """The columns that a table has, for somebody who looks for one that is missing."""
    shown: list[Any] = [Person(cell) for cell in heading[:_MOST_SHOWN] if cell]
    more = ["…"] if len(heading) > _MOST_SHOWN else []
    columns = Names([*(shown or [Message("answers-columns-none")]), *more])
    return Message("answers-columns-found", columns=columns)
