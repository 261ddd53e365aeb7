"""What the commands about learning read from the machine: clock, day, folders, terminal."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.paths import course_at, home
from flashcards.study.start import NEW_A_DAY, USUAL_COUNT

if TYPE_CHECKING:
    from flashcards.study.plan import Moment
    from flashcards.terminal.console import Terminal

LOG_NAME = "reviews.db"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""


def read_clock() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000


def read_moment() -> Moment:
    """Now, and the learner's day around it, which begins at four in the morning."""
    from flashcards.study.plan import Moment

    now = datetime.now().astimezone()
    day = (now - DAY_BEGINS).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    start, end = (day + DAY_BEGINS).astimezone(), (day + DAY_BEGINS + timedelta(1)).astimezone()
    return Moment(read_clock(), _ms(start), _ms(end), (day - datetime(1970, 1, 1)).days)


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


def run_quiz(
    *,
    course: Path | None = None,
    quiz: str | None = None,
    lang: str | None = None,
    count: int = USUAL_COUNT,
    new: int = NEW_A_DAY,
    seed: str | None = None,
    form: Any = None,
    plain: bool = False,
    **filters: Any,
) -> None:
    """One study session with the options of the command line."""
    from flashcards.model import Selection
    from flashcards.questions.quiz import quiz_named
    from flashcards.reviews.store import open_reviews
    from flashcards.selection import select_cards
    from flashcards.study.start import start_study

    found = course_at(course)
    wanted = Selection(**{name: tuple(values or ()) for name, values in filters.items()})
    named = quiz_named(found, quiz) if quiz else None
    notes, cards = select_cards(found, lang, named, wanted)
    with (
        open_learner_terminal(plain, notes[0].lang) as terminal,
        open_reviews(reviews_path()) as log,
    ):
        start_study(
            found, notes, cards, ui=terminal.ui, log=log, clock=read_clock, moment=read_moment(),
            count=count, new=new, seed=seed or "", form=form,
        )  # fmt: skip
