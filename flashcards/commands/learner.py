"""What a learner keeps on this machine, and now: the day, the review log, the terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from flashcards.commands.context import get_stdin, read_clock, read_learner_settings, wants_lines
from flashcards.course.model import Course
from flashcards.course.pictures import load_pictures
from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.reviews.memory import Schedule
from flashcards.reviews.store import ReviewLog, open_reviews
from flashcards.study.standing import Moment
from flashcards.terminal.interface import QuizInterface, open_terminal
from flashcards.words import Words

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


def open_learner_terminal(
    plain: bool, words: Words, course: Course
) -> AbstractContextManager[QuizInterface]:
    """Open a quiz of a course by keys if there is a real terminal, else in lines.

    Raises FlashcardsError if the standard input or output was closed before the start.
    """
    get_stdin()
    if sys.__stdout__ is None:
        raise FlashcardsError("The standard output is closed: there is nowhere to ask questions.")

    def load_picture(name: str) -> bytes:
        return load_pictures(course, [name], words.lang)[name]

    return open_terminal(wants_lines(plain), words, load_picture)
