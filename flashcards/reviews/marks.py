"""What a learner decides about a card: suspended, buried for today, flagged.

A decision is a row that is kept for ever, as an answer is; of each kind the newest holds.
So logs of two machines can be joined, and nothing is lost when a log is recovered.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple, TypeAlias, get_args

from flashcards.reviews.review import Owner, checksum, new_uid

MarkName: TypeAlias = Literal["suspended", "buried", "flagged"]
MARK_NAMES: tuple[MarkName, ...] = get_args(MarkName)


@dataclass(frozen=True, slots=True)
class Mark:
    """One decision about one card."""

    course: str
    card: str
    lang: str
    at: int
    """UTC milliseconds."""
    name: MarkName
    value: int
    """1 or 0; for `buried` the learner's day (since 1970) on which the card may come again."""
    uid: str = field(default_factory=new_uid)

    @property
    def owner(self) -> Owner:
        return self.course, self.lang, self.card


class CardMarks(NamedTuple):
    """What holds for a card now."""

    suspended: int = 0
    buried: int = 0
    """The learner's day on which it may come again."""
    flagged: int = 0

    def rests(self, day: int) -> bool:
        """Whether the card is not to be asked on a day of the learner."""
        return bool(self.suspended) or day < self.buried


MARK_COLUMNS = tuple(f.name for f in fields(Mark))
_NAMES = ", ".join(MARK_COLUMNS)
_INSERT = (
    f"INSERT INTO marks ({_NAMES}, checked) VALUES ({', '.join('?' * (len(MARK_COLUMNS) + 1))})"
)
SELECT_MARKS = f"SELECT {_NAMES}, checked FROM marks"


def insert_mark(db: sqlite3.Connection, mark: Mark) -> None:
    """Keeps a mark that is not there yet; within a transaction."""
    if not db.execute("SELECT 1 FROM marks WHERE uid = ?", (mark.uid,)).fetchone():
        values = tuple(getattr(mark, name) for name in MARK_COLUMNS)
        db.execute(_INSERT, (*values, checksum(*values)))


def list_marks(db: sqlite3.Connection) -> Iterator[Mark]:
    """All marks in the order they were kept."""
    for row in db.execute(f"{SELECT_MARKS} ORDER BY id"):
        yield Mark(*row[:-1])


def find_marks(
    db: sqlite3.Connection, courses: Iterable[str], lang: str
) -> dict[tuple[str, str], CardMarks]:
    """What holds for the cards of some courses in one language, by course and card."""
    found: dict[tuple[str, str], CardMarks] = {}
    for course in courses:
        rows = db.execute(
            "SELECT card, name, value FROM marks WHERE course = ? AND lang = ? ORDER BY at, uid",
            (course, lang),
        )
        for card, name, value in rows:
            if name in MARK_NAMES:
                before = found.get((course, card), CardMarks())
                found[course, card] = before._replace(**{name: value})
    return found
