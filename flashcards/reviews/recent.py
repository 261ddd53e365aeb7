"""The learner's last answers: what a usual day is, and how long an answer takes."""

from __future__ import annotations

from collections.abc import Collection

from flashcards.reviews.database import sqlite_errors_as_log_errors
from flashcards.reviews.memory import AGAIN
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


def count_wrong_answers(
    log: ReviewLog, courses: Collection[str], lang: str, since: int, now: int
) -> dict[tuple[str, str], int]:
    """By course and card: how often it was rated wrong between two times (UTC milliseconds)."""
    marks = ", ".join("?" * len(courses))
    with sqlite_errors_as_log_errors(log.path):
        rows = log.database.execute(
            "SELECT course, card, COUNT(*) FROM reviews WHERE at BETWEEN ? AND ? AND undone = 0 "
            f"AND rating = {AGAIN} AND +lang = ? AND +course IN ({marks}) GROUP BY course, card",
            (since, now, lang, *courses),
        )
        return {(course, card): count for course, card, count in rows}
