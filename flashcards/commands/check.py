"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from typing import Annotated

import typer

from flashcards.check import tell_problems
from flashcards.commands.options import AsJson, Folder


def check(
    folder: Folder = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are sound but hard to learn or easy to guess.
    """
    tell_problems(folder, strict, as_json)
