"""What the review log holds, read: answers, what is remembered of cards, what was decided."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Self

from flashcards.reviews.database import (
    find_last_id,
    lacks_states,
    open_database,
    sqlite_errors_as_log_errors,
)
from flashcards.reviews.marks import CardMarks, Mark, find_marks, list_marks
from flashcards.reviews.memory import AGAIN, Memory, Rating
from flashcards.reviews.review import COLUMNS, Owner, Review, row_to_review
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.states import States

REVIEW_COLUMNS = ", ".join(COLUMNS)
MOST_RECENT = 3_000


class ReviewReader:
    """An open log, as far as it is read; leaving it as a context closes it.

    Times are UTC milliseconds. Every method raises `LogError` if the file cannot be used.
    """

    def __init__(
        self,
        path: Path,
        schedule: Schedule,
        connect: Callable[[Path], sqlite3.Connection] = open_database,
    ) -> None:
        self.path = path
        with sqlite_errors_as_log_errors(path):
            self._db = connect(path)
            self._states = States(self._db, path, schedule)
            try:
                if lacks_states(self._db):
                    self._states.rebuild()
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._db.close()

    def close(self) -> None:
        self._db.close()

    @property
    def database(self) -> sqlite3.Connection:
        """For reading only: statistics and safety checks."""
        return self._db

    def memories(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], Memory]:
        """What is remembered in one language, by course and card."""
        return self._states.load_all(courses, lang)

    def memory(self, owner: Owner) -> Memory | None:
        """What is remembered of one card; None if it was never asked."""
        return self._states.load(owner)

    def preview(self, review: Review) -> dict[Rating, int]:
        """For each rating, in how many milliseconds the card would come back after this answer."""
        return self._states.preview(self.memory(review.owner), review)

    def marks(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], CardMarks]:
        """What was decided about the cards of some courses in one language, by course and card."""
        with sqlite_errors_as_log_errors(self.path):
            return find_marks(self._db, courses, lang)

    def rows(self) -> Iterator[Review | Mark]:
        """Everything that was ever kept: all answers, then all decisions, each in order."""
        yield from self.reviews(undone=True)
        with sqlite_errors_as_log_errors(self.path):
            yield from list_marks(self._db)

    def reviews(self, undone: bool = False) -> Iterator[Review]:
        """All answers in the order they were kept."""
        which = "" if undone else "WHERE undone = 0"
        rows = f"SELECT {REVIEW_COLUMNS} FROM reviews {which} ORDER BY id"
        with sqlite_errors_as_log_errors(self.path):
            yield from map(row_to_review, self._db.execute(rows))

    def recent(self, courses: Collection[str], lang: str, now: int) -> list[tuple[int, str, str]]:
        """Time, course and card of the last answers in some courses and one language.

        The newest first, none later than `now`, at most `MOST_RECENT`. The pluses keep SQLite
        from the index of cards, by which it would read and sort the whole log.
        """
        with sqlite_errors_as_log_errors(self.path):
            return self._db.execute(
                "SELECT at, course, card FROM reviews WHERE at <= ? AND undone = 0 AND +lang = ? "
                f"AND +course IN ({_holes(courses)}) ORDER BY at DESC LIMIT {MOST_RECENT}",
                (now, lang, *courses),
            ).fetchall()

    def count_wrong(
        self, courses: Collection[str], lang: str, since: int, now: int
    ) -> dict[tuple[str, str], int]:
        """By course and card: how often it was rated wrong between two times."""
        with sqlite_errors_as_log_errors(self.path):
            rows = self._db.execute(
                "SELECT course, card, COUNT(*) FROM reviews WHERE at BETWEEN ? AND ? "
                f"AND undone = 0 AND rating = {AGAIN} AND +lang = ? "
                f"AND +course IN ({_holes(courses)}) GROUP BY course, card",
                (since, now, lang, *courses),
            )
            return {(course, card): count for course, card, count in rows}

    def last_review(self, courses: Collection[str], lang: str) -> Review | None:
        """The newest answer in some courses and one language that was not taken back.

        Found from the end of the log: the plus signs keep SQLite from sorting all answers of
        a course, which an index would give it.
        """
        with sqlite_errors_as_log_errors(self.path):
            row = self._db.execute(
                f"SELECT {REVIEW_COLUMNS} FROM reviews WHERE undone = 0 AND +lang = ? "
                f"AND +course IN ({_holes(courses)}) ORDER BY id DESC LIMIT 1",
                (lang, *courses),
            ).fetchone()
        return row_to_review(row) if row else None

    def last_before(self, moment: int) -> int | None:
        """When the last answer before a moment was given; None if there is none."""
        with sqlite_errors_as_log_errors(self.path):
            (last,) = self._db.execute(
                "SELECT max(at) FROM reviews WHERE at < ? AND undone = 0", (moment,)
            ).fetchone()
        return None if last is None else int(last)

    def size(self) -> int:
        """How many answers were ever kept, those taken back included."""
        with sqlite_errors_as_log_errors(self.path):
            return find_last_id(self._db)


def _holes(values: Collection[str]) -> str:
    """As many question marks as there are values."""
    return ", ".join("?" * len(values))
