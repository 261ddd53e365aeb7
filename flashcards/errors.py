"""What can be wrong with a deck, and where.

A mistake in a YAML file is data, not an exception: readers collect `Problem`
values and keep going, so that one run shows an author every line to fix.
`ProblemsFound` is raised once, after everything has been read.
"""

from __future__ import annotations

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
    """One mistake, told to the author in one line, and how to mend it."""

    at: Position
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.message}"  # decks/a.yaml:5:14: 'meaning' is empty


class FlashcardsError(Exception):
    """Something the user can mend; the message says what and how."""


class UsageError(FlashcardsError):
    """A value that the caller gave is wrong; `option` names it as the command line does."""

    def __init__(self, message: str, option: str = "") -> None:
        self.option = option
        super().__init__(message)


class OutputRefused(FlashcardsError):
    """What lies in the place of an output must stay; nothing was written."""


class AlreadyReported(FlashcardsError):
    """The command failed and has already printed why."""


class ProblemsFound(FlashcardsError):
    """All mistakes of one run, in the order of the files; `unsaid` counts those left out."""

    def __init__(self, problems: Iterable[Problem], unsaid: int = 0) -> None:
        self.problems = tuple(sorted(set(problems)))
        self.unsaid = unsaid
        super().__init__("\n".join(self.list_lines()))

    def list_lines(self) -> list[str]:
        """One line for each problem, and one for those that are only counted."""
        more = [f"and {self.unsaid} more lines like these"] if self.unsaid else []
        return [*map(str, self.problems), *more]
