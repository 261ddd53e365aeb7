"""What a learner keeps on this machine, and now: the day, the review log, exams, the terminal."""

from __future__ import annotations

import hashlib
import re
import sys
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.environment import (
    choose_language,
    find_stdin,
    open_course,
    read_clock,
    read_learner_settings,
    wants_lines,
)
from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.store import ReviewLog, open_reviews, open_reviews_for_reading
from flashcards.study.standing import Moment, Standing, find_standing
from flashcards.terminal.console import open_terminal
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from flashcards.terminal.interface import ConsoleInterface

LOG_NAME = "reviews.db"
ANKI_NAME = "anki"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""


def read_moment() -> Moment:
    """Now, and the learner's day around it."""
    return make_moment(read_clock())


def make_moment(now: int) -> Moment:
    """A time (UTC milliseconds), and the learner's day around it, which begins at four."""
    day = count_local_day(now)
    start = datetime(1970, 1, 1) + timedelta(day) + DAY_BEGINS
    return Moment(now, _ms(start), _ms(start + timedelta(1)), day)


def count_local_day(at: int) -> int:
    """The learner's day of a time (UTC milliseconds), as days since 1970."""
    return ((datetime.fromtimestamp(at / 1000) - DAY_BEGINS) - datetime(1970, 1, 1)).days


def load_standing(folder: Path | None, lang: str | None, **about: Any) -> Standing:
    """Return where the learner stands now in a course, in the language asked for or their own.

    `about` is what `find_standing` takes. Raises FlashcardsError.
    """
    course = open_course(folder)
    return find_standing(course, read_moment(), choose_language(course, lang), **about)


def open_log() -> ReviewLog:
    """The learner's review log. Raises LogError if it cannot be used."""
    return open_reviews(reviews_path(), make_schedule())


def open_log_for_reading() -> ReviewLog:
    """The learner's review log, even where nothing may be written. Raises as `open_log`."""
    return open_reviews_for_reading(reviews_path(), make_schedule())


def make_schedule() -> Schedule:
    """When cards come back: FSRS in the learner's days, as the settings say."""
    settings = read_learner_settings()
    return Schedule(settings.retention, settings.parameters, count_local_day)


def reviews_path() -> Path:
    """The file of the learner's review log."""
    return home() / LOG_NAME


def anki_folder() -> Path:
    """The learner's Anki account, and our copy of the collection."""
    return home() / ANKI_NAME


def exam_path(course: str, quiz: str, lang: str, candidate: str) -> Path:
    """The file in which an exam is kept while it is taken, and its last result.

    Each candidate has one: several may take an exam on one computer.
    """
    parts = [re.sub(r"[^a-z0-9-]+", "_", each.lower())[:60] for each in (course, quiz, lang)]
    if candidate:
        parts.append(hashlib.sha256(candidate.encode(errors="surrogateescape")).hexdigest()[:12])
    return home() / "exams" / f"{'-'.join(parts)}.json"


def open_learner_terminal(plain: bool, words: Words) -> AbstractContextManager[ConsoleInterface]:
    """The screen if there is a real one, else line mode.

    Raises FlashcardsError if the standard input or output was closed before the start.
    """
    find_stdin()
    if sys.__stdout__ is None:
        raise FlashcardsError("The standard output is closed: there is nowhere to ask questions.")
    return open_terminal(wants_lines(plain), words, read_learner_settings().width)


def _ms(moment: datetime) -> int:
    """UTC milliseconds of a local time."""
    return int(moment.timestamp() * 1000)
