"""A table of answers on paper, graded by the key of the exam.

One row a person: a name, `form` if there are several, and a column for each position. Whoever
has no answer at all was absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.results.answer_key import BY_HAND, Key, KeyRow, NoAnswer, read_cell
from flashcards.results.attempts import Answer, Attempt
from flashcards.text.foreign_tables import (
    PERSON_FIELDS,
    find_column,
    list_headings,
    normalize_heading,
    pad_row,
)
from flashcards.text.plain_text import read_word_list

_POSITION = re.compile(r"(\D{0,30}?)[\s.#:_-]*(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
_ABSENT = read_word_list(
    "np nopresentado nopresentada ausente absent absente abs abwesend nichterschienen assente"
    " afwezig неявка отсутствует отсутствовал отсутствовала 缺考 缺席"
)
"""What is typed for somebody who was not there, without spaces and signs."""


class Columns(NamedTuple):
    """Where in a row of answers everything stands."""

    name: tuple[int, ...]
    """One column, or first and last name."""
    number: int | None
    """The column that identifies a person: student number or e-mail."""
    form: int | None
    positions: Mapping[int, int]
    """Position on the paper to column."""

    def find_person(self, cells: Sequence[str]) -> tuple[str, str]:
        """Return name and number in a row; both are empty if it has none."""
        name = " ".join(cells[at] for at in self.name if cells[at])
        number = "" if self.number is None else cells[self.number]
        return name or number, number


def find_columns(heading: Sequence[str], path: Path) -> Columns:
    """Return the columns of a table of answers. Raises FlashcardsError if it is none.

    Headings are read in several languages. A position is a number, with or without a word
    around it: `1`, `Q1`, `Frage 1`.
    """
    by_word: dict[str, list[tuple[int, int]]] = {}
    for at, cell in enumerate(heading):
        if match := _POSITION.fullmatch(cell.casefold()):
            by_word.setdefault(normalize_heading(match[1]), []).append((int(match[2]), at))
    numbered = max(by_word.values(), key=len, default=[])
    positions = dict(reversed(numbered))
    if len(positions) < len(numbered):
        numbers = [number for number, _ in numbered]
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise FlashcardsError(f"{path} has two columns for position {twice}")
    free = [
        "" if at in positions.values() else normalize_heading(cell)
        for at, cell in enumerate(heading)
    ]
    found = {field: find_column(free, list_headings(field)) for field in PERSON_FIELDS}
    whole, first, last, number = (found[name] for name in PERSON_FIELDS[:4])
    if first is None and last is not None:  # nombre, apellidos
        first = whole
    wanted = (first, whole if last is None else last)
    name = tuple(at for at in wanted if at is not None)
    if number is not None and not name:
        name = (number,)
    if not positions or not name:
        shown = ", ".join(f"“{cell}”" for cell in heading[:12] if cell)
        raise FlashcardsError(
            f"{path} is no table of answers that is known here: it needs the columns 'name', "
            f"'form' if there are several, and 1, 2, 3 … or Q1, Q2, Q3 …; found: {shown}"
        )
    return Columns(name, number, found["form"], positions)


def read_answers(
    rows: Sequence[Sequence[str]], columns: Columns, key: Key, path: Path, notices: list[str]
) -> list[Attempt]:
    """Return one attempt for each row with answers and a form that the key has.

    What cannot be used is added to `notices`. Raises FlashcardsError.
    """
    notices += _check_columns(rows, columns, key, path)
    attempts: dict[int, Attempt] = {}
    absent = []
    for number, row in enumerate(rows[1:], 2):
        if not any(row):
            continue
        cells = pad_row(row, len(rows[0]))
        person, student = columns.find_person(cells)
        asked = _find_form(columns, cells, person, key)
        if asked is None:
            forms = ", ".join(key)
            notices.append(f"row {number} has no form of the key ({forms}): “{person}” is left out")
        elif _is_absent(columns, cells, asked):
            absent.append(f"“{person}” (row {number})")
        else:
            last = max(columns.positions.get(position, 0) for position in asked)
            if len(row) <= last or any(row[len(rows[0]) :]):
                notices.append(f"row {number} has {len(row)} cells, the heading {len(rows[0])}")
            answers, unreadable = _read_row(columns, cells, asked, number, notices)
            identity = (student or person).casefold() or f"{path} #{number}"
            attempts[number] = Attempt(
                person or f"#{number}",
                identity,
                answers,
                unreadable,
                student,
                source=f"{path}:{number}",
            )
    if absent:
        notices.append(f"no answers, so absent: {', '.join(absent)}; '-' makes an empty paper")
    _refuse_shared_identities(attempts, path)
    return list(attempts.values())


def _check_columns(
    rows: Sequence[Sequence[str]], columns: Columns, key: Key, path: Path
) -> Iterator[str]:
    """Yield what heading and key do not have in common.

    Raises FlashcardsError if that is too much.
    """
    every = [(position, row) for asked in key.values() for position, row in asked.items()]
    known = {position for position, _ in every}
    if not known & columns.positions.keys():
        raise FlashcardsError(f"{path} has no column for a position of the key")
    people = (columns.find_person(pad_row(row, len(rows[0])))[0] for row in rows[1:])
    forms = {form.casefold() for form in key}
    if columns.form is None and len(key) > 1 and not forms & {each.casefold() for each in people}:
        raise FlashcardsError(
            f"{path} has no column 'form', and the key has several: {', '.join(key)}"
        )
    needed = {position for position, row in every if row.type not in BY_HAND}
    if missing := sorted(needed - columns.positions.keys()):
        yield f"no column for position {_list(missing)}: left out for everybody"
    if extra := sorted(columns.positions.keys() - known):
        yield f"the key has no position {_list(extra)}"
    used = {*columns.name, columns.number, columns.form, *columns.positions.values()}
    if unused := [cell for at, cell in enumerate(rows[0]) if cell and at not in used]:
        yield f"not used: {', '.join(f'“{cell}”' for cell in unused)}"


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _find_form(
    columns: Columns, cells: Sequence[str], person: str, key: Key
) -> dict[int, KeyRow] | None:
    """Return what the form of a row asks; a form may be made for one person and have their name."""
    cell = person if columns.form is None else cells[columns.form]
    if len(key) == 1 and (not cell or columns.form is None):
        return next(iter(key.values()))
    forms = {name.casefold(): rows for name, rows in key.items()}
    words = {word for word in re.split(r"[\s:._-]+", cell.casefold()) if word in forms}
    return forms.get(cell.casefold()) or (forms[words.pop()] if len(words) == 1 else None)


def _is_absent(columns: Columns, cells: Sequence[str], asked: Mapping[int, KeyRow]) -> bool:
    """Whether every cell of a row is empty, or says that somebody was not there."""
    for position, row in asked.items():
        cell = cells[columns.positions[position]] if position in columns.positions else ""
        said = re.sub(r"[\W_]+", "", cell.casefold())
        if cell and (said not in _ABSENT or cell.casefold() in row.answer.casefold()):
            return False
    return True


def _read_row(
    columns: Columns,
    cells: Sequence[str],
    asked: Mapping[int, KeyRow],
    number: int,
    notices: list[str],
) -> tuple[dict[str, Answer], dict[str, float]]:
    """Return the answers by question, and the points of those that cannot be read."""
    answers, unreadable = {}, {}
    for position, row in asked.items():
        if position not in columns.positions and row.type not in BY_HAND:
            unreadable[row.question] = row.points
            continue
        cell = cells[columns.positions[position]] if position in columns.positions else ""
        try:
            answers[row.question] = read_cell(row, cell)
        except NoAnswer as error:
            unreadable[row.question] = row.points
            notices.append(f"row {number}, position {position}: {error}")
    return answers, unreadable


def _refuse_shared_identities(attempts: Mapping[int, Attempt], path: Path) -> None:
    """Raise Unreadable if nobody can tell whether two rows are of one person."""
    names: dict[str, list[int]] = {}
    numbers: dict[str, list[int]] = {}
    for row, attempt in attempts.items():
        names.setdefault(attempt.person.casefold(), []).append(row)
        numbers.setdefault(attempt.number or f"row {row}", []).append(row)
    for rows in names.values():
        mine = [attempts[row] for row in rows]
        if any(each != mine[0] for each in mine) and not all(each.number for each in mine):
            raise FlashcardsError(
                f"{path}: “{mine[0].person}” stands in rows {_list(rows)}; "
                "give a column 'student number' that says who is who"
            )
    for number, rows in numbers.items():
        if len({attempts[row].person.casefold() for row in rows}) > 1:
            raise FlashcardsError(
                f"{path}: the number “{number}” stands in rows {_list(rows)} beside different names"
            )
