"""What commands read from the machine: clock, folders, settings, language, terminal, signals."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from flashcards import __version__
from flashcards.course.cache import load_cached_course
from flashcards.course.model import KINDS, Course
from flashcards.errors import FlashcardsError
from flashcards.paths import builtin_folder, cache_folder, home
from flashcards.study.settings import Settings, load_settings, write_settings
from flashcards.terminal.output import print_line
from flashcards.words.catalog import LANGUAGES, Words, find_words

SETTINGS_NAME = "settings.toml"


def find_course_folder() -> Path | None:
    """The course that the working folder lies in, as seen from there.

    None outside of any, and in the checkout of the built-in one.
    """
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return None
    for up, folder in enumerate((here, *here.parents)):
        if (folder / "decks" / "course.yaml").is_file():
            return None if folder == builtin_folder().resolve() else Path(*[".."] * up)
    return None


def open_course(folder: Path | None) -> Course:
    """Return a course for a command that only reads it. Raises FlashcardsError."""
    return load_cached_course(folder, cache_folder(), __version__)


def name_folder(folder: Path | None) -> str:
    """Return a course folder as a word of a command line, with a space before it; '' for ours."""
    return f" {quote_word(str(folder))}" if folder else ""


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


def has_fixed_clock() -> bool:
    """Return whether `SOURCE_DATE_EPOCH` is the time of all that a build writes."""
    return "SOURCE_DATE_EPOCH" in os.environ


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """While it lasts, SIGTERM raises KeyboardInterrupt as Ctrl-C does, so that files are tidied."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def settings_path() -> Path:
    """The file of the learner's settings."""
    return home() / SETTINGS_NAME


def read_learner_settings() -> Settings:
    """What the learner has set. Raises FlashcardsError if the file has a mistake."""
    return load_settings(settings_path(), lambda gone: _warn_once(str(gone)))


@cache
def _warn_once(line: str) -> None:
    print_line(line, file=sys.stderr)


def change_settings(**values: Any) -> None:
    """Keep other values of some of the learner's settings. Raises as `read_learner_settings`."""
    write_settings(settings_path(), replace(read_learner_settings(), **values))


def read_locale() -> str:
    """The language of the locale, in small letters; nothing if there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return local.partition(".")[0].partition("_")[0].lower()


def get_words(lang: str | None) -> Words:
    """Return the words around cards: in their language, else in the learner's or the locale's."""
    local = read_locale()
    usual = local if local in LANGUAGES else "en"
    return find_words(lang or read_learner_settings().language or usual)


def choose_language(course: Course, lang: str | None) -> str | None:
    """Return the language asked for, else the learner's own if the course has it; None for usual.

    Without a setting it is that of the locale, if the course promises all kinds of entries in it.
    """
    if lang or read_learner_settings().language:
        return choose_file_language(course, lang)
    return find_local_language(course)


def choose_file_language(course: Course, lang: str | None) -> str | None:
    """Return the language of files: as `choose_language`, but the locale plays no part.

    A file must not depend on the machine that makes it.
    """
    wished = read_learner_settings().language
    return lang or (wished if wished and _is_translated(course, wished) else None)


def find_local_language(course: Course) -> str | None:
    """Return the language of the locale, if the course promises every kind of entry in it."""
    local = read_locale()
    if local == course.source:
        return local
    promised = set(KINDS) <= set(course.info.promises.get(local, ()))
    return local if promised and _is_translated(course, local) else None


def _is_translated(course: Course, lang: str) -> bool:
    """Return whether the course has cards in a language."""
    if lang == course.source:
        return True
    return lang in course.info.languages and bool(course.translations.get(lang))


def find_stdin() -> TextIO:
    """The standard input; raises FlashcardsError if it was closed before the start (`<&-`)."""
    stream: TextIO | None = sys.stdin
    if stream is None or stream.closed:
        raise FlashcardsError(
            "The standard input is closed: there is nowhere to read answers from."
        )
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


def find_author() -> str:
    """Who writes a new course, if nobody says."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "the author"


def quote_word(text: str) -> str:
    """Return a text as one word of a command line, in every shell."""
    quoted = shlex.quote(text)
    return quoted if quoted == text or set(text) & set('"$`!') else f'"{text}"'
