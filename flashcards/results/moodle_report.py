"""Moodle's reports of a quiz, downloaded as CSV: Responses and Grades, in any language.

Responses has up to three columns for each question: its text, the answer, the right answer.
Grades has its mark. A class's two files belong together: marks come from Grades, answers
from Responses; without Grades an answer is compared with the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Gathered,
    Response,
    Unreadable,
    mark_right_answers,
    score_picks,
    score_places,
)
from flashcards.results.moodle_columns import MoodleTable, Slot, read_duration
from flashcards.results.question_bank import TYPED, QuestionBank
from flashcards.results.spreadsheet import read_number
from flashcards.words.message import Message

Marked = tuple[MoodleTable, Sequence[str]]
PAIR = " -> "
"""Between a thing and its match in an answer."""
DIVIDER = "; "
"""Between the parts of an answer; an option may hold it too."""
_NOTHING = ("", "-")


class _Answered(NamedTuple):
    """One answer, and to which question."""

    id: str
    points: float
    response: Response


def join_moodle_tables(tables: Sequence[MoodleTable], bank: QuestionBank) -> Gathered:
    """The attempts of all tables; rows about the same attempt are one. Raises Unreadable."""
    answered = [table for table in tables if table.slots]
    marked = [table for table in tables if table.marks]
    marks = {_identify(table, row): (table, row) for table in marked for row in table.rows}
    reader = _RowReader(bank)
    attempts, seen = [], set()
    for table in answered or marked:
        for row in table.rows:
            name = _identify(table, row)
            seen.add(name)
            found = list(reader.read_row(table, row, marks.get(name)))
            attempts += [_make_attempt(table, row, found)] if found else []
    questions = reader.questions
    if not attempts:
        raise Unreadable(Message("answers-moodle-empty"))
    mark_right_answers(attempts, questions)
    lost = len(marks.keys() - seen)
    notices = [Message("answers-grades-alone", n=lost)] if lost else []
    if not any(question.tells_points for question in questions.values()):
        notices.append(Message("answers-points-untold"))
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
        own_percent=table.read_percent(row),
    )


class _RowReader:
    """Reads rows one after the other, and collects the questions in them."""

    def __init__(self, bank: QuestionBank) -> None:
        self._bank = bank
        self._graded: dict[tuple[str, str, str], tuple[float | None, tuple[str, ...]]] = {}
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
        id = (text and self._bank.find_card(text)) or f"Q{slot.number}"
        score, chosen = self._grade(id, answer, right)
        points, is_marked = 1.0, bool(marked and slot.number in marked[0].marks)
        if marked and is_marked:
            at, points = marked[0].marks[slot.number]
            score = _read_mark(marked[1][at], points)
        if id not in self.questions:
            whole = PAIR in right or self._is_order(id)
            self.questions[id] = AskedQuestion(
                id, points, text, is_sequence=whole, tells_points=is_marked
            )
        self.questions[id].is_typed |= self._is_typed(id, chosen)
        return _Answered(id, points, Response(score, chosen))

    def _grade(self, id: str, answer: str, right: str) -> tuple[float | None, tuple[str, ...]]:
        """The credit of an answer, if the right one is told, and its parts; each is read once."""
        if (id, answer, right) not in self._graded:
            given = self._split(id, answer)
            score = None if right in _NOTHING else self._compare(id, answer, right)
            self._graded[id, answer, right] = score, tuple(given)
        return self._graded[id, answer, right]

    def _split(self, id: str, cell: str) -> list[str]:
        """The options in an answer; what was written in own words or typed stays whole."""
        if cell in _NOTHING:
            return []
        parts = [part.strip() for part in cell.split(DIVIDER)]
        if PAIR in cell:
            return parts
        found = self._bank.join_parts(id, parts, DIVIDER)
        facts = self._bank.describe(id)
        is_text = facts is not None and not any(self._bank.is_option(id, text) for text in found)
        return [cell.strip()] if is_text else found

    def _compare(self, id: str, answer: str, right: str) -> float:
        """The credit of an answer by the text of the right one, or by the rules of its card."""
        given, wanted = self._split(id, answer), self._split(id, right)
        if PAIR in right:
            return sum(pair in given for pair in wanted) / len(wanted)
        if answer.casefold() == right.casefold():
            return 1.0
        if self._is_typed(id, given):
            return self._bank.grade_text(id, answer) or 0.0
        return (score_places if self._is_order(id) else score_picks)(wanted, given)

    def _is_order(self, id: str) -> bool:
        facts = self._bank.describe(id)
        return facts is not None and "order" in facts.forms

    def _is_typed(self, id: str, given: Sequence[str]) -> bool:
        """Whether an answer is to a card that can be typed, and is none of its options."""
        facts = self._bank.describe(id)
        if facts is None or len(given) != 1 or not set(TYPED) & set(facts.forms):
            return False
        return not self._bank.is_option(id, given[0])


def _read_mark(cell: str, highest: float) -> float | None:
    """The share of the highest mark; nothing answered is 0, a word waits for a person."""
    mark = read_number(cell)
    if mark is None:
        return 0.0 if cell == "-" else None
    return min(1.0, max(0.0, mark / highest)) if highest else 0.0
