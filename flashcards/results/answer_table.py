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
    number_things,
    quote_private,
)
from flashcards.results.key_table import AnswerKey, KeyRow
from flashcards.results.question_bank import BY_HAND, TYPED
from flashcards.results.spreadsheet import pad_row

_MOST_TOLD = 10


@dataclass
class _Reader:
    key: AnswerKey
    grade: GradeTyped
    columns: AnswerColumns
    words: Words
    notices: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
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
            self.absent.append(f"{quote_private(person or '?')} (row {number})")
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
                self.notices.append(f"row {number}, position {position}: {error}")
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
            who = f"{quote_private(person)} is" if person else "this person is"
            told = f"row {number}: {self._tell_forms(cell)}"
            self.notices.append(f"{told}; {who} not in the report")
        return found

    def _tell_forms(self, cell: str) -> str:
        known = ", ".join(list(self.key)[:_MOST_TOLD])
        if self.columns.form is None:
            return f"no form of the key is named {quote_private(cell)}, only {known}"
        if not cell:
            return f"no form is told; the key has {known}"
        return f"the key has no form '{cell[:40]}', only {known}"

    def _tell_length(self, number: int, row: Sequence[str], given: Mapping[int, str]) -> None:
        """That a row ends before its last position, or after the heading."""
        positions, width = self.columns.positions, len(self.columns.heading)
        lost = [position for position in given if positions.get(position, 0) >= len(row)]
        if lost:
            told = f"row {number} ends after {len(row)} of {width} cells"
            self.notices.append(f"{told}: no answer to position {_list(lost)}")
        if any(row[width:]):
            self.notices.append(f"row {number} has {len(row)} cells and the heading {width}: "
                                "the last are not used")  # fmt: skip

    def tell_apart(self, source: str) -> list[str]:
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
        raise Unreadable("has no column for a position of the key")
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
        *_shorten(apart, "names"),
        *_tell_absent(reader.absent),
        *_shorten(reader.notices, "lines"),
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
        known = ", ".join(list(key)[:_MOST_TOLD])
        raise Unreadable(f"has no column 'form', and the key has several: {known}; "
                         f"{tell_found(columns.heading)}")  # fmt: skip
    return found


def _list_questions(key: AnswerKey) -> dict[str, AskedQuestion]:
    """The questions in the order of the first form; options by name where the key tells them."""
    found: dict[str, AskedQuestion] = {}
    for rows in key.values():
        for _, row in sorted(rows.items()):
            whole = row.type in ("order", "match")
            right = name_answer(row)
            things = number_things(right) if row.type == "match" else ()
            asked = AskedQuestion(row.question, row.points, "", right, row.options, whole, things)
            asked.is_typed, asked.by_hand = row.type in TYPED, row.type in BY_HAND
            asked.content = row.content
            found.setdefault(row.question, asked)
    return found


def _tell_columns(columns: AnswerColumns, key: AnswerKey) -> list[str]:
    """What the heading and the key do not have in common; own words may wait for their points."""
    every = [(position, row) for asked in key.values() for position, row in asked.items()]
    known = {position for position, _ in every}
    needed = {position for position, row in every if row.type not in BY_HAND}
    told = []
    if missing := sorted(needed - columns.positions.keys()):
        told.append(f"there is no column for position {_list(missing)}: left out for everybody")
    if extra := sorted(columns.positions.keys() - known):
        told.append(f"the key has no position {_list(extra)}")
    if unused := columns.unused:
        shown = ", ".join(quote_private(cell) for cell in unused[:_MOST_TOLD])
        told.append(f"not used: {'column' if len(unused) == 1 else 'columns'} {shown}")
    return told


def _tell_people(one: Attempt, numbers: Sequence[int]) -> str:
    rows = f"rows {_list(numbers)}"
    if one.number:
        return (
            f"the number {quote_private(one.number)} stands in {rows} beside different names: "
            f"they count as {len(numbers)} people"
        )
    return (
        f"{quote_private(one.person)} stands in {rows}: they count as {len(numbers)} people; "
        "a column 'student number' tells who is who"
    )


def _tell_absent(absent: Sequence[str]) -> list[str]:
    """Who has no answer at all."""
    if not absent:
        return []
    told = "1 row has no answer and counts" if len(absent) == 1 else (
        f"{len(absent)} rows have no answer and count"
    )  # fmt: skip
    shown = ", ".join(absent[:_MOST_TOLD]) + (", …" if len(absent) > _MOST_TOLD else "")
    return [f"{told} as absent: {shown}; a '-' in a cell makes it a paper without answers"]


def _list(numbers: Sequence[int]) -> str:
    """Numbers as in a sentence: 2, 5 and 9–12."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in _show_run(run)]
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _show_run(run: Sequence[int]) -> list[str]:
    return [f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run))


def _shorten(notices: Sequence[str], what: str) -> list[str]:
    more = len(notices) - _MOST_TOLD
    return [*notices[:_MOST_TOLD], *([f"and {more} more {what} like these"] if more > 0 else [])]
