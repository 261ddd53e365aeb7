"""Which column of a Moodle report holds what, whatever language its heading is in.

The order of columns is fixed: who, state, started, completed, duration, grade, then the
questions. The numbers in the heading tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flashcards.results.spreadsheet import pad_row, read_number

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
    grade: tuple[int, float] | None = None
    """The column of the grade, and the highest grade."""

    @property
    def started(self) -> int:
        """The column of the time when it began; completed and duration follow."""
        return self.users + 1

    def read_percent(self, row: Sequence[str]) -> float | None:
        """The grade in a row in percent; None if it has none."""
        at, highest = self.grade or (0, 0.0)
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
    highest = 0.0 if grade is None else read_number(heading[grade].rpartition("/")[2]) or 0.0
    told = None if grade is None else (grade, highest)
    return MoodleTable(table, head - _TIMES, slots, marks, told)


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
