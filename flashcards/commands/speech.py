"""What commands say beside the cards, in the learner's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.terminal.output import print_line
from flashcards.words.catalog import find_known_language, find_words, format_command
from flashcards.words.message import Message, quote

if TYPE_CHECKING:
    from flashcards import Course

_COMMAND = re.compile(r"(?<![\w./-])ptquiz(?: [a-z]+)+(?![\w./-])", re.ASCII)


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


def say_message(message: Message | str, lang: str | None = None) -> str:
    """A message in the learner's language; a text is what somebody else wrote."""
    from flashcards.commands.environment import find_spoken_language

    told = message if isinstance(message, Message) else quote(message)
    return find_words(find_spoken_language(lang)).render(told)


def print_message(message: Message | str, lang: str | None = None) -> None:
    """Print a line in the learner's language."""
    print_line(say_message(message, lang))


def complete_commands(text: str) -> str:
    """The hint of a problem, with the course named in each command of it that takes one."""

    def complete(found: re.Match[str]) -> str:
        told = format_command(found[0])
        is_program = told.split()[1] != found[0].split()[1]  # as in "this ptquiz knows", no command
        return found[0] if is_program or text.startswith(told, found.start()) else told

    return _COMMAND.sub(complete, text)
