"""Answers that somebody typed into a table, against the key of the printed exam.

One row a person: `name`, `form` if there are several, and a column for each position.
Letters are those on the paper, in any case and with or without spaces; a question that a
person grades holds the points that it got.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Gathered,
    Response,
    Unreadable,
    number_things,
    score_picks,
    score_places,
)
from flashcards.results.key_table import AnswerKey, KeyRow
from flashcards.results.question_bank import BY_HAND, TYPED
from flashcards.results.spreadsheet import pad_row, read_number

GradeTyped = Callable[[KeyRow, str], float]
"""The score of a typed answer."""
_CHOICES = ("single", "multiple")
_NAMES = ("name", "student", "student number", "id", "candidate", "姓名", "学号")
_FORMS = ("form", "卷")
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z]{1,2})", re.IGNORECASE)
_MOST_TOLD = 10


class CellRefused(Exception):
    """A cell that is no answer to its question."""


@dataclass
class _Reader:
    key: AnswerKey
    grade: GradeTyped
    notices: list[str] = field(default_factory=list)

    def read_row(
        self, number: int, person: str, form: str, cells: Mapping[int, str]
    ) -> Attempt | None:
        """What one row holds; None if the key does not have its form."""
        rows = self._find_form(number, form)
        if rows is None:
            return None
        responses = {}
        for position, row in rows.items():
            try:
                responses[row.question] = _read_cell(row, cells.get(position, ""), self.grade)
            except CellRefused as error:
                self.notices.append(f"row {number}, position {position}: {error}")
        weights = {row.question: row.points for row in rows.values()}
        refused = len(rows) - len(responses)
        return Attempt(person, person.casefold(), responses, weights=weights, refused=refused)

    def _find_form(self, number: int, form: str) -> dict[int, KeyRow] | None:
        if not form and len(self.key) == 1:
            return next(iter(self.key.values()))
        found = {name.casefold(): rows for name, rows in self.key.items()}.get(form.casefold())
        if found is None:
            known = ", ".join(list(self.key)[:_MOST_TOLD])
            self.notices.append(f"row {number}: the key has no form '{form}', only {known}")
        return found


def is_answer_heading(heading: Sequence[str]) -> bool:
    """Whether a table with this heading has a column for each position."""
    return sum(cell.isdecimal() for cell in heading) >= max(1, len(heading) - 4)


def read_answer_table(rows: Sequence[Sequence[str]], key: AnswerKey, grade: GradeTyped) -> Gathered:
    """One attempt for each row with a form that the key has. Raises Unreadable."""
    heading = [cell.casefold() for cell in rows[0]]
    named = next((place for place, cell in enumerate(heading) if cell in _NAMES), None)
    form = next((place for place, cell in enumerate(heading) if cell in _FORMS), None)
    places = {int(cell): place for place, cell in enumerate(heading) if cell.isdecimal()}
    known = {position for asked in key.values() for position in asked}
    if named is None:
        raise Unreadable("has no column 'name'")
    if not known & places.keys():
        raise Unreadable("has no column for a position of the key")
    reader = _Reader(key, grade)
    attempts = []
    for number, row in enumerate(rows[1:], 2):
        cells = pad_row(row, len(heading))
        given = {position: cells[place] for position, place in places.items()}
        person = cells[named] or f"row {number}"
        attempt = reader.read_row(number, person, "" if form is None else cells[form], given)
        attempts += [attempt] if attempt else []
    extra = sorted(places.keys() - known)
    if extra:
        reader.notices.append(f"the key has no position {', '.join(map(str, extra))}")
    return Gathered(attempts, _list_questions(key), notices=_shorten(reader.notices))


def _list_questions(key: AnswerKey) -> dict[str, AskedQuestion]:
    """The questions in the order of the first form; options by name where the key tells them."""
    found: dict[str, AskedQuestion] = {}
    for rows in key.values():
        for _, row in sorted(rows.items()):
            whole = row.type in ("order", "match")
            right = _name_answer(row)
            things = number_things(right) if row.type == "match" else ()
            asked = AskedQuestion(row.question, row.points, "", right, row.options, whole, things)
            asked.is_typed, asked.by_hand = row.type in TYPED, row.type in BY_HAND
            found.setdefault(row.question, asked)
    return found


def _shorten(notices: Sequence[str]) -> list[str]:
    more = len(notices) - _MOST_TOLD
    return [*notices[:_MOST_TOLD], *([f"and {more} more cells like these"] if more > 0 else [])]


def _read_cell(row: KeyRow, cell: str, grade: GradeTyped) -> Response:
    """What a cell is worth. Raises CellRefused if it is no answer."""
    if row.type in BY_HAND:
        return Response(_read_points(row, cell))
    if not cell or cell == "-":
        return Response(0.0)
    if row.type not in (*_CHOICES, "order", "match"):
        return Response(grade(row, cell), (cell,))
    chosen = _read_pairs(row, cell) if row.type == "match" else _read_letters(row, cell)
    score = score_picks if row.type in _CHOICES else score_places
    return Response(score(_name_answer(row), chosen), chosen)


def _read_points(row: KeyRow, cell: str) -> float | None:
    points = read_number(cell)
    if not cell:
        return None
    if points is None or not 0 <= points <= row.points:
        raise CellRefused(f"'{cell[:40]}' are no points from 0 to {row.points:g}")
    return points / row.points if row.points else 0.0


def _read_letters(row: KeyRow, cell: str) -> tuple[str, ...]:
    tokens = re.split(r"[^a-z]+", cell.casefold().strip(" .,;"))
    if len(row.options) <= 26:
        tokens = [letter for token in tokens for letter in token]
    return tuple(_name_option(row, token, cell) for token in tokens)


def _read_pairs(row: KeyRow, cell: str) -> tuple[str, ...]:
    """The letter of each item in turn, from `1B 2A` or from `BA`."""
    pairs = {int(number): letter for number, letter in _PAIR.findall(cell)}
    if not pairs:
        return _read_letters(row, cell)
    return tuple(
        _name_option(row, pairs[number], cell) if number in pairs else ""
        for number in range(1, max(pairs) + 1)
    )


def _name_answer(row: KeyRow) -> tuple[str, ...]:
    """The right answer in names of options, in the order of the key."""
    if row.type in TYPED:
        return tuple(row.answer.split(" | "))
    if row.type in BY_HAND:
        return ()
    letters = re.sub(r"\d", "", row.answer).split()
    return tuple(_name_option(row, letter, letter) for letter in letters)


def _name_option(row: KeyRow, letter: str, cell: str) -> str:
    """The name of the option with this letter; the letter itself where the key has no names."""
    place = 0
    for sign in letter.casefold():
        place = place * 26 + ord(sign) - ord("a") + 1
    if row.options and not 1 <= place <= len(row.options):
        raise CellRefused(f"'{cell[:40]}' names no option of {row.question}")
    return row.options[place - 1] if row.options else letter.upper()
