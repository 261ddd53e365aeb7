"""Answers that somebody typed into a table, against the key of the printed exam.

One row a person: a name, `form` if there are several, and a column for each position.
Letters are those on the paper, in any case and with or without spaces; a question that a
person grades holds the points that it got. Whoever has no answer at all was absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flashcards.results.answer_cells import CellRefused, GradeTyped, name_answer, read_cell
from flashcards.results.answer_columns import (
    NO_WORDS,
    AnswerColumns,
    Words,
    find_answer_columns,
    strip_form_word,
    take_form_by_content,
    tell_found,
)
from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Gathered,
    Response,
    Unreadable,
    list_numbers,
    name_rows,
    number_things,
)
from flashcards.results.key_table import AnswerKey, KeyRow
from flashcards.results.question_bank import BY_HAND, TYPED
from flashcards.results.spreadsheet import pad_row
from flashcards.words.message import Message, Names, Person

_MOST_TOLD = 10


@dataclass
class _Reader:
    key: AnswerKey
    grade: GradeTyped
    columns: AnswerColumns
    words: Words
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
        person, id = columns.tell_person(cells)
        asked = self._find_form(number, person, cells)
        if asked is None:
            return
        given = {n: cells[columns.positions[n]] for n in asked if n in columns.positions}
        given |= {n: "" for n in asked if n not in given and asked[n].type in BY_HAND}
        if not any(given.values()):
            who = {"person": Person(person or "?"), "row": name_rows([number])}
            self.absent.append(Message("answers-absent-person", **who))
            return
        self._tell_length(number, row, given)
        responses = self._read_cells(number, asked, given)
        weights = {each.question: each.points for each in asked.values()}
        refused = frozenset(weights.keys() - responses.keys())
        attempt = Attempt(
            person or f"row {number}", (id or person).casefold(), responses, weights=weights,
            refused=refused, number=id, source=f"row {number}",
        )  # fmt: skip
        self.rows[number] = attempt, cells

    def _read_cells(
        self, number: int, asked: Mapping[int, KeyRow], given: Mapping[int, str]
    ) -> dict[str, Response]:
        """Responses by question; what is no answer is told."""
        responses = {}
        for position, cell in given.items():
            row = asked[position]
            try:
                responses[row.question] = read_cell(row, cell, self.grade)
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
        stripped = strip_form_word(cell, self.words)
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

    def tell_apart(self, source: str) -> list[Message]:
        """Give every row that is another person an identity of its own; tell which rows.

        In one table a name in two rows is two people, unless a number says who is who.
        """
        told = []
        for identity, numbers in self._group_rows().items():
            rows = [self.rows[number] for number in numbers]
            if not identity:
                for number, (attempt, _) in zip(numbers, rows, strict=True):
                    attempt.identity = f"{source} row {number}"
                continue
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

    def _group_rows(self) -> dict[str, list[int]]:
        """Rows by identity, where several have it or none."""
        groups: dict[str, list[int]] = {}
        for number, (attempt, _) in self.rows.items():
            groups.setdefault(attempt.identity, []).append(number)
        return {id: rows for id, rows in groups.items() if not id or len(rows) > 1}


def read_answer_table(
    rows: Sequence[Sequence[str]], key: AnswerKey, grade: GradeTyped, words: Words = NO_WORDS,
    source: str = "",
) -> Gathered:  # fmt: skip
    """One attempt for each row with answers and a form that the key has. Raises Unreadable."""
    columns = find_answer_columns(rows[0], words)
    known = {position for asked in key.values() for position in asked}
    if not known & columns.positions.keys():
        raise Unreadable(Message("answers-no-position"))
    if columns.form is None and len(key) > 1:
        columns = _find_forms(columns, rows[1:], key)
    reader = _Reader(key, grade, columns, words)
    for number, row in enumerate(rows[1:], 2):
        if any(row):
            reader.read_row(number, row)
    apart = reader.tell_apart(source)
    attempts = [attempt for attempt, _ in reader.rows.values()]
    notices = [
        *_tell_columns(columns, key),
        *_shorten(apart, "answers-more-names"),
        *_tell_absent(reader.absent),
        *_shorten(reader.notices, "answers-more-lines"),
    ]
    return Gathered(attempts, _list_questions(key), notices=notices)


def _find_forms(
    columns: AnswerColumns, rows: Sequence[Sequence[str]], key: AnswerKey
) -> AnswerColumns:
    """The columns with that of the form, whatever its heading, unless forms are named by people.

    Raises Unreadable.
    """
    forms = {name.casefold() for name in key}
    found = take_form_by_content(columns, filter(any, rows), forms)
    people = (columns.tell_person(pad_row(row, len(columns.heading)))[0] for row in rows)
    if found.form is None and not any(person.casefold() in forms for person in people):
        known = Names(list(key)[:_MOST_TOLD])
        found_ones = tell_found(columns.heading)
        raise Unreadable(Message("answers-no-form-column", forms=known, found=found_ones))
    return found


def _list_questions(key: AnswerKey) -> dict[str, AskedQuestion]:
    """The questions in the order of the first form; options by name where the key tells them."""
    found: dict[str, AskedQuestion] = {}
    for rows in key.values():
        for _, row in sorted(rows.items()):
            whole = row.type in ("order", "match")
            right = _name_right(row)
            things = number_things(right) if row.type == "match" else ()
            asked = AskedQuestion(row.question, row.points, "", right, row.options, whole, things)
            asked.is_typed, asked.by_hand = row.type in TYPED, row.type in BY_HAND
            asked.content = row.content
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


def _tell_absent(absent: Sequence[Message]) -> list[Message]:
    """Who has no answer at all."""
    if not absent:
        return []
    shown = Names([*absent[:_MOST_TOLD], *["…"][: len(absent) > _MOST_TOLD]])
    return [Message("answers-absent", n=len(absent), people=shown)]


def _shorten(notices: Sequence[Message], id: str) -> list[Message]:
    more = len(notices) - _MOST_TOLD
    return [*notices[:_MOST_TOLD], *([Message(id, more=more)] if more > 0 else [])]
