"""Memories as they are kept beside the answers: a cache, which can always be remade.

The table is called `states`. A memory carries a checksum over itself and the learner's own
parameters: one that was damaged, or made with other parameters, is made again from the
answers when it is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from flashcards.reviews.database import sqlite_errors_as_log_errors, writing
from flashcards.reviews.memory import DAY_MS, EVERY_RATING, REVIEW, Memory, Rating
from flashcards.reviews.review import Owner, Review, checksum
from flashcards.reviews.scheduler import Schedule, spread_due

_COLUMNS = ", ".join(Memory._fields)
_INSERT = (
    f"INSERT OR REPLACE INTO states (course, lang, card, {_COLUMNS}, checked) "
    f"VALUES ({', '.join('?' * (len(Memory._fields) + 4))})"
)
_SELECT = f"SELECT card, {_COLUMNS}, checked FROM states WHERE course = ? AND lang = ?"
_OF_OWNER = "course = ? AND lang = ? AND card = ?"


class MemoryCache:
    """The memories in an open log: what `store` adds answers to.

    Methods without a transaction of their own say so; all raise `LogError`.
    """

    def __init__(self, db: sqlite3.Connection, path: Path, schedule: Schedule) -> None:
        self._db = db
        self.path = path
        self._schedule = schedule

    def memories(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], Memory]:
        """What is remembered in one language, by course and card."""
        return {
            (course, card): memory
            for course in courses
            for card, memory in self._load(course, lang).items()
        }

    def memory(self, owner: Owner) -> Memory | None:
        """What is remembered of one card; None if it was never asked."""
        course, lang, card = owner
        return self._load(course, lang, " AND card = ?", card).get(card)

    def _load(self, course: str, lang: str, where: str = "", *values: str) -> dict[str, Memory]:
        """The memories of some cards, by card; what is not sound is made again."""
        with sqlite_errors_as_log_errors(self.path):
            rows = self._db.execute(f"{_SELECT}{where}", (course, lang, *values)).fetchall()
        found, strange = dict[str, Memory](), list[Owner]()
        for row in rows:
            if checksum(course, lang, *row[:-1], self._schedule.fingerprint) == row[-1]:
                found[row[0]] = Memory._make(row[1:-1])
            else:
                strange.append((course, lang, row[0]))
        remade = zip(strange, self._remake_all(strange), strict=True)
        return found | {owner[2]: memory for owner, memory in remade if memory}

    def _advance(self, before: Memory | None, review: Review) -> tuple[Memory, int | None]:
        """The memory after a new answer, and the day chosen for the next; within a transaction.

        While the card is in short steps it is the day of the answer, if that is known.
        """
        memory = self._schedule.review(before, review.rating, review.at, review.day)
        memory = spread_due(memory, review.card)
        due = review.day
        if memory.state == REVIEW:
            due = memory.day + (memory.due - memory.last) // DAY_MS
        return self._store(review.owner, memory._replace(fingerprint=review.fingerprint)), due

    def preview(self, owner: Owner, at: int, day: int | None) -> dict[Rating, int]:
        """For each rating, in how many milliseconds a card would come back after an answer."""
        before, review = self.memory(owner), self._schedule.review
        after = {rating: review(before, rating, at, day) for rating in EVERY_RATING}
        return {rating: spread_due(memory, owner[2]).due - at for rating, memory in after.items()}

    def _remake(self, owner: Owner) -> Memory | None:
        """The memory of a card from all its answers that count; within a transaction."""
        rows = self._db.execute(
            "SELECT rating, at, day, due, fingerprint FROM reviews "
            f"WHERE {_OF_OWNER} AND undone = 0 ORDER BY at, uid",
            owner,
        ).fetchall()
        memory = self._schedule.replay(row[:4] for row in rows)
        if memory is None:
            self._db.execute(f"DELETE FROM states WHERE {_OF_OWNER}", owner)
            return None
        return self._store(owner, memory._replace(fingerprint=rows[-1][4]))

    def rebuild(self) -> int:
        """Makes all memories anew from the reviews; says how many."""
        with writing(self._db, self.path):
            self._db.execute("DELETE FROM states")
            owners = self._db.execute(
                "SELECT DISTINCT course, lang, card FROM reviews WHERE undone = 0"
            ).fetchall()
            for owner in owners:
                self._remake(owner)
        return len(owners)

    def _store(self, owner: Owner, memory: Memory) -> Memory:
        values = (*owner, *memory)
        check = checksum(*values, self._schedule.fingerprint)
        self._db.execute(_INSERT, (*values, check))
        return memory

    def _remake_all(self, owners: Sequence[Owner]) -> list[Memory | None]:
        if not owners or self._db.in_transaction:
            return [self._remake(owner) for owner in owners]
        with writing(self._db, self.path):
            return [self._remake(owner) for owner in owners]
