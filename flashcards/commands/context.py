"""What every command starts from: the course, the language, the settings, the clock, the terminal.

Below this package only `paths` and the keys of `terminal` read the clock or the environment.
"""

import os
import shlex
import sys
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from flashcards import __version__
from flashcards.course.cache import load_cached_course
from flashcards.course.model import KINDS, Course, Quiz
from flashcards.errors import FlashcardsError
from flashcards.paths import builtin_folder, cache_folder, home
from flashcards.selection import find_language
from flashcards.study.settings import Settings, load_settings, write_settings
from flashcards.terminal.output import make_line


@dataclass(frozen=True)
class Context:
    """The course of a command line, loaded when it is needed, and the language asked for."""

    named: Path | None = None
    """The folder that was named; without it the course of the working folder, or ours."""
    lang: str | None = None

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the course; None for the built-in one."""
        return self.named or find_course_folder()

    @cached_property
    def course(self) -> Course:
        """The course. Raises ProblemsFound if it has mistakes."""
        return load_cached_course(self.folder, cache_folder(), __version__)

    @cached_property
    def language(self) -> str:
        """The language of the cards. Raises FlashcardsError if the course does not have it."""
        return self.choose_language()

    def format_command(self, *words: str) -> str:
        """Return a command line to copy that means the same course and language.

        Example: `ptquiz compare dp-ddp --course week3`.
        """
        lang = ["--lang", self.lang] if self.lang else []
        course = ["--course", str(self.named)] if self.named else []
        return make_line(shlex.join(["ptquiz", *words, *lang, *course]))

    def choose_language(self, quiz: Quiz | None = None, *, local: bool = True) -> str:
        """Return the language of the cards. Raises FlashcardsError if the course has no such one.

        The first of these that is given: the one asked for, the quiz's, and of those in which the
        course has cards the learner's, that of the locale, that of the decks. The locale counts
        where the course promises every kind of entry in it, and only if `local`: a file that goes
        to others must not depend on the computer that writes it.
        """
        asked = self.lang or (quiz and quiz.lang)
        if asked:
            return find_language(self.course, asked)
        lang, locale = read_learner_settings().language, read_locale()
        if not lang and local and {*KINDS} <= {*self.course.info.promises.get(locale, ())}:
            lang = locale
        return lang if lang and self.course.translations.get(lang) else self.course.source


def find_course_folder() -> Path | None:
    """Return the course that the working folder lies in, as seen from there.

    None outside of any, and in the checkout of the built-in one.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "decks" / "course.yaml").is_file():
            return None if folder == builtin_folder().resolve() else Path(os.path.relpath(folder))
    return None


def read_clock() -> int:
    """Return UTC milliseconds."""
    return time.time_ns() // 1_000_000


def read_build_clock() -> int:
    """Return UTC seconds; `SOURCE_DATE_EPOCH` stops this clock. Raises FlashcardsError."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return int(time.time())
    if not epoch.isdigit() or int(epoch) <= 0:
        raise FlashcardsError("SOURCE_DATE_EPOCH must be a number of seconds greater than 0")
    return int(epoch)


def settings_path() -> Path:
    """Return the file of the learner's settings."""
    return home() / "settings.toml"


def read_learner_settings() -> Settings:
    """Return what the learner has set. Raises FlashcardsError if the file has a mistake."""
    return load_settings(settings_path())


def change_settings(**values: Any) -> None:
    """Keep other values of some of the learner's settings. Raises as `read_learner_settings`."""
    write_settings(settings_path(), replace(read_learner_settings(), **values))


def read_locale() -> str:
    """Return the language of the locale, such as zh; "" if there is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    local = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return local.partition(".")[0].partition("_")[0].lower()


def is_terminal() -> bool:
    """Return whether input and output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_lines(plain: bool = False) -> bool:
    """Return whether the terminal is none, dumb, or without UTF-8, or lines were asked for."""
    return (
        plain
        or os.environ.get("ACCESSIBLE", "") not in ("", "0")
        or (os.name == "posix" and os.environ.get("TERM", "dumb") in ("dumb", "unknown"))
        or not is_terminal()
        or not (sys.stdout.encoding or "").lower().startswith("utf")
    )
