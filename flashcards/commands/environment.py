"""What commands read from the machine: clock, day, folders, terminal, signals."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.paths import home

if TYPE_CHECKING:
    from flashcards import Moment, ReviewLog
    from flashcards.terminal.console import Terminal

LOG_NAME = "reviews.db"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""


def read_clock() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000


def read_build_clock() -> int:
    """UTC seconds; `SOURCE_DATE_EPOCH` stops this clock. Raises FlashcardsError if it is wrong."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return int(time.time())
    if not epoch.isdigit() or int(epoch) <= 0:
        raise FlashcardsError("SOURCE_DATE_EPOCH must be a number of seconds greater than 0")
    return int(epoch)


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """While it lasts, SIGTERM raises KeyboardInterrupt as Ctrl-C does, so that files are tidied."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def read_moment() -> Moment:
    """Now, and the learner's day around it, which begins at four in the morning."""
    from flashcards import Moment

    now = datetime.now().astimezone()
    day = (now - DAY_BEGINS).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    start, end = (day + DAY_BEGINS).astimezone(), (day + DAY_BEGINS + timedelta(1)).astimezone()
    return Moment(read_clock(), _ms(start), _ms(end), (day - datetime(1970, 1, 1)).days)


def count_local_day(at: int) -> int:
    """The learner's day of a time (UTC milliseconds), as days since 1970."""
    return ((datetime.fromtimestamp(at / 1000) - DAY_BEGINS) - datetime(1970, 1, 1)).days


def open_log() -> ReviewLog:
    """The learner's review log. Raises LogError if it cannot be used."""
    from flashcards import Schedule, open_reviews

    return open_reviews(reviews_path(), Schedule(count_day=count_local_day))


def reviews_path() -> Path:
    """The file of the learner's review log."""
    return home() / LOG_NAME


def open_learner_terminal(plain: bool, lang: str) -> AbstractContextManager[Terminal]:
    """The screen if there is a real one, else line mode."""
    from flashcards.terminal.console import open_terminal

    return open_terminal(wants_lines(plain), lang)


def wants_lines(plain: bool) -> bool:
    """No terminal, a dumb one, or a learner who asked for lines."""
    return (
        plain
        or os.environ.get("ACCESSIBLE", "") not in ("", "0")
        or os.environ.get("TERM", "dumb") in ("dumb", "unknown")
        or os.name != "posix"
        or not (sys.stdin.isatty() and sys.stdout.isatty())
    )


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
