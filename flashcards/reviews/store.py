"""The review log: every answer ever given, in one SQLite file that only grows.

The `reviews` table is the truth, `memories` what FSRS makes of it: an answer and the memory that
follows are written in one transaction, before the learner sees any feedback. Undoing is a flag.
An answer that arrives late, from a clock that went back or from another machine, replays its
card in order of time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from flashcards.reviews import synced
from flashcards.reviews.database import (
    LogError,
    open_database,
    sqlite_errors_as_log_errors,
    writing,
)
from flashcards.reviews.memory import DAY_MS, EVERY_RATING, REVIEW, Memory, Rating
from flashcards.reviews.review import (
    COLUMNS,
    MARK_COLUMNS,
    MARK_NAMES,
    OLD_MARK,
    CardMarks,
    Mark,
    Owner,
    Review,
    row_to_review,
)
from flashcards.reviews.scheduler import Schedule, spread_due

_OF_CARD = "WHERE (course, lang, card) = (?, ?, ?)"


def open_reviews(path: Path, schedule: Schedule | None = None) -> ReviewLog:
    """Return the log in a file, made if there is none: `with open_reviews(path) as log:`."""
    return ReviewLog(path, schedule)


def open_reviews_for_reading(path: Path, schedule: Schedule | None = None) -> ReviewLog:
    """Return the log in a file, an empty one if there is none; make no file."""
    return ReviewLog(path, schedule, reading=True)


class Replayed(NamedTuple):
    """One answer to a card, and what is remembered after it."""

    uid: str
    rating: Rating
    duration: int
    memory: Memory


class ReviewLog:
    """An open log; leaving it as a context closes it. Every method that writes is one transaction.

    `schedule` says when cards come back; without it FSRS as it is, in days of UTC. Times are UTC
    milliseconds. Every method raises `LogError` if the file cannot be used.
    """

    def __init__(self, path: Path, schedule: Schedule | None = None, reading: bool = False) -> None:
        self.path = path
        self._schedule = schedule or Schedule()
        self._parameters = repr(self._schedule.parameters)
        with sqlite_errors_as_log_errors(path):
            self._db = open_database(path, reading)
            try:
                stale = "SELECT 1 FROM memories WHERE parameters != ? LIMIT 1"
                if self._db.execute(stale, (self._parameters,)).fetchone():
                    self.rebuild()
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def database(self) -> sqlite3.Connection:
        """For statistics, and for what a sync knows."""
        return self._db

    def memories(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], Memory]:
        """Return what is remembered in one language, by course and card."""
        find = "SELECT card, memory FROM memories WHERE course = ? AND lang = ?"
        return {
            (course, card): Memory(**json.loads(memory))
            for course in courses
            for card, memory in self._select(find, course, lang)
        }

    def memory(self, owner: Owner) -> Memory | None:
        """Return what is remembered of one card; None if it was never asked."""
        rows = self._select(f"SELECT memory FROM memories {_OF_CARD}", *owner)
        return Memory(**json.loads(rows[0][0])) if rows else None

    def preview(self, owner: Owner, at: int, day: int | None) -> dict[Rating, int]:
        """Return for each rating in how many milliseconds a card would come back."""
        before, review = self.memory(owner), self._schedule.review
        after = {rating: review(before, rating, at, day) for rating in EVERY_RATING}
        return {rating: spread_due(memory, owner[2]).due - at for rating, memory in after.items()}

    def marks(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], CardMarks]:
        """Return what was decided about cards in one language, by course and card."""
        found: dict[tuple[str, str], CardMarks] = {}
        find = "SELECT card, name, value FROM marks WHERE course = ? AND lang = ? ORDER BY at, uid"
        for course in courses:
            for card, name, value in self._select(find, course, lang):
                if name in MARK_NAMES:
                    before = found.get((course, card), CardMarks())
                    found[course, card] = before._replace(**{name: value})
        return found

    def rows(self) -> Iterator[Review | Mark]:
        """Yield everything that was ever kept: all answers, then all decisions, each in order."""
        yield from self.reviews(undone=True)
        kept = f"SELECT {', '.join(MARK_COLUMNS)} FROM marks WHERE name != ? ORDER BY id"
        for row in self._select(kept, OLD_MARK):
            yield Mark(*row)

    def reviews(self, undone: bool = False) -> Iterator[Review]:
        """Yield all answers in the order they were kept; with `undone` those taken back, too."""
        find = f"SELECT {', '.join(COLUMNS)} FROM reviews WHERE undone <= ? ORDER BY id"
        with sqlite_errors_as_log_errors(self.path):  # one by one: there may be millions
            yield from map(row_to_review, self._db.execute(find, (undone,)))

    def recent(
        self, courses: Collection[str], lang: str, since: int, now: int
    ) -> list[tuple[int, str, str, int, int]]:
        """Return time, course, card, rating and duration of the answers between two times.

        The newest first. The pluses keep SQLite from the index of cards, by which it would
        read the whole log.
        """
        return self._select(
            "SELECT at, course, card, rating, duration FROM reviews WHERE at BETWEEN ? AND ? AND "
            f"undone = 0 AND +lang = ? AND +course IN ({_holes(courses)}) ORDER BY at DESC",
            *(since, now, lang, *courses),
        )

    def last_before(self, moment: int) -> int | None:
        """Return when the last answer before a moment was given; None if there is none."""
        find = "SELECT max(at) FROM reviews WHERE at < ? AND undone = 0"
        last: int | None = self._select(find, moment)[0][0]
        return last

    def size(self) -> int:
        """Return how many answers were ever kept, those taken back included."""
        return int(self._select("SELECT count(*) FROM reviews")[0][0])

    def replay(self, owner: Owner) -> Iterator[Replayed]:
        """Yield the answers to a card that count, in order of time, each with what follows."""
        memory = None
        for uid, rating, at, duration, day, due, fingerprint in self._select(
            "SELECT uid, rating, at, duration, day, due, fingerprint FROM reviews "
            f"{_OF_CARD} AND undone = 0 ORDER BY at, uid",
            *owner,
        ):
            memory = self._schedule.review(memory, rating, at, day, due)
            memory = memory._replace(fingerprint=fingerprint)
            yield Replayed(uid, rating, duration, memory)

    def record(self, review: Review) -> Memory:
        """Keep an answer and return the memory; when this returns, both are on the disk."""
        with self._writing():
            return self._keep(review)

    def correct(self, uid: str, review: Review) -> Memory:
        """Take an answer back and keep another instead, in one step. Raises AnswerIsFinal."""
        with self._writing():
            self._take_back(uid)
            return self._keep(review)

    def undo(self, uid: str) -> None:
        """Take an answer back: as if it had never been given. Raises AnswerIsFinal."""
        with self._writing():
            self._take_back(uid)

    def undo_after(self, owner: Owner, at: int) -> None:
        """Take the answers to a card back that are dated later, but for those that Anki has."""
        ours = "AND at > ? AND uid NOT IN (SELECT uid FROM synced)"
        with self._writing():
            self._db.execute(f"UPDATE reviews SET undone = 1 {_OF_CARD} {ours}", (*owner, at))
            self._remake(owner)

    def mark(self, *marks: Mark) -> None:
        """Keep decisions about cards; when this returns, they are on the disk."""
        self.add(marks)

    def add(
        self, rows: Iterable[Review | Mark], places: Mapping[str, synced.Place] | None = None
    ) -> int:
        """Keep answers and marks from elsewhere that are not here yet; return how many answers.

        `places` says by uid where Anki has answers, which are final from now on; one that was
        given here is only told its place. What was taken back elsewhere is taken back here too,
        unless it is final. Whatever `rows` raises, none is kept then.
        """
        added, changed = 0, set[Owner]()
        with self._writing():
            for row in rows:
                if isinstance(row, Mark):
                    self._insert("marks", row, MARK_COLUMNS)
                    continue
                place = places[row.uid] if places else None
                if place and synced.is_known(self._db, place):
                    continue
                if row.undone and not synced.is_final(self._db, row.uid):
                    self._db.execute("UPDATE reviews SET undone = 1 WHERE uid = ?", (row.uid,))
                uid = None if row.undone else synced.find_same_answer(self._db, row)
                added += not uid and self._insert("reviews", row, COLUMNS)
                changed.add(row.owner)
                if place:
                    synced.keep_places(self._db, {uid or row.uid: place})
            for owner in changed:
                self._remake(owner)
        return added

    def rebuild(self) -> None:
        """Make all memories anew from the answers."""
        with self._writing():
            self._db.execute("DELETE FROM memories")
            owners = "SELECT DISTINCT course, lang, card FROM reviews WHERE undone = 0"
            for owner in self._db.execute(owners).fetchall():
                self._remake(owner)

    def _writing(self) -> AbstractContextManager[None]:
        return writing(self._db, self.path)

    def _select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with sqlite_errors_as_log_errors(self.path):
            return self._db.execute(query, values).fetchall()

    def _insert(self, table: str, row: Review | Mark, columns: Collection[str]) -> bool:
        """Insert a row whose uid is not there yet; return whether it was new."""
        values = [getattr(row, name) for name in columns]
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({_holes(columns)})"
        return self._db.execute(f"{insert} ON CONFLICT (uid) DO NOTHING", values).rowcount == 1

    def _keep(self, review: Review) -> Memory:
        """Keep a new answer with the day that is chosen for the next, and the memory."""
        before = self.memory(review.owner)
        if before is not None and review.at <= before.last:
            self._insert("reviews", review, COLUMNS)
            memory = self._remake(review.owner)
            assert memory is not None
            return memory
        memory = self._schedule.review(before, review.rating, review.at, review.day)
        memory = spread_due(memory, review.card)._replace(fingerprint=review.fingerprint)
        due = review.day
        if memory.state == REVIEW:
            due = memory.day + (memory.due - memory.last) // DAY_MS
        self._insert("reviews", replace(review, due=due), COLUMNS)
        return self._store(review.owner, memory)

    def _take_back(self, uid: str) -> None:
        if synced.is_final(self._db, uid):
            raise synced.AnswerIsFinal(
                "This answer was handed to Anki: other devices may have it, so it can "
                "no longer be changed or taken back."
            )
        undo = "UPDATE reviews SET undone = 1 WHERE uid = ? RETURNING course, lang, card"
        owners = self._db.execute(undo, (uid,)).fetchall()
        if not owners:
            raise LogError(self.path, "the answer to take back is not in it")
        self._remake(owners[0])

    def _remake(self, owner: Owner) -> Memory | None:
        """Make the memory of a card from all its answers that count."""
        answers = [*self.replay(owner)]
        if answers:
            return self._store(owner, answers[-1].memory)
        self._db.execute(f"DELETE FROM memories {_OF_CARD}", owner)
        return None

    def _store(self, owner: Owner, memory: Memory) -> Memory:
        values = (*owner, json.dumps(memory._asdict()), self._parameters)
        self._db.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?, ?)", values)
        return memory


def _holes(values: Collection[str]) -> str:
    """Return as many question marks as there are values."""
    return ", ".join("?" * len(values))
