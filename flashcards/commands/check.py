"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON

OPTIONS = (
    FOLDER,
    Option("strict", ("--strict",), "Fail on warnings too.", value=bool, default=False),
    JSON,
)


def run(folder: Path | None, strict: bool, as_json: bool) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are sound but hard to learn or easy to guess.
    """
    from flashcards.check import tell_problems

    tell_problems(folder, strict, as_json)
