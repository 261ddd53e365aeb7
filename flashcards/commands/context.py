"""The course that a command works on, and the language of its cards."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flashcards import __version__
from flashcards.commands.environment import find_course_folder, read_learner_settings, read_locale
from flashcards.course.cache import load_cached_course
from flashcards.course.model import KINDS, Course, Quiz
from flashcards.paths import cache_folder
from flashcards.questions.names import find_language
from flashcards.words import Words


def load_copy(folder: Path | None) -> Course:
    """Return a course from its copy on the disk, or from its files if they changed."""
    return load_cached_course(folder, cache_folder(), __version__)


@dataclass(frozen=True)
class Context:
    """The course of a command line, loaded when it is needed, and the language asked for."""

    named: Path | None = None
    """The folder that was named; without it the course of the working folder, or ours."""
    lang: str | None = None
    load: Callable[[Path | None], Course] = load_copy
    """What reads the course: for authors always its files."""

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the course; None for the built-in one."""
        return self.named or find_course_folder()

    @cached_property
    def course(self) -> Course:
        """The course. Raises ProblemsFound if it has mistakes."""
        return self.load(self.folder)

    @cached_property
    def language(self) -> str:
        """The language of the cards. Raises FlashcardsError if the course does not have it."""
        return find_language(self.course, self.choose_language())

    @cached_property
    def words(self) -> Words:
        """What the program says around the cards, in their language."""
        return Words(self.language)

    def choose_language(self, quiz: Quiz | None = None, *, local: bool = True) -> str | None:
        """Return the language asked for, else the quiz's, the learner's or the locale's.

        None stands for that of the decks. Files must not depend on the machine that makes them:
        for them the locale plays no part (`local`).
        """
        if asked := self.lang or (quiz and quiz.lang):
            return asked
        wished = read_learner_settings().language
        if not wished and local and self._is_promised(read_locale()):
            wished = read_locale()
        return wished if wished and self._has_cards(wished) else None

    def name_option(self) -> str:
        """Return the option that names this course again, with a space before it, or ''."""
        return f" --course {shlex.quote(str(self.named))}" if self.named else ""

    def _is_promised(self, lang: str) -> bool:
        """Return whether the course promises every kind of entry in a language."""
        return set(KINDS) <= set(self.course.info.promises.get(lang, ()))

    def _has_cards(self, lang: str) -> bool:
        """Return whether the course is written in a language, or translated into it."""
        return lang == self.course.source or bool(self.course.translations.get(lang))
