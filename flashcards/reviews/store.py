"""The review log: every answer ever given, in one SQLite file that only grows.

The `reviews` table is the truth. `states` is a cache of what FSRS makes of it:
each answer and the state that follows are written in one transaction, before
the learner sees any feedback, so a kill at any moment loses nothing. Undoing is
a flag. Two terminals may write at once; each takes the lock for one answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from flashcards.reviews.database import (
    LogError,
    find_last_id,
    open_database_for_reading,
    writing,
)
from flashcards.reviews.marks import Mark, insert_mark
from flashcards.reviews.memory import Memory
from flashcards.reviews.reader import REVIEW_COLUMNS, ReviewReader
from flashcards.reviews.review import COLUMNS, Review, checksum, review_to_row, row_to_review
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.synced import (
    AnswerIsFinal,
    Place,
    find_counting,
    find_known_places,
    find_twin,
    is_final,
    keep_places,
    refuse_final,
)
from flashcards.words.message import Message

_INSERT_REVIEW = (
    f"INSERT INTO reviews ({REVIEW_COLUMNS}, checked) "
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)


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


class ReviewLog(ReviewReader):
    """An open log that is written too; every method that writes is one transaction."""

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
            self._states.restate(self._flag(uid).owner)
            return self._keep(review)

    def undo(self, uid: str) -> None:
        """Takes an answer back: as if it had never been given.

        Raises `AnswerIsFinal` if it was synced.
        """
        with self._writing():
            refuse_final(self._db, uid)
            self._states.restate(self._flag(uid).owner)

    def mark(self, *marks: Mark) -> None:
        """Keeps decisions about cards; when this returns, they are on the disk."""
        with self._writing():
            for mark in marks:
                insert_mark(self._db, mark)

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
                insert_mark(self._db, each) if isinstance(each, Mark) else self._merge(each)
            return self._restate_since(before, watch)

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
            return self._restate_since(before, watch)

    def rebuild(self) -> int:
        """Makes all states anew from the reviews; says how many."""
        return self._states.rebuild()

    @contextmanager
    def _keeping(self, review: Review) -> Iterator[None]:
        """Writes one answer; what goes wrong is told with whether the answer was kept."""
        try:
            with self._writing():
                yield
        except AnswerIsFinal:
            raise
        except LogError as error:
            raise LogError(Message(self._name_fate(review), error=error.message)) from error

    def _name_fate(self, review: Review) -> str:
        """The message that says whether an answer was kept."""
        try:
            found = self._db.execute("SELECT 1 FROM reviews WHERE uid = ?", (review.uid,))
            kept = found.fetchone() is not None
        except sqlite3.Error:
            return "answer-perhaps-kept"
        return "answer-kept" if kept else "answer-not-kept"

    def _writing(self) -> AbstractContextManager[None]:
        return writing(self._db, self.path)

    def _insert(self, *reviews: Review) -> None:
        rows = map(review_to_row, reviews)
        self._db.executemany(_INSERT_REVIEW, ((*row, checksum(*row)) for row in rows))

    def _take_new(self, answers: Sequence[tuple[Review, Place]]) -> None:
        """Keeps answers of Anki that have no place here yet, under the uids of their twins if
        they were given here. None of them is a twin of another.
        """
        known = find_counting(self._db, (review.uid for review, _ in answers), undone=True)
        placed: dict[str, Place] = {}
        new = []
        for review, place in answers:
            uid = review.uid
            if uid not in known:
                twin = find_twin(self._db, review, placed)
                uid = twin or uid
                if not twin:
                    new.append(review)
            placed[uid] = place
        self._insert(*new)
        keep_places(self._db, placed.items())

    def _merge(self, review: Review) -> None:
        """Keeps a review that is new. A known one can only be taken back, a final one not."""
        find = "SELECT undone FROM reviews WHERE uid = ?"
        known = self._db.execute(find, (review.uid,)).fetchone()
        if known is None:
            if not find_twin(self._db, review):
                self._insert(review)
        elif review.undone and not known[0] and not is_final(self._db, review.uid):
            self._states.restate(self._flag(review.uid).owner)

    def _restate_since(self, before: int, watch: Callable[[int, int], None]) -> int:
        """Brings the states of cards up to date; how many answers are newer than `before`."""
        touched = "SELECT DISTINCT course, lang, card FROM reviews WHERE id > ?"
        owners = self._db.execute(touched, (before,)).fetchall()
        for done, owner in enumerate(owners, 1):
            self._states.restate(owner)
            watch(done, len(owners))
        return find_last_id(self._db) - before

    def _keep(self, review: Review) -> Memory:
        """The state after a new answer; a clock that went back means replaying the card."""
        before = self.memory(review.owner)
        if before is not None and review.at <= before.last:
            self._insert(review)
            memory = self._states.restate(review.owner)
            assert memory is not None
            return memory
        memory, due = self._states.advance(before, review)
        self._insert(replace(review, due=due))
        return memory

    def _flag(self, uid: str) -> Review:
        row = self._db.execute(
            f"SELECT {REVIEW_COLUMNS} FROM reviews WHERE uid = ?", (uid,)
        ).fetchone()
        if row is None:
            raise LogError(Message("answer-missing", path=self.path))
        review = replace(row_to_review(row), undone=True)
        self._db.execute(
            "UPDATE reviews SET undone = 1, checked = ? WHERE uid = ?",
            (checksum(*review_to_row(review)), uid),
        )
        return review
