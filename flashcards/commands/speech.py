"""What commands print as plain sentences, in the learner's language."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.i18n.catalog import find_known_language
from flashcards.i18n.command_hints import complete_commands
from flashcards.terminal.output import print_line

if TYPE_CHECKING:
    from flashcards import Course


def find_line_language(arguments: Sequence[str]) -> str:
    """The language of help and errors of a command line, even where settings are damaged."""
    from flashcards.commands.environment import find_spoken_language

    pairs = pairwise(arguments)
    given = [lang for word, lang in pairs if word == "--lang" and _is_known(lang)]
    try:
        return find_spoken_language(given[-1] if given else None)
    except (FlashcardsError, OSError):
        return "en"


def _is_known(lang: str) -> bool:
    short = lang.partition("-")[0]
    return find_known_language(short) == short


def name_course(course: Course, lang: str | None = None) -> str:
    """The title of a course in the learner's language, if it has one there."""
    from flashcards.commands.environment import find_spoken_language

    titles = course.titles.get(find_spoken_language(lang), {})
    return titles.get("course", course.info.title)


def say_sentence(sentence: str, lang: str | None = None) -> str:
    """An English sentence in the learner's language, if the program knows it there.

    A command that it tells names the course, where it must be named.
    """
    from flashcards.commands.environment import find_spoken_language
    from flashcards.i18n.sentences import translate_sentence

    return complete_commands(translate_sentence(find_spoken_language(lang), sentence))


def say_notice(line: str) -> str:
    """As `say_sentence`, of a line that may begin with the name of a file."""
    from flashcards.commands.environment import find_spoken_language
    from flashcards.i18n.sentences import translate_notice

    return translate_notice(find_spoken_language(None), line)


def count_noun(number: int, noun: str) -> str:
    """A number with its noun, in English: one of it, or many."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def print_sentence(sentence: str, lang: str | None = None) -> None:
    """Print a line in the learner's language."""
    print_line(say_sentence(sentence, lang))
