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
from typing import TYPE_CHECKING, TextIO

from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards import Course, Moment, Outputs, ReviewLog, Schedule, Settings
    from flashcards.commands.speaker import Speaker
    from flashcards.terminal.console import Terminal
    from flashcards.words.catalog import Words

LOG_NAME = "reviews.db"
SETTINGS_NAME = "settings.toml"
ANKI_NAME = "anki"
OUTPUTS_NAME = "outputs"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""


def find_course_folder() -> Path | None:
    """The course that the working folder lies in, as seen from there.

    None outside of any, and in the checkout of the built-in one.
    """
    from flashcards import builtin_folder

    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return None
    for up, folder in enumerate((here, *here.parents)):
        if (folder / "decks" / "course.yaml").is_file():
            return None if folder == builtin_folder().resolve() else Path(*[".."] * up)
    return None


def read_clock() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000


def read_build_clock() -> int:
    """UTC seconds; `SOURCE_DATE_EPOCH` stops this clock. Raises FlashcardsError if it is wrong."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return int(time.time())
    if not epoch.isdigit() or int(epoch) <= 0:
        raise FlashcardsError(Message("epoch-wrong"))
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
    from flashcards import open_reviews

    return open_reviews(reviews_path(), make_schedule())


def open_log_for_reading() -> ReviewLog:
    """The learner's review log, even where nothing may be written. Raises as `open_log`."""
    from flashcards import open_reviews_for_reading

    return open_reviews_for_reading(reviews_path(), make_schedule())


def make_schedule() -> Schedule:
    """When cards come back: FSRS in the learner's days, as the settings say."""
    from flashcards import Schedule

    settings = read_learner_settings()
    return Schedule(settings.retention, settings.parameters, count_local_day)


def settings_path() -> Path:
    """The file of the learner's settings."""
    return home() / SETTINGS_NAME


def read_learner_settings() -> Settings:
    """What the learner has set. Raises FlashcardsError if the file has a mistake."""
    from flashcards import load_settings

    return load_settings(settings_path())


def choose_language(speaker: Speaker, course: Course) -> str | None:
    """The language asked for, else the learner's own if the course has it; None for the usual."""
    if speaker.lang:
        return speaker.lang
    if wished := read_learner_settings().language:
        return wished if _is_translated(course, wished) else None
    return find_local_language(course)


def find_local_language(course: Course) -> str | None:
    """The language of the locale, if the course promises every kind of entry in it."""
    from flashcards import KINDS

    local = read_locale()
    if local == course.source:
        return local
    promised = set(KINDS) <= set(course.info.promises.get(local, ()))
    return local if promised and _is_translated(course, local) else None


def _is_translated(course: Course, lang: str) -> bool:
    """Whether the course has cards in a language."""
    if lang == course.source:
        return True
    return lang in course.info.languages and bool(course.translations.get(lang))


def choose_built_language(speaker: Speaker, course: Course, quiz: str | None = None) -> str | None:
    """The language of files: the one asked for, else the learner's setting; None for the usual.

    The locale plays no part: a file must not depend on the machine that makes it.
    """
    from flashcards import find_quiz

    wished = read_learner_settings().language
    if speaker.lang or not wished or (quiz and find_quiz(course, quiz).lang):
        return speaker.lang
    return wished if _is_translated(course, wished) else None


def read_locale() -> str:
    """The language of the locale, in small letters; nothing if there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return local.partition(".")[0].partition("_")[0].lower()


def reviews_path() -> Path:
    """The file of the learner's review log."""
    return home() / LOG_NAME


def anki_folder() -> Path:
    """The learner's Anki account, and our copy of the collection."""
    return home() / ANKI_NAME


def find_outputs(force: bool) -> Outputs:
    """What the user's commands have written; whether they may replace anything else."""
    from flashcards import Outputs

    return Outputs(home() / OUTPUTS_NAME, force=force)


def exam_path(course: str, quiz: str, lang: str, candidate: str) -> Path:
    """The file in which an exam is kept while it is taken, and its last result.

    Each candidate has one: several may take an exam on one computer.
    """
    import hashlib
    import re

    parts = [re.sub(r"[^a-z0-9-]+", "_", each.lower())[:60] for each in (course, quiz, lang)]
    if candidate:
        parts.append(hashlib.sha256(candidate.encode(errors="surrogateescape")).hexdigest()[:12])
    return home() / "exams" / f"{'-'.join(parts)}.json"


def open_learner_terminal(plain: bool, words: Words) -> AbstractContextManager[Terminal]:
    """The screen if there is a real one, else line mode.

    Raises FlashcardsError if the standard input or output was closed before the start.
    """
    from flashcards.terminal.console import open_terminal

    find_stdin()
    if sys.__stdout__ is None:
        raise FlashcardsError(Message("output-closed-asking"))
    return open_terminal(wants_lines(plain), words, read_learner_settings().width)


def find_stdin() -> TextIO:
    """The standard input; raises FlashcardsError if it was closed before the start (`<&-`)."""
    stream: TextIO | None = sys.stdin
    if stream is None or stream.closed:
        raise FlashcardsError(Message("input-closed"))
    return stream


def wants_lines(plain: bool) -> bool:
    """No terminal, a dumb one, or a learner who asked for lines."""
    return (
        plain
        or os.environ.get("ACCESSIBLE", "") not in ("", "0")
        or (os.name == "posix" and os.environ.get("TERM", "dumb") in ("dumb", "unknown"))
        or not is_terminal()
    )


def is_terminal() -> bool:
    """Whether somebody sits there: input and output are terminals, and open."""
    stream: TextIO | None = sys.stdin
    return stream is not None and stream.isatty() and sys.stdout.isatty()


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def find_author() -> str:
    """Who writes a new course, if nobody says."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "the author"
