"""Moodle's reports of a quiz, downloaded as CSV: Responses and Grades, in any language.

Responses has up to three columns for each question: its text, the answer, the right answer.
Grades has its mark. A class's two files belong together: marks come from Grades, answers
from Responses; without Grades an answer is compared with the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Gathered,
    Response,
    Unreadable,
    mark_right_answers,
    score_picks,
)
from flashcards.results.moodle_columns import MoodleTable, Slot, read_duration
from flashcards.results.spreadsheet import read_number

FindCard = Callable[[str], str | None]
"""The id of the card that a question with this text asks."""
Marked = tuple[MoodleTable, Sequence[str]]
PAIR = " -> "
"""Between a thing and its match in an answer."""


class _Answered(NamedTuple):
    """One answer, and to which question."""

    id: str
    points: float
    response: Response


def join_moodle_tables(tables: Sequence[MoodleTable], find_card: FindCard) -> Gathered:
    """The attempts of all tables; rows about the same attempt are one. Raises Unreadable."""
    answered = [table for table in tables if table.slots]
    marked = [table for table in tables if table.marks]
    marks = {_identify(table, row): (table, row) for table in marked for row in table.rows}
    reader = _RowReader(find_card)
    attempts, seen = [], set()
    for table in answered or marked:
        for row in table.rows:
            name = _identify(table, row)
            seen.add(name)
            found = list(reader.read_row(table, row, marks.get(name)))
            attempts += [_make_attempt(table, row, found)] if found else []
    questions = reader.questions
    if not attempts:
        raise Unreadable("is a Moodle report without answers")
    mark_right_answers(attempts, questions)
    lost = len(marks.keys() - seen)
    notices = [f"{lost} rows of the grades have no row of answers"] if lost else []
    return Gathered(attempts, questions, notices=notices)


def _identify(table: MoodleTable, row: Sequence[str]) -> tuple[str, ...]:
    """The same for the same attempt in both reports: who, and when it began."""
    return (*row[: table.users], row[table.started])


def _make_attempt(table: MoodleTable, row: Sequence[str], answers: Sequence[_Answered]) -> Attempt:
    last, *others = row[: table.users]
    first = others[0] if others and "@" not in others[0] else ""
    person = f"{first} {last}".strip()
    mail = next((cell for cell in others if "@" in cell), person)
    return Attempt(
        person,
        mail.casefold(),
        {id: response for id, _, response in answers},
        read_duration(row[table.started + 2]),
        finished=row[table.started + 1] != "-",
        weights={id: points for id, points, _ in answers},
    )


class _RowReader:
    """Reads rows one after the other, and collects the questions in them."""

    def __init__(self, find_card: FindCard) -> None:
        self._find_card = find_card
        self.questions: dict[str, AskedQuestion] = {}

    def read_row(
        self, table: MoodleTable, row: Sequence[str], marked: Marked | None
    ) -> Iterator[_Answered]:
        """The answers of one row; none of somebody who never began, nor of an average."""
        if row[table.started] in ("", "-"):
            return
        for slot in table.slots or [Slot(number) for number in table.marks]:
            yield self._read_slot(slot, row, marked)

    def _read_slot(self, slot: Slot, row: Sequence[str], marked: Marked | None) -> _Answered:
        text = "" if slot.text is None else row[slot.text]
        answer = "-" if slot.answer is None else row[slot.answer]
        right = "-" if slot.right is None else row[slot.right]
        id = (text and self._find_card(text)) or f"Q{slot.number}"
        score, chosen = _grade(answer, right)
        points, is_marked = 1.0, bool(marked and slot.number in marked[0].marks)
        if marked and is_marked:
            at, points = marked[0].marks[slot.number]
            score = _read_mark(marked[1][at], points)
        if id not in self.questions:
            self.questions[id] = AskedQuestion(
                id, points, text, is_sequence=PAIR in right, tells_points=is_marked
            )
        return _Answered(id, points, Response(score, chosen))


@lru_cache(maxsize=4096)
def _grade(answer: str, right: str) -> tuple[float | None, tuple[str, ...]]:
    """The credit of an answer, if the right one is told, and its parts; a class repeats them."""
    return None if right == "-" else _compare(answer, right), tuple(_split(answer))


def _read_mark(cell: str, highest: float) -> float | None:
    """The share of the highest mark; nothing answered is 0, a word waits for a person."""
    mark = read_number(cell)
    if mark is None:
        return 0.0 if cell == "-" else None
    return min(1.0, max(0.0, mark / highest)) if highest else 0.0


def _split(cell: str) -> list[str]:
    return [] if cell in ("", "-") else [part.strip() for part in cell.split("; ")]


def _compare(answer: str, right: str) -> float:
    """The credit of an answer by the text of the right one."""
    given, wanted = _split(answer), _split(right)
    if PAIR in right:
        return sum(pair in given for pair in wanted) / len(wanted)
    return 1.0 if answer.casefold() == right.casefold() else score_picks(wanted, given)
