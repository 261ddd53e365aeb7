"""What a command says beside the cards: in whose language, in whose words, with which course.

One `Speaker` is made for each command line and handed to the command. It learns the course
when the command loads it, and what it is told from then on, errors too, is said in the words
that the course brings along.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from flashcards.commands.environment import find_course_folder, read_learner_settings, read_locale
from flashcards.commands.options import Option
from flashcards.commands.registry import find_command
from flashcards.errors import FlashcardsError
from flashcards.model import KINDS, Course
from flashcards.paths import open_cache
from flashcards.source.course import builtin_folder, load_course
from flashcards.terminal.output import print_line
from flashcards.words.catalog import LANGUAGES, Placing, Words
from flashcards.words.message import Message, quote


class Speaker:
    """Says what one command line has to say, to whoever typed it."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        self._arguments = arguments
        self._course: Course | None = None
        self._place: Placing | None = None
        self.lang: str | None = None
        """What the option `--lang` says."""

    def load_course(self, folder: Path | None) -> Course:
        """The course in a folder, or the built-in one; its words are said from now on."""
        self._course = load_course(folder, cache=open_cache())
        return self._course

    def load_course_here(self) -> None:
        """Say what follows in the words of the course around the working folder, if it has some."""
        folder = find_course_folder()
        if folder is not None:
            with suppress(FlashcardsError, OSError):
                self.load_course(folder)

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
        """The words for whoever reads: in the language that is set, else in that of the locale."""
        return self.find_words(None)

    def find_words(self, lang: str | None) -> Words:
        """The words in a language, the reader's if None; those of a course that was loaded too."""
        lang = lang or read_learner_settings().language or self._choose(read_locale())
        if self._course is None:
            return Words(lang, place=self._place)
        return self._course.make_words(lang, self._place)

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

    def find_error_words(self) -> Words:
        """The words for help and errors: what `--lang` says, even where settings are damaged.

        Where that is the language of what somebody writes, the option has another name.
        """
        options = find_command(self._arguments)[0].options
        is_written = any("--lang" in each.flags and each.name != "lang" for each in options)
        pairs = () if is_written else pairwise(self._arguments)
        given = [lang for word, lang in pairs if word == "--lang" and self._is_known(lang)]
        try:
            return self.find_words(given[-1]) if given else self.words
        except (FlashcardsError, OSError):
            return self.find_words("en")

    def _is_known(self, lang: str) -> bool:
        short = lang.partition("-")[0]
        return self._choose(short) == short

    def _choose(self, wished: str) -> str:
        """The language wished for, if the program or the course speaks it; else the course's."""
        source = self._course.source if self._course else "en"
        own = LANGUAGES if source in LANGUAGES else ()
        brought = self._course.labels if self._course else ()
        return wished if wished in (*own, *brought, source) else source

    def name_course(self, course: Course) -> str:
        """The title of a course in the reader's language, if it has one there."""
        return course.titles.get(self.words.lang, {}).get("course", course.info.title)

    def render(self, message: Message | str) -> str:
        """A message in the reader's language; a text is what somebody else wrote."""
        return self.words.render(message if isinstance(message, Message) else quote(message))

    def print(self, message: Message | str) -> None:
        """Print a line in the reader's language."""
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
