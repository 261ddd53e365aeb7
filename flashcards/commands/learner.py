"""The learner's day and review log."""

from __future__ import annotations

from datetime import datetime, timedelta

from flashcards.commands.context import read_clock, read_learner_settings
from flashcards.paths import home
from flashcards.reviews.memory import Schedule
from flashcards.reviews.store import ReviewLog, open_reviews
from flashcards.study.standing import Moment

LOG_NAME = "reviews.db"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""
EPOCH = datetime(1970, 1, 1)


def read_moment() -> Moment:
    """Return now, and the learner's day around it."""
    return make_moment(read_clock())


def make_moment(now: int) -> Moment:
    """Return a time (UTC milliseconds), and the learner's day around it, which begins at four."""
    day = count_local_day(now)
    start, end = (EPOCH + timedelta(number) + DAY_BEGINS for number in (day, day + 1))
    return Moment(now, int(start.timestamp() * 1000), int(end.timestamp() * 1000), day)


def count_local_day(at: int) -> int:
    """Return the learner's day of a time (UTC milliseconds), as days since 1970."""
    return (datetime.fromtimestamp(at / 1000) - DAY_BEGINS - EPOCH).days


def open_log() -> ReviewLog:
    """Open the learner's review log. Raises LogError if it cannot be used."""
    return open_reviews(home() / LOG_NAME, make_schedule())


def make_schedule() -> Schedule:
    """Return when cards come back: FSRS in the learner's days, as the settings say."""
    settings = read_learner_settings()
    return Schedule(settings.retention, settings.parameters, count_local_day)
