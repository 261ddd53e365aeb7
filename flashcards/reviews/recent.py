"""The learner's last answers: what a usual day is, and how long an answer takes."""

from __future__ import annotations

from collections.abc import Collection

from flashcards.reviews.database import sqlite_errors_as_log_errors
from flashcards.reviews.store import ReviewLog

MOST = 3_000


def load_recent(
    log: ReviewLog, courses: Collection[str], lang: str, now: int
) -> list[tuple[int, str, str]]:
    """Time, course and card of the last answers in these courses and this language.

    The newest first, none later than `now` (UTC milliseconds), at most `MOST`. The pluses
    keep SQLite from the index of cards, by which it would read and sort the whole log.
    """
    marks = ", ".join("?" * len(courses))
    with sqlite_errors_as_log_errors(log.path):
        return log.database.execute(
            "SELECT at, course, card FROM reviews WHERE at <= ? AND undone = 0 AND +lang = ? "
            f"AND +course IN ({marks}) ORDER BY at DESC LIMIT {MOST}",
            (now, lang, *courses),
        ).fetchall()
