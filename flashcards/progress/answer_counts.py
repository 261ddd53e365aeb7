"""Answers counted by SQLite: by day, and those that tested memory.

An answer tests memory if the one before it was on another day: only those count for
retention. Days are those that were kept with the answers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from flashcards.cards import Card
from flashcards.reviews.memory import AGAIN, DAY_MS
from flashcards.reviews.review import LONGEST_COUNTED_MS
from flashcards.study.memories import memory_key
from flashcards.study.plan import Moment


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers and how many were right."""

    answers: int = 0
    right: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.answers + other.answers, self.right + other.right)

    @property
    def share(self) -> float | None:
        return self.right / self.answers if self.answers else None


class AnswerCounts:
    """Counts the answers to some cards of one language; reads the log's database.

    `whole` says that the cards are all there are: then answers to cards that are no longer
    taught count too.
    """

    def __init__(
        self, db: sqlite3.Connection, cards: Sequence[Card], moment: Moment, whole: bool
    ) -> None:
        self._db, self._moment = db, moment
        shift = moment.day_start % DAY_MS
        later = moment.day - moment.day_start // DAY_MS
        self._day = f"coalesce(day, (at - {shift}) / {DAY_MS} + {later})"
        courses = sorted({card.note.course for card in cards})
        marks = ", ".join("?" * len(courses))
        self._values = (cards[0].note.lang, *courses)
        self._where = f"undone = 0 AND lang = ? AND course IN ({marks})"
        self._chosen = "true" if whole else "(course, card) IN temp.chosen"
        if not whole:
            self._choose(cards)

    def count_days(self) -> dict[int, Tally]:
        """Answers by the learner's day, counted from 1970."""
        rows = self._db.execute(
            f"SELECT {self._day}, count(*), sum(rating > {AGAIN}) "
            # in the order of the table: an index would lead all over the file
            f"FROM reviews NOT INDEXED WHERE {self._where} AND {self._chosen} GROUP BY 1",
            self._values,
        )
        return {row[0]: Tally(row[1], row[2]) for row in rows}

    def measure_today(self) -> int:
        """Milliseconds with the questions of today, and with the feedback before each of them.

        What was left open counts little.
        """
        (time,) = self._db.execute(
            f"SELECT coalesce(sum(min(duration, {LONGEST_COUNTED_MS}) + "
            f"CASE WHEN reading BETWEEN 0 AND {LONGEST_COUNTED_MS} THEN reading ELSE 0 END), 0) "
            f"FROM (SELECT course, card, {self._day} AS today, duration, "
            "at - duration - lag(at) OVER (ORDER BY id) AS reading "
            f"FROM reviews INDEXED BY reviews_at WHERE at >= ? AND {self._where}) "
            f"WHERE today = ? AND {self._chosen}",
            (self._moment.day_start - LONGEST_COUNTED_MS, *self._values, self._moment.day),
        ).fetchone()
        return int(time)

    def count_tested(self) -> dict[tuple[str, str], Tally]:
        """Answers that tested memory, by course and card."""
        rows = self._db.execute(
            f"SELECT course, card, count(*), sum(rating > {AGAIN}) FROM ("
            f"SELECT course, card, rating, {self._day} - lag({self._day}) "
            "OVER (PARTITION BY course, lang, card ORDER BY at) AS gap "
            f"FROM reviews WHERE {self._where} AND {self._chosen}) WHERE gap > 0 "
            "GROUP BY course, card",
            self._values,
        )
        return {(row[0], row[1]): Tally(row[2], row[3]) for row in rows}

    def _choose(self, cards: Sequence[Card]) -> None:
        self._db.execute(
            "CREATE TEMP TABLE IF NOT EXISTS chosen "
            "(course TEXT, card TEXT, PRIMARY KEY (course, card)) WITHOUT ROWID"
        )
        self._db.execute("DELETE FROM temp.chosen")
        self._db.executemany(
            "INSERT OR IGNORE INTO temp.chosen VALUES (?, ?)", map(memory_key, cards)
        )
