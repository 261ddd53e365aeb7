"""Answers that somebody typed into a table, against the key of the printed exam.

One row a person: a name, `form` if there are several, and a column for each position.
Letters are those on the paper, in any case and with or without spaces; a question that a
person grades holds the points that it got. Whoever has no answer at all was absent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from flashcards.results.answer_key import AnswerKey, CellRefused, KeyRow, name_answer, read_cell
from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Collected,
    Response,
    list_numbers,
    name_rows,
    shorten,
)
from flashcards.results.question_bank import BY_HAND, QuestionBank, describe_form
from flashcards.text.foreign_tables import (
    PERSON_FIELDS,
    Unreadable,
    find_column,
    list_headings,
    normalize_heading,
    pad_row,
)
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message, Names, Person

NOTHING_PRINTED: Mapping[str, Collection[str]] = MappingProxyType({})
"""What is known of the words on the exams of no course."""
_MOST_TOLD = 10
_POSITION = re.compile(r"(\D{0,30}?)[\s.#:_-]*(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
_MOST_SHOWN = 12
"""Headings of a table that is not understood."""


_ABSENT = read_word_list(
    "np nopresentado nopresentada ausente absent absente abs abwesend nichterschienen assente"
    " afwezig неявка отсутствует отсутствовал отсутствовала 缺考 缺席"
)
"""What is typed for somebody who was not there, without spaces and signs."""


@dataclass
class _Reader:
    key: AnswerKey
    bank: QuestionBank
    columns: AnswerColumns
    source: str
    notices: list[Message] = field(default_factory=list)
    absent: list[Message] = field(default_factory=list)
    rows: dict[int, tuple[Attempt, Sequence[str]]] = field(default_factory=dict)
    """Attempts with the cells that they come from, by the number of the row."""

    def __post_init__(self) -> None:
        self._forms = {name.casefold(): rows for name, rows in self.key.items()}

    def read_row(self, number: int, row: Sequence[str]) -> None:
        """Keep what one row holds, or tell why not."""
        columns = self.columns
        cells = pad_row(row, len(columns.heading))
        person, id = columns.find_person(cells)
        asked = self._find_form(number, person, cells)
        if asked is None:
            return
        given = {n: cells[columns.positions[n]] for n in asked if n in columns.positions}
        given |= {n: "" for n in asked if n not in given and asked[n].type in BY_HAND}
        if all(_is_absent(cell, asked[n].answer) for n, cell in given.items()):
            who = {"person": Person(person or "?"), "row": name_rows([number])}
            self.absent.append(Message("answers-absent-person", **who))
            return
        self._tell_length(number, row, given)
        responses = self._read_cells(number, asked, given)
        weights = {each.question: each.points for each in asked.values()}
        refused = frozenset(weights.keys() - responses.keys())
        attempt = Attempt(
            person or f"#{number}",
            (id or person).casefold() or f"{self.source} #{number}",
            responses,
            weights=weights,
            refused=refused,
            number=id,
            source=f":{number}",
        )
        self.rows[number] = attempt, cells

    def _read_cells(
        self, number: int, asked: Mapping[int, KeyRow], given: Mapping[int, str]
    ) -> dict[str, Response]:
        """Responses by question; what is no answer is told."""
        responses = {}
        for position, cell in given.items():
            row = asked[position]
            try:
                responses[row.question] = read_cell(row, cell, self.bank)
            except CellRefused as error:
                place = {"row": name_rows([number]), "position": position}
                self.notices.append(Message("answers-at-position", **place, told=error.message))
        return responses

    def _find_form(
        self, number: int, person: str, cells: Sequence[str]
    ) -> dict[int, KeyRow] | None:
        """What the form of a row asks; a form may be made for one person and have their name."""
        cell = person if self.columns.form is None else cells[self.columns.form]
        if len(self.key) == 1 and (not cell or self.columns.form is None):
            return next(iter(self.key.values()))
        stripped = self.columns.strip_form_word(cell)
        found = self._forms.get(cell.casefold()) or self._forms.get(stripped.casefold())
        if found is None:
            who = Person(person) if person else Message("answers-nameless")
            told = Message("answers-not-in-report", told=self._tell_forms(cell), person=who)
            self.notices.append(Message("answers-in-row", row=name_rows([number]), told=told))
        return found

    def _tell_forms(self, cell: str) -> Message:
        known = Names(list(self.key)[:_MOST_TOLD])
        if self.columns.form is None:  # each is made for one person
            return Message(
                "answers-form-named", person=Person(cell), forms=Names(map(Person, known))
            )
        if not cell:
            return Message("answers-form-untold", forms=known)
        return Message("answers-form-unknown", form=cell[:40], forms=known)

    def _tell_length(self, number: int, row: Sequence[str], given: Mapping[int, str]) -> None:
        """That a row ends before its last position, or after the heading."""
        positions, width = self.columns.positions, len(self.columns.heading)
        lost = [position for position in given if positions.get(position, 0) >= len(row)]
        told = {"row": name_rows([number]), "cells": len(row), "width": width}
        if lost:
            self.notices.append(Message("answers-row-short", **told, positions=list_numbers(lost)))
        if any(row[width:]):
            self.notices.append(Message("answers-row-long", **told))

    def tell_apart(self) -> list[Message]:
        """Give every row that is another person an identity of its own; tell which rows.

        In one table a name in two rows is two people, unless a number says who is who.
        """
        groups: dict[str, list[int]] = {}
        for number, (attempt, _) in self.rows.items():
            groups.setdefault(attempt.identity, []).append(number)
        told = self._tell_unnumbered()
        for identity, numbers in groups.items():
            rows = [self.rows[number] for number in numbers]
            names = {attempt.person.casefold() for attempt, _ in rows}
            same = all(cells == rows[0][1] for _, cells in rows)
            if same or (rows[0][0].number and len(names) == 1):
                continue
            told.append(_tell_people(rows[0][0], numbers))
            for number, (attempt, _) in zip(numbers, rows, strict=True):
                attempt.identity = f"{identity} {attempt.person.casefold()} row {number}"
                if len(names) == 1:
                    attempt.person = f"{attempt.person} (row {number})"
        return told

    def _tell_unnumbered(self) -> list[Message]:
        """Names that stand with a number and without: nobody knows whether it is one person."""
        names: dict[str, list[int]] = {}
        for number, (attempt, _) in self.rows.items():
            names.setdefault(attempt.person.casefold(), []).append(number)
        told = []
        for numbers in names.values():
            mine = [self.rows[number][0] for number in numbers]
            if any(each.number for each in mine) and not all(each.number for each in mine):
                who = {"person": Person(mine[0].person), "rows": name_rows(numbers)}
                told.append(Message("answers-number-missing", **who))
        return told


def read_answer_table(
    rows: Sequence[Sequence[str]],
    columns: AnswerColumns,
    key: AnswerKey,
    bank: QuestionBank,
    source: str = "",
) -> Collected:
    """One attempt for each row with answers and a form that the key has. Raises Unreadable."""
    known = {position for asked in key.values() for position in asked}
    if not known & columns.positions.keys():
        raise Unreadable(Message("answers-no-position"))
    if columns.form is None and len(key) > 1:
        columns = _find_forms(columns, rows[1:], key)
    reader = _Reader(key, bank, columns, source)
    for number, row in enumerate(rows[1:], 2):
        if any(row):
            reader.read_row(number, row)
    apart = reader.tell_apart()
    attempts = [attempt for attempt, _ in reader.rows.values()]
    notices = [
        *_tell_columns(columns, key),
        *_shorten(apart, "answers-more-names"),
        *([_tell_absent(reader.absent)] if reader.absent else []),
        *_shorten(reader.notices, "answers-more-lines"),
    ]
    return Collected(attempts, _list_questions(key), notices=notices)


def _is_absent(cell: str, answer: str) -> bool:
    """Whether a cell is empty or says that somebody was not there, and is no right answer."""
    said = re.sub(r"[\W_]+", "", cell.casefold())
    return not cell or (said in _ABSENT and cell.casefold() not in answer.casefold())


def _find_forms(
    columns: AnswerColumns, rows: Sequence[Sequence[str]], key: AnswerKey
) -> AnswerColumns:
    """The columns with that of the form, whatever its heading, unless forms are named by people.

    Raises Unreadable.
    """
    forms = {name.casefold() for name in key}
    used = {*columns.name, columns.number, *columns.positions.values()}
    free = {at for at in range(len(columns.heading)) if at not in used}
    for row in filter(any, rows):
        free = {at for at in free if at < len(row) and row[at].casefold() in forms}
    if len(free) == 1:  # the one column in which each row names a form
        return replace(columns, form=free.pop())
    people = (columns.find_person(pad_row(row, len(columns.heading)))[0] for row in rows)
    if any(person.casefold() in forms for person in people):
        return columns
    found = {"forms": Names(list(key)[:_MOST_TOLD]), "found": tell_found(columns.heading)}
    raise Unreadable(Message("answers-no-form-column", **found))


def _list_questions(key: AnswerKey) -> dict[str, AskedQuestion]:
    """The questions in the order of the first form; options by name where the key tells them."""
    found: dict[str, AskedQuestion] = {}
    for rows in key.values():
        for _, row in sorted(rows.items()):
            right = _name_right(row)
            asked = describe_form(row.question, row.type, row.points, right, row.options)
            asked.by_hand, asked.content = row.type in BY_HAND, row.content
            found.setdefault(row.question, asked)
    return found


def _name_right(row: KeyRow) -> tuple[str, ...]:
    try:
        return name_answer(row)
    except CellRefused as error:
        raise Unreadable(Message("answers-key-wrong", told=error.message)) from None


def _tell_columns(columns: AnswerColumns, key: AnswerKey) -> list[Message]:
    """What the heading and the key do not have in common; own words may wait for their points."""
    every = [(position, row) for asked in key.values() for position, row in asked.items()]
    known = {position for position, _ in every}
    needed = {position for position, row in every if row.type not in BY_HAND}
    told = []
    if missing := sorted(needed - columns.positions.keys()):
        told.append(Message("answers-positions-missing", positions=list_numbers(missing)))
    if extra := sorted(columns.positions.keys() - known):
        told.append(Message("answers-positions-unknown", positions=list_numbers(extra)))
    if unused := columns.unused:
        shown = Names(map(Person, unused[:_MOST_TOLD]))
        told.append(Message("answers-columns-unused", n=len(unused), columns=shown))
    return told


def _tell_people(one: Attempt, numbers: Sequence[int]) -> Message:
    told = {"rows": name_rows(numbers), "n": len(numbers)}
    if one.number:
        return Message("answers-number-shared", number=Person(one.number), **told)
    return Message("answers-name-shared", person=Person(one.person), **told)


def _tell_absent(absent: Sequence[Message]) -> Message:
    """Who has no answer at all."""
    return Message("answers-absent", n=len(absent), people=Names(shorten(absent, _MOST_TOLD)))


def _shorten(notices: Sequence[Message], id: str) -> list[Message]:
    return shorten(notices, _MOST_TOLD, Message(id, more=len(notices) - _MOST_TOLD))


@dataclass(frozen=True)
class AnswerColumns:
    """Where in a row of answers everything stands."""

    heading: Sequence[str]
    name: tuple[int, ...]
    """One column, or first and last name."""
    number: int | None
    """The column that identifies a person: student number or e-mail."""
    form: int | None
    form_words: Sequence[str]
    """What may stand above the column of the form, and beside its name in a cell."""
    positions: Mapping[int, int]
    """Position on the paper to column."""

    @property
    def unused(self) -> list[str]:
        """Headings of the columns that say nothing here."""
        used = {*self.name, self.number, self.form, *self.positions.values()}
        return [cell for at, cell in enumerate(self.heading) if at not in used and cell]

    def find_person(self, cells: Sequence[str]) -> tuple[str, str]:
        """Name and number in a row; both empty if it has none."""
        name = " ".join(cells[at] for at in self.name if cells[at])
        number = "" if self.number is None else cells[self.number]
        return name or number, number

    def strip_form_word(self, cell: str) -> str:
        """What stands behind or in front of the word for a form: `A` of `Form A`."""
        for word in self.form_words:
            behind, before = cell[len(word) :].lstrip(" \t:.-"), cell[: -len(word)].rstrip()
            if behind and normalize_heading(cell[: len(word)]) == word:
                return behind
            if before and normalize_heading(cell[-len(word) :]) == word:
                return before
        return cell


def find_answer_columns(
    heading: Sequence[str], printed: Mapping[str, Collection[str]] = NOTHING_PRINTED
) -> AnswerColumns:
    """The columns of a table of answers. Raises Unreadable if it is none.

    Headings are read in several languages, and in the words that the course has `printed` on
    its exams, by field of HEADINGS. A position is a number, with or without a word around it:
    `1`, `Q1`, `Frage 1`.
    """
    positions = _find_positions(heading)
    free = [
        "" if at in positions.values() else normalize_heading(cell)
        for at, cell in enumerate(heading)
    ]
    words = {field: list_headings(field, printed.get(field, ())) for field in PERSON_FIELDS}
    found = {field: find_column(free, words[field]) for field in PERSON_FIELDS}
    number = found["number"]
    name = _choose_names(found) or ((number,) if number is not None else ())
    if not positions or not name:
        raise Unreadable(Message("answers-no-table", found=tell_found(heading)))
    return AnswerColumns(heading, name, number, found["form"], words["form"], positions)


def _choose_names(found: Mapping[str, int | None]) -> tuple[int, ...]:
    """The column of the name; of first and last name, in this order."""
    whole, first, last = found["name"], found["first name"], found["last name"]
    if first is None and last is not None and whole is not None:
        return whole, last  # nombre, apellidos
    parts = (first, whole if last is None else last)
    return tuple(at for at in parts if at is not None)


def _find_positions(heading: Sequence[str]) -> dict[int, int]:
    """The columns of positions: those with numbers and the word that most of them share."""
    by_word: dict[str, list[tuple[int, int]]] = {}
    for at, cell in enumerate(heading):
        if found := _POSITION.fullmatch(cell.casefold()):
            by_word.setdefault(normalize_heading(found[1]), []).append((int(found[2]), at))
    word = max(by_word, key=lambda each: len(by_word[each]), default="")
    found_ones = by_word.get(word, [])
    positions = dict(reversed(found_ones))
    if len(positions) < len(found_ones):
        numbers = [number for number, _ in found_ones]
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise Unreadable(Message("answers-position-twice", position=twice))
    return positions


def tell_found(heading: Sequence[str]) -> Message:
    """The columns that a table has, for somebody who looks for one that is missing."""
    shown = shorten([Person(cell) for cell in heading if cell], _MOST_SHOWN)
    columns = Names(shown or [Message("answers-columns-none")])
    return Message("answers-columns-found", columns=columns)
