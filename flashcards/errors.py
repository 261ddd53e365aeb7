"""What can be wrong with a deck, and where.

A mistake in a YAML file is data, not an exception: readers collect `Problem`
values and keep going, so that one run shows an author every line to fix.
`ProblemsFound` is raised once, after everything has been read.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Position(NamedTuple):
    """A place in a file, counted from 1 as editors do."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake, or a warning: where, and what is wrong in one English sentence."""

    at: Position
    message: str
    """What is wrong, and after a semicolon what to do about it."""
    rule: str = ""
    """The name of the rule that warns; empty for a mistake."""

    def __str__(self) -> str:
        return f"{self.at}: {self.message}"  # decks/a.yaml:5:14: 'meaning' must not be empty

    def for_json(self) -> dict[str, str | int]:
        """Return where and what, for JSON."""
        return {**self.at._asdict(), "message": self.message, "rule": self.rule}


MAX_PROBLEMS = 1000
"""Mistakes of one file that are reported; nobody reads more."""


class EntryProblem(NamedTuple):
    """What is wrong with an entry, before its place in a file is known."""

    key: str
    path: tuple[str | int, ...]
    message: str
    """What is wrong, and after a semicolon what to do about it."""
    lang: str = ""
    """The language, if a translation is meant and not the entry itself."""
    line: int = 0
    """The line of a text of several lines that is meant, from 1; 0 if all of it is."""
    rule: str = ""
    """The name of the rule of lint, if it is a warning."""


def suggest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a sentence: the known name most like this one, or what else to do."""
    if near := difflib.get_close_matches(name, sorted(known), n=1):
        return f"; did you mean '{near[0]}'?"
    return f"; {otherwise}" if otherwise else ""


class FlashcardsError(Exception):
    """Something the user can fix; the message says what and how."""


class UsageError(FlashcardsError):
    """A value that the caller gave is wrong; `option` is its flag, or stands for an argument."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


def explain_system_error(error: Exception) -> str:
    """Return what is wrong; of an error of the operating system without number and file name."""
    return getattr(error, "strerror", None) or str(error)


class AlreadyReported(FlashcardsError):
    """The command failed and has already printed why."""


class ProblemsFound(FlashcardsError):
    """All mistakes of one run, in the order of the files."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))
