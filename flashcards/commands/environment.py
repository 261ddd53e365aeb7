"""What commands read from the machine: clock, folders, settings, terminal."""

from __future__ import annotations

import os
import shlex
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from flashcards.errors import FlashcardsError, UsageError
from flashcards.paths import builtin_folder, home
from flashcards.study.settings import Settings, load_settings, write_settings
from flashcards.terminal.output import STDOUT, print_line

OUTPUT_SUFFIXES = {".apkg", ".csv", ".htm", ".html", ".json", ".pdf", ".xml", ".zip"}
"""What the names of files end with that ptquiz writes."""


def find_course_folder() -> Path | None:
    """Return the course that the working folder lies in, as seen from there.

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
    """Return UTC milliseconds."""
    return time.time_ns() // 1_000_000


def read_build_clock() -> int:
    """Return UTC seconds; `SOURCE_DATE_EPOCH` stops this clock. Raises FlashcardsError."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return int(time.time())
    if not epoch.isdigit() or int(epoch) <= 0:
        raise FlashcardsError("SOURCE_DATE_EPOCH must be a number of seconds greater than 0")
    return int(epoch)


def settings_path() -> Path:
    """Return the file of the learner's settings."""
    return home() / "settings.toml"


def read_learner_settings() -> Settings:
    """Return what the learner has set. Raises FlashcardsError if the file has a mistake."""
    return load_settings(settings_path(), _warn_once)


@cache
def _warn_once(line: str) -> None:
    print_line(line, file=sys.stderr)


def change_settings(**values: Any) -> None:
    """Keep other values of some of the learner's settings. Raises as `read_learner_settings`."""
    write_settings(settings_path(), replace(read_learner_settings(), **values))


def read_locale() -> str:
    """Return the language of the locale, such as zh; "" if there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return local.partition(".")[0].partition("_")[0].lower()


def get_stdin() -> TextIO:
    """Return the standard input. Raises FlashcardsError if it was closed before the start."""
    stream: TextIO | None = sys.stdin
    if stream is None or stream.closed:
        raise FlashcardsError(
            "The standard input is closed: there is nowhere to read answers from."
        )
    return stream


def wants_lines(plain: bool) -> bool:
    """Return whether the terminal is none, dumb, or without UTF-8, or lines were asked for."""
    return (
        plain
        or os.environ.get("ACCESSIBLE", "") not in ("", "0")
        or (os.name == "posix" and os.environ.get("TERM", "dumb") in ("dumb", "unknown"))
        or not is_terminal()
        or not (sys.stdout.encoding or "").lower().startswith("utf")
    )


def is_terminal() -> bool:
    """Return whether somebody sits there: input and output are terminals, and open."""
    stream: TextIO | None = sys.stdin
    return stream is not None and stream.isatty() and sys.stdout.isatty()


def quote_word(text: str) -> str:
    """Return a text as one word of a command line, in every shell."""
    quoted = shlex.quote(text)
    return quoted if quoted == text or set(text) & set('"$`!') else f'"{text}"'


def check_suffix(output: Path | None, made: str, *suffixes: str) -> None:
    """Raise UsageError if the name of a file promises something else than is `made`."""
    if output and not output.is_dir() and output.suffix.lower() in OUTPUT_SUFFIXES - {*suffixes}:
        name = output.with_suffix(suffixes[0]).name
        raise UsageError(f"{made} is made; call it {name}.", "--output")


def refuse_stdout(output: Path | None, option: str) -> None:
    """Raise UsageError if standard output is named for what is not only text."""
    if output == STDOUT:
        raise UsageError("is written as a file; name one.", option)
