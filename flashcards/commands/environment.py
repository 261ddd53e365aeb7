"""What commands read from the machine: clock, folders, settings, terminal, signals."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.source.course import builtin_folder
from flashcards.study.settings import Settings, load_settings, write_settings
from flashcards.terminal.output import print_line
from flashcards.words.message import Message

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


def find_author() -> str:
    """Who writes a new course, if nobody says."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "the author"
