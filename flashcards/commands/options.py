"""Options that mean the same in every command: the folder, and which cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from flashcards.errors import FlashcardsError

if TYPE_CHECKING:
    from flashcards.model import Course, Selection


def one_line(text: str | None) -> str | None:
    """A text that a deck file could hold in one line; any other is wrong usage."""
    from flashcards.source.files import UNSAFE

    if text is not None and (not text.strip() or UNSAFE.search(text) or _BREAKS.search(text)):
        raise typer.BadParameter("give one line of text without control characters.")
    return text


Folder = Annotated[
    Path | None,
    typer.Argument(metavar="DIR", help="A course folder; without it the built-in curriculum."),
]
Stages = Annotated[list[int] | None, typer.Option("--stage", help="Only this stage.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only this kind of entry.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="Only entries with this tag.")]
Decks = Annotated[list[str] | None, typer.Option("--deck", help="Only this deck.")]
Keys = Annotated[list[str] | None, typer.Option("--key", help="Only this entry.")]
Difficulties = Annotated[list[str] | None, typer.Option("--difficulty", help="easy, medium, hard.")]
Excluded = Annotated[list[str] | None, typer.Option("--exclude", help="Not this entry.")]
QuizName = Annotated[
    str | None, typer.Option("--quiz", metavar="NAME|FILE", help="The cards of a quiz.")
]
Lang = Annotated[str | None, typer.Option("--lang", help="The language of the cards.")]
Count = Annotated[int | None, typer.Option("--count", "-n", min=1, help="How many cards.")]
Notes = Annotated[
    int | None,
    typer.Option("--count", "-n", min=1, help="How many notes, each with all its cards."),
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", callback=one_line, help="Any text; the same gives the same."),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs instead of people.")]
_BREAKS = re.compile("[\t\r\n\ud800-\udfff]")
"""Line breaks, and halves of characters: what is left of letters that are not UTF-8."""
_NOUNS = {"tag": "tag", "deck": "deck", "key": "entry", "exclude": "entry"}
"""Options that name something of the course, and what."""


def selection(
    stage: list[int] | None = None,
    kind: list[str] | None = None,
    tag: list[str] | None = None,
    deck: list[str] | None = None,
    key: list[str] | None = None,
    difficulty: list[str] | None = None,
    exclude: list[str] | None = None,
) -> Selection:
    """The selection that the options describe; an impossible value is wrong usage."""
    from flashcards.model import KINDS, Difficulty, Selection

    _each_one_of("--kind", kind, KINDS)
    _each_one_of("--difficulty", difficulty, get_args(Difficulty))
    for number in stage or ():
        if not 1 <= number <= 9:
            raise typer.BadParameter(f"{number} is not a stage from 1 to 9.", param_hint="--stage")
    lists: dict[str, Any] = {
        "stage": stage, "kind": kind, "tag": tag, "deck": deck, "key": key,
        "difficulty": difficulty, "exclude": exclude,
    }  # fmt: skip
    return Selection(**{name: tuple(values or ()) for name, values in lists.items()})


def check_names(course: Course, choice: Selection) -> None:
    """A name that the course does not have is a problem: it would choose nothing, in silence."""
    from flashcards.questions.quiz import names_of
    from flashcards.source.hints import nearest

    known = names_of(course)
    for field, noun in _NOUNS.items():
        for name in getattr(choice, field):
            if name not in known[field]:
                hint = nearest(name, known[field])
                message = f"--{field}: the course has no {noun} '{name}'"
                raise FlashcardsError(f"{message}; {hint}" if hint else message)


def language(course: Course, lang: str | None) -> str:
    """The language asked for, if the course has it."""
    from flashcards.model import SOURCE_LANGUAGE

    if lang is None or lang == SOURCE_LANGUAGE:
        return SOURCE_LANGUAGE
    if lang not in course.info.languages:
        known = ", ".join(course.info.languages)
        raise typer.BadParameter(f"the course has {known}, not '{lang}'.", param_hint="--lang")
    if not course.translations.get(lang):
        raise FlashcardsError(f"nothing is translated into '{lang}' yet")
    return lang


def _each_one_of(option: str, values: list[str] | None, allowed: tuple[str, ...]) -> None:
    for value in values or ():
        if value not in allowed:
            message = f"'{value}' is not one of {', '.join(allowed)}."
            raise typer.BadParameter(message, param_hint=option)
