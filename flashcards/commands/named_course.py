"""How commands that are told name the course and the language that the command line named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.words.catalog import use_placing

if TYPE_CHECKING:
    from flashcards.commands.options import Option


def name_course_in_hints(options: Sequence[Option], given: Mapping[str, Any]) -> None:
    """From now on name the course and the language that were given in commands that are told.

    A course that a command takes without being told is not named.
    """
    course = next((given[each.name] for each in options if each.find and each.name in given), None)
    lang = given.get("lang")
    if course is None and lang is None:
        use_placing(None)
        return
    is_usual = cache(_is_usual)

    def place(words: Sequence[str]) -> tuple[int, str]:
        return _place(words, None if course is None or is_usual(course) else course, lang)

    use_placing(place)


def _is_usual(course: Path) -> bool:
    """Whether commands take this course without being told."""
    from flashcards import builtin_folder
    from flashcards.commands.environment import find_course_folder

    try:
        return course.samefile(find_course_folder() or builtin_folder())
    except OSError:
        return False


def _place(words: Sequence[str], course: Path | None, lang: str | None) -> tuple[int, str]:
    """After how many words course and language stand, and how: authors give a bare folder."""
    from flashcards.commands.registry import find_command

    command, rest = find_command(words)
    if command is None:
        return 0, ""
    after, named = len(words) - len(rest), []
    places = [option.name for option in command.options if not option.flags]
    for option in command.options:
        if option.find and course is not None:
            named += [*option.flags, quote_word(str(course))]
            after += places.index(option.name) if option.name in places else 0
        elif option.name == "lang" and lang is not None:
            named += [*option.flags, quote_word(lang)]
    return after, " ".join(named)


def quote_word(text: str) -> str:
    """As one word of a command line, in every shell; told within single quotes it can be read."""
    from shlex import quote

    if text == quote(text):
        return text
    return quote(text) if set(text) & set('"$`!') else f'"{text}"'
