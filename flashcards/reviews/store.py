"""The review log: every answer ever given, in one SQLite file that only grows.

The `reviews` table is the truth. `states` is a cache of memories, which FSRS makes of it:
each answer and the memory that follows are written in one transaction, before
the learner sees any feedback, so a kill at any moment loses nothing. Undoing is
a flag. Two terminals may write at once; each takes the lock for one answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from flashcards.reviews.database import (
    LogError,
    find_last_id,
    lacks_memories,
    open_database,
    open_database_for_reading,
    sqlite_errors_as_log_errors,
    writing,
)
from flashcards.reviews.memory import Memory
from flashcards.reviews.memory_cache import MemoryCache
from flashcards.reviews.review import (
    COLUMNS,
    MARK_COLUMNS,
    MARK_NAMES,
    OLD_MARK,
    CardMarks,
    Mark,
    Owner,
    Review,
    checksum,
    review_to_row,
    row_to_review,
)
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.synced import (
    AnswerIsFinal,
    Place,
    find_counting,
    find_known_places,
    find_same_answer,
    is_final,
    keep_places,
    refuse_final,
)

_REVIEW_COLUMNS = ", ".join(COLUMNS)
_MARK_COLUMNS = ", ".join(MARK_COLUMNS)
SELECT_MARKS = f"SELECT {_MARK_COLUMNS}, checked FROM marks"


def open_reviews(path: Path, schedule: Schedule | None = None) -> ReviewLog:
    """The review log in a file, made if there is none: `with open_reviews(path) as log:`.

    `schedule` says when cards come back; without it FSRS as it is, in days of UTC. Raises
    `LogError` if the file cannot be used, `LogDamaged` if it is not what was written.
    """
    return ReviewLog(path, schedule or Schedule())


def open_reviews_for_reading(path: Path, schedule: Schedule | None = None) -> ReviewLog:
    """The review log as it is now, even where nothing may be written; makes no file.

    `schedule` and what is raised are as for `open_reviews`.
    """
    return ReviewLog(path, schedule or Schedule(), open_database_for_reading)


class ReviewLog(MemoryCache):
    """An open log; leaving it as a context closes it. Every method that writes is one transaction.

    Times are UTC milliseconds. Every method raises `LogError` if the file cannot be used.
    """

    def __init__(
        self,
        path: Path,
        schedule: Schedule,
        connect: Callable[[Path], sqlite3.Connection] = open_database,
    ) -> None:
        with sqlite_errors_as_log_errors(path):
            super().__init__(connect(path), path, schedule)
            try:
                if lacks_memories(self._db):
                    self.rebuild()
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

    def marks(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], CardMarks]:
        """What was decided about the cards of some courses in one language, by course and card."""
        found: dict[tuple[str, str], CardMarks] = {}
        find = "SELECT card, name, value FROM marks WHERE course = ? AND lang = ? ORDER BY at, uid"
        for course in courses:
            for card, name, value in self._select(find, course, lang):
                if name in MARK_NAMES:
                    before = found.get((course, card), CardMarks())
                    found[course, card] = before._replace(**{name: value})
        return found

    def rows(self) -> Iterator[Review | Mark]:
        """Everything that was ever kept: all answers, then all decisions, each in order."""
        yield from self.reviews(undone=True)
        kept = f"SELECT {_MARK_COLUMNS} FROM marks WHERE name != ? ORDER BY id"
        for row in self._select(kept, OLD_MARK):
            yield Mark(*row)

    def reviews(self, undone: bool = False) -> Iterator[Review]:
        """All answers in the order they were kept."""
        which = "" if undone else "WHERE undone = 0"
        rows = f"SELECT {_REVIEW_COLUMNS} FROM reviews {which} ORDER BY id"
        with sqlite_errors_as_log_errors(self.path):  # one by one: there may be millions
            yield from map(row_to_review, self._db.execute(rows))

    def recent(
        self, courses: Collection[str], lang: str, since: int, now: int
    ) -> list[tuple[int, str, str, int, int]]:
        """Time, course, card, rating and duration of the answers between two times.

        The newest first. The pluses keep SQLite from the index of cards, by which it would
        read the whole log.
        """
        return self._select(
            "SELECT at, course, card, rating, duration FROM reviews WHERE at BETWEEN ? AND ? "
            f"AND undone = 0 AND +lang = ? AND +course IN ({_holes(courses)}) ORDER BY at DESC",
            *(since, now, lang, *courses),
        )

    def last_before(self, moment: int) -> int | None:
        """When the last answer before a moment was given; None if there is none."""
        find = "SELECT max(at) FROM reviews WHERE at < ? AND undone = 0"
        ((last,),) = self._select(find, moment)
        return None if last is None else int(last)

    def size(self) -> int:
        """How many answers were ever kept, those taken back included."""
        with sqlite_errors_as_log_errors(self.path):
            return find_last_id(self._db)

    def _select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with sqlite_errors_as_log_errors(self.path):
            return self._db.execute(query, values).fetchall()

    def record(self, review: Review) -> Memory:
        """Keeps an answer; when this returns, it is on the disk."""
        with self._keeping(review):
            return self._keep(review)

    def correct(self, uid: str, review: Review) -> Memory:
        """Takes an answer back and keeps another instead, in one step.

        Raises `AnswerIsFinal` if it was synced.
        """
        with self._keeping(review):
            refuse_final(self._db, uid)
            self._remake(self._flag(uid).owner)
            return self._keep(review)

    def undo(self, uid: str) -> None:
        """Takes an answer back: as if it had never been given.

        Raises `AnswerIsFinal` if it was synced.
        """
        with self._writing():
            refuse_final(self._db, uid)
            self._remake(self._flag(uid).owner)

    def undo_after(self, owner: Owner, at: int) -> None:
        """Takes the answers to a card back that are dated later, but for those that Anki has."""
        later = "SELECT uid FROM reviews WHERE (course, lang, card) = (?, ?, ?) AND at > ?"
        with self._writing():
            for (uid,) in self._db.execute(later, (*owner, at)).fetchall():
                if not is_final(self._db, uid):
                    self._flag(uid)
            self._remake(owner)

    def mark(self, *marks: Mark) -> None:
        """Keeps decisions about cards; when this returns, they are on the disk."""
        with self._writing():
            for mark in marks:
                self._insert_mark(mark)

    def add(
        self,
        reviews: Iterable[Review | Mark],
        watch: Callable[[int, int], None] = lambda done, cards: None,
    ) -> int:
        """Keeps reviews and marks from elsewhere that are not here yet; says how many reviews.

        What was taken back there is taken back here too, unless it was synced. Whatever
        `reviews` raises, none is kept then. They are taken one by one: their number does not
        matter for memory.
        `watch` is told how many cards are up to date again, and of how many.
        """
        with self._writing():
            before = find_last_id(self._db)
            for each in reviews:
                self._insert_mark(each) if isinstance(each, Mark) else self._merge(each)
            return self._remake_since(before, watch)

    def take(
        self,
        answers: Iterable[tuple[Review, Place]],
        watch: Callable[[int, int], None] = lambda done, cards: None,
    ) -> int:
        """Keeps answers that Anki has, each with its place there; says how many are new here.

        One that was given here is only told its place. They are final from now on.
        """
        with self._writing():
            before = find_last_id(self._db)
            given = list(answers)
            known = find_known_places(self._db, (place for _, place in given))
            self._take_new([each for each in given if each[1] not in known])
            return self._remake_since(before, watch)

    @contextmanager
    def _keeping(self, review: Review) -> Iterator[None]:
        """Writes one answer; what goes wrong is told with whether the answer was kept."""
        try:
            with self._writing():
                yield
        except AnswerIsFinal:
            raise
        except LogError as error:
            raise LogError(f"{error} {self._tell_fate(review)}") from error

    def _tell_fate(self, review: Review) -> str:
        """Return a sentence that says whether an answer was kept."""
        try:
            found = self._db.execute("SELECT 1 FROM reviews WHERE uid = ?", (review.uid,))
            kept = found.fetchone() is not None
        except sqlite3.Error:
            return "Whether this answer was kept shows when the log can be read again."
        return "This answer was kept." if kept else "This answer was not kept; those before were."

    def _writing(self) -> AbstractContextManager[None]:
        return writing(self._db, self.path)

    def _insert(self, *reviews: Review) -> None:
        rows = [(*row, checksum(*row)) for row in map(review_to_row, reviews)]
        insert = f"INSERT INTO reviews ({_REVIEW_COLUMNS}, checked)"
        self._db.executemany(f"{insert} VALUES ({_holes((*COLUMNS, 'checked'))})", rows)

    def _insert_mark(self, mark: Mark) -> None:
        """Keeps a mark that is not there yet."""
        if self._db.execute("SELECT 1 FROM marks WHERE uid = ?", (mark.uid,)).fetchone():
            return
        row = tuple(getattr(mark, name) for name in MARK_COLUMNS)
        insert = f"INSERT INTO marks ({_MARK_COLUMNS}, checked)"
        values = _holes((*MARK_COLUMNS, "checked"))
        self._db.execute(f"{insert} VALUES ({values})", (*row, checksum(*row)))

    def _take_new(self, answers: Sequence[tuple[Review, Place]]) -> None:
        """Keeps answers of Anki that have no place here yet; one that was given here, under its
        own uid. No two of them are the same answer.
        """
        known = find_counting(self._db, (review.uid for review, _ in answers), undone=True)
        placed: dict[str, Place] = {}
        new = []
        for review, place in answers:
            uid = review.uid
            if uid not in known:
                given = find_same_answer(self._db, review, placed)
                uid = given or uid
                if not given:
                    new.append(review)
            placed[uid] = place
        self._insert(*new)
        keep_places(self._db, placed.items())

    def _merge(self, review: Review) -> None:
        """Keeps a review that is new. A known one can only be taken back, a final one not."""
        find = "SELECT undone FROM reviews WHERE uid = ?"
        known = self._db.execute(find, (review.uid,)).fetchone()
        if known is None:
            if not find_same_answer(self._db, review):
                self._insert(review)
        elif review.undone and not known[0] and not is_final(self._db, review.uid):
            self._remake(self._flag(review.uid).owner)

    def _remake_since(self, before: int, watch: Callable[[int, int], None]) -> int:
        """Brings the memories of cards up to date; how many answers are newer than `before`."""
        touched = "SELECT DISTINCT course, lang, card FROM reviews WHERE id > ?"
        owners = self._db.execute(touched, (before,)).fetchall()
        for done, owner in enumerate(owners, 1):
            self._remake(owner)
            watch(done, len(owners))
        return find_last_id(self._db) - before

    def _keep(self, review: Review) -> Memory:
        """The memory after a new answer; a clock that went back means replaying the card."""
        before = self.memory(review.owner)
        if before is not None and review.at <= before.last:
            self._insert(review)
            memory = self._remake(review.owner)
            assert memory is not None
            return memory
        memory, due = self._advance(before, review)
        self._insert(replace(review, due=due))
        return memory

    def _flag(self, uid: str) -> Review:
        row = self._db.execute(
            f"SELECT {_REVIEW_COLUMNS} FROM reviews WHERE uid = ?", (uid,)
        ).fetchone()
        if row is None:
            raise LogError(f"{self.path}: the answer to take back is not in the log")
        review = replace(row_to_review(row), undone=True)
        self._db.execute(
            "UPDATE reviews SET undone = 1, checked = ? WHERE uid = ?",
            (checksum(*review_to_row(review)), uid),
        )
        return review


def _holes(values: Collection[str]) -> str:
    """As many question marks as there are values."""
    return ", ".join("?" * len(values))
