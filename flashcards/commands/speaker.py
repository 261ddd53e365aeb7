"""What a command says beside the cards, and in which language it shows cards.

One `Speaker` is made for each command line and handed to the command.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flashcards.commands.environment import find_course_folder, read_learner_settings, read_locale
from flashcards.commands.options import Option
from flashcards.commands.registry import find_command
from flashcards.model import KINDS, Course
from flashcards.source.course import builtin_folder, load_course
from flashcards.terminal.output import print_line
from flashcards.words.catalog import LANGUAGES, Placing, Words
from flashcards.words.message import Message, quote


class Speaker:
    """Says what one command line has to say, to whoever typed it."""

    def __init__(self) -> None:
        self._place: Placing | None = None
        self._courses: dict[Path | None, Course] = {}
        self.lang: str | None = None
        """What the option `--lang` says."""

    def load_course(self, folder: Path | None) -> Course:
        """The course in a folder, or the built-in one; it is read once."""
        if folder not in self._courses:
            self._courses[folder] = load_course(folder)
        return self._courses[folder]

    def listen(self, options: Sequence[Option], given: Mapping[str, Any]) -> None:
        """Know the language that a line gave, and name it and the course in commands that are told.

        A course that a command takes without being told is not named.
        """
        course = next(
            (given[each.name] for each in options if each.find and each.name in given), None
        )
        self.lang = lang = given.get("lang")
        if course is None and lang is None:
            return
        is_usual = cache(_is_usual)

        def place(words: Sequence[str]) -> tuple[int, str]:
            return _place(words, None if course is None or is_usual(course) else course, lang)

        self._place = place

    @property
    def words(self) -> Words:
        """The words of help, errors and authors' commands: they are English."""
        return Words("en", self._place)

    def find_words(self, lang: str | None) -> Words:
        """The words around cards: in their language, else in that of the learner or the locale."""
        local = read_locale()
        usual = local if local in LANGUAGES else "en"
        return Words(lang or read_learner_settings().language or usual, self._place)

    def choose_language(self, course: Course) -> str | None:
        """The language asked for, else the learner's own if the course has it; None for the usual.

        Without a setting it is that of the locale, if the course promises all kinds of entries
        in it.
        """
        if self.lang or read_learner_settings().language:
            return self.choose_file_language(course)
        return find_local_language(course)

    def choose_file_language(self, course: Course) -> str | None:
        """The language of files: as `choose_language`, but the locale plays no part.

        A file must not depend on the machine that makes it.
        """
        wished = read_learner_settings().language
        return self.lang or (wished if wished and _is_translated(course, wished) else None)

    def render(self, message: Message | str) -> str:
        """A message in English; a text is what somebody else wrote."""
        return self.words.render(message if isinstance(message, Message) else quote(message))

    def print(self, message: Message | str) -> None:
        """Print a message in English."""
        print_line(self.render(message))


def find_local_language(course: Course) -> str | None:
    """The language of the locale, if the course promises every kind of entry in it."""
    local = read_locale()
    if local == course.source:
        return local
    promised = set(KINDS) <= set(course.info.promises.get(local, ()))
    return local if promised and _is_translated(course, local) else None


def _is_translated(course: Course, lang: str) -> bool:
    """Whether the course has cards in a language."""
    if lang == course.source:
        return True
    return lang in course.info.languages and bool(course.translations.get(lang))


def _is_usual(course: Path) -> bool:
    """Whether commands take this course without being told."""
    try:
        return course.samefile(find_course_folder() or builtin_folder())
    except OSError:
        return False


def _place(words: Sequence[str], course: Path | None, lang: str | None) -> tuple[int, str]:
    """After how many words course and language stand, and how: authors give a bare folder."""
    command, rest = find_command(words)
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
    quoted = shlex.quote(text)
    return quoted if quoted == text or set(text) & set('"$`!') else f'"{text}"'
