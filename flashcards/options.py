"""Options and arguments that several commands have, and what they stand for together."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import Argument, Option

from flashcards.errors import UsageError, did_you_mean
from flashcards.terminal.output import make_line

if TYPE_CHECKING:
    from flashcards.commands.context import Context
    from flashcards.course.model import Selection


def check_line(text: str) -> str:
    """Return a text that a deck file can hold in one line. Raises typer.BadParameter."""
    if not text.strip() or make_line(text) != text:
        raise typer.BadParameter("give one line of text without control characters.")
    return text


def check_kind(text: str) -> str:
    """Return the name of a kind of entries. Raises typer.BadParameter."""
    from flashcards.course.model import KINDS

    if text not in KINDS:
        near = did_you_mean(text, KINDS)
        raise typer.BadParameter(f"'{text}' is not one of {', '.join(KINDS)}.{near}")
    return text


Difficulty = StrEnum("Difficulty", "easy medium hard")
Form = Literal["single", "multiple", "type", "order", "match", "gap", "reveal", "points"]
Names = list[str] | None

Stage = Annotated[list[int] | None, Option(min=1, max=9, metavar="N", help="Only this stage.")]
Kind = Annotated[Names, Option(parser=check_kind, metavar="KIND", help="Only this kind.")]
Tag = Annotated[Names, Option(metavar="TAG", help="Only entries with this tag.")]
Deck = Annotated[Names, Option(metavar="DECK", help="Only this deck.")]
Key = Annotated[Names, Option(metavar="KEY", help="Only this entry.")]
Level = Annotated[
    list[Difficulty] | None, Option(metavar="LEVEL", help=f"Only {', '.join(Difficulty)}.")
]
Exclude = Annotated[Names, Option(metavar="KEY", help="Not this entry.")]
Quiz = Annotated[str | None, Option(metavar="NAME|FILE", help="The cards of a quiz.")]
Lang = Annotated[str | None, Option(metavar="LANG", help="The language of the cards.")]
Count = Annotated[
    int | None, Option("--count", "-n", min=1, metavar="N", help="So many questions, or notes.")
]
Seed = Annotated[
    str | None, Option(parser=check_line, metavar="TEXT", help="Same seed, same draw.")
]
Title = Annotated[str | None, Option(parser=check_line, help="The title, in one line.")]
InCourse = Annotated[Path | None, Option(metavar="DIR", help="A course of your own.")]
Folder = Annotated[
    Path | None, Argument(metavar="DIR", help="Default: the course you are in, or ours.")
]
Output = Annotated[
    Path | None, Option("--output", "-o", help="Default: into build/; '-' is standard output.")
]
Force = Annotated[bool, Option("--force", help="Replace whatever file is there.")]
Json = Annotated[bool, Option("--json", help="For programs instead of people.")]
Plain = Annotated[bool, Option("--plain", help="Line mode: nothing is redrawn.")]
Strict = Annotated[bool, Option("--strict", help="Fail on warnings and losses too.")]
Verbose = Annotated[bool, Option("--verbose", help="A line for everything.")]
DryRun = Annotated[bool, Option("--dry-run", help="Only say what would happen.")]
Keys = Annotated[list[str], Argument(metavar="KEY", help="An entry, or a card such as leaf#1.")]
LogFile = Annotated[Path, Argument(metavar="FILE", help="JSON lines; '-' for a pipe.")]
Author = Annotated[str, Option(parser=check_line, envvar=["USER", "USERNAME"], help="Who writes.")]
NewLang = Annotated[str, Option("--lang", help="The language that a new course is written in.")]
NewForce = Annotated[bool, Option("--force", help="Also among other files, which are kept.")]


def make_context(
    course: Path | None, lang: str | None = None, folder: Path | None = None, fresh: bool = False
) -> Context:
    """Return the course that a command line names, and its language. Raises UsageError.

    If it is `fresh`, its files are read and no copy of it: authors just changed them.
    """
    from flashcards.commands.context import Context

    if course and folder and course != folder:
        raise UsageError(f"two courses are given: {folder} and {course}", "--course")
    if fresh:
        from flashcards.course.load import load_course

        return Context(course or folder, lang, load_course)
    return Context(course or folder, lang)


def select(
    stage: Sequence[int] | None = None,
    kind: Names = None,
    tag: Names = None,
    deck: Names = None,
    key: Names = None,
    difficulty: Sequence[Difficulty] | None = None,
    exclude: Names = None,
) -> Selection:
    """Return the cards that a command line chooses."""
    from flashcards.course.model import Selection

    return Selection(
        stage=tuple(stage or ()),
        kind=tuple(kind or ()),
        tag=tuple(tag or ()),
        deck=tuple(deck or ()),
        key=tuple(key or ()),
        difficulty=tuple(level.value for level in difficulty or ()),
        exclude=tuple(exclude or ()),
    )
