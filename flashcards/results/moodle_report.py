"""Moodle's reports of a quiz, downloaded as CSV: Responses and Grades, in any language.

Responses has up to three columns for each question: its text, the answer, the right answer.
Grades has its mark. A class's two files belong together: marks come from Grades, answers
from Responses; without Grades an answer is compared with the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Collected,
    Response,
    mark_right_answers,
    score_picks,
    score_places,
)
from flashcards.results.question_bank import TYPED, QuestionBank
from flashcards.text.foreign_tables import Unreadable, pad_row, read_number
from flashcards.words.message import Message

Marked: TypeAlias = "tuple[MoodleTable, Sequence[str]]"
PAIR = " -> "
"""Between a thing and its match in an answer."""
DIVIDER = "; "
"""Between the parts of an answer; an option may hold it too."""
_NOTHING = ("", "-")
_GRADE = re.compile(r".*\S/\d+(?:[.,]\d+)?")
_MARK = re.compile(r".*?(\d[\w.]*) /(\d+(?:[.,]\d+)?)")
_ANSWER = re.compile(r"(.*?)\s*(\d[\w.]*)")
_TIMES = 4
"""State, started, completed and duration stand before the grade."""
_UNITS = (
    (("d", "t", "j", "天", "日"), 86_400_000),
    (("h", "st", "小", "时"), 3_600_000),
    (("m", "分"), 60_000),
    (("s", "秒"), 1000),
)
"""How words for days, hours, minutes and seconds begin, and their milliseconds."""
_ENGLISH = {"question": "text", "response": "answer", "right answer": "right"}
_DURATION = re.compile(r"(\d+)\s*([^\W\d]+)")


_Answered = tuple[str, float, Response]
"""One answer: the id of its question, the points, what was given."""


def join_moodle_tables(tables: Sequence[MoodleTable], bank: QuestionBank) -> Collected:
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
    return Collected(attempts, questions, notices=notices)


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
        return id, points, Response(score, chosen)

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


class Slot(NamedTuple):
    """The columns of one question."""

    number: str
    text: int | None = None
    answer: int | None = None
    right: int | None = None


@dataclass(frozen=True)
class MoodleTable:
    """One downloaded report."""

    rows: list[list[str]]
    users: int
    """How many columns tell who it was."""
    slots: list[Slot]
    marks: Mapping[str, tuple[int, float]]
    """Number of a question to the column of its mark, and the highest mark."""
    grade: tuple[int, float]
    """The column of the grade, and the highest grade; 0 if there is none."""

    @property
    def started(self) -> int:
        """The column of the time when it began; completed and duration follow."""
        return self.users + 1

    def read_percent(self, row: Sequence[str]) -> float | None:
        """The grade in a row in percent; None if it has none."""
        at, highest = self.grade
        found = read_number(row[at]) if highest else None
        return None if found is None else 100 * found / highest


def find_moodle_columns(rows: Sequence[Sequence[str]]) -> MoodleTable | None:
    """The columns of a report; None if the table is none."""
    heading = rows[0]
    grade = next((at for at, cell in enumerate(heading) if _GRADE.fullmatch(cell)), None)
    marks = _find_marks(heading)
    answers = {} if marks else _find_answers(heading, 0 if grade is None else grade + 1)
    firsts = [columns[0] for columns in answers.values()] or [at for at, _ in marks.values()]
    head = grade if grade is not None else min(firsts, default=0)
    if not firsts or head <= _TIMES:
        return None
    table = [pad_row(row, len(heading)) for row in rows[1:] if any(row)]
    slots = [_tell_columns(number, cells, heading, table) for number, cells in answers.items()]
    highest = 0.0 if grade is None else read_number(heading[grade].rpartition("/")[2])
    return MoodleTable(table, head - _TIMES, slots, marks, (grade or 0, highest or 0.0))


def _find_marks(heading: Sequence[str]) -> dict[str, tuple[int, float]]:
    """The columns of marks: `Q. 3 /2.00`."""
    return {
        found[1]: (at, float(found[2].replace(",", ".")))
        for at, cell in enumerate(heading)
        if (found := _MARK.fullmatch(cell))
    }


def _find_answers(heading: Sequence[str], first: int) -> dict[str, list[int]]:
    """The columns of each question: `Response 3`; none if the questions differ in them."""
    found: dict[str, list[int]] = {}
    shapes: dict[str, list[str]] = {}
    for at in range(first, len(heading)):
        parts = _ANSWER.fullmatch(heading[at])
        if parts and parts[1]:
            found.setdefault(parts[2], []).append(at)
            shapes.setdefault(parts[2], []).append(parts[1])
    same = len({tuple(shape) for shape in shapes.values()}) == 1
    return found if same and all(len(columns) <= 3 for columns in found.values()) else {}


def _tell_columns(
    number: str, columns: Sequence[int], heading: Sequence[str], rows: Sequence[Sequence[str]]
) -> Slot:
    """Which of the columns hold text, answer and right answer; of two, answers differ more."""
    words = [_ENGLISH.get(_ANSWER.sub(r"\1", heading[at]).casefold(), "") for at in columns]
    if all(words):
        return Slot(number, **dict(zip(words, columns, strict=True)))
    if len(columns) == 3:
        return Slot(number, *columns)
    if len(columns) == 1:
        return Slot(number, answer=columns[0])
    one, two = ({row[at] for row in rows} for at in columns)
    if len(one) > len(two) or (len(one) == len(two) and one & two):
        return Slot(number, answer=columns[0], right=columns[1])
    return Slot(number, text=columns[0], answer=columns[1])


def read_duration(text: str) -> int | None:
    """Milliseconds of `1 hour 12 mins`, also in some other languages; None of anything else."""
    total = 0
    for number, word in _DURATION.findall(text):
        unit = next((ms for begins, ms in _UNITS if word.casefold().startswith(begins)), None)
        if unit is None:
            return None
        total += int(number) * unit
    return total or None
