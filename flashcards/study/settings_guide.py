"""Settings as a learner meets them: their values in words, what they can be, what changes do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage, find_language, find_last_stage
from flashcards.study.settings import USUAL, Settings, change_setting
from flashcards.words.catalog import LANGUAGES, Words

if TYPE_CHECKING:
    from flashcards.model import Course

DEFAULT = "default"
"""What a learner writes to take a setting back to the usual."""


@dataclass(frozen=True)
class SettingsGuide:
    """Tells about settings in one language.

    A course with mistakes hinders no settings: only the stage needs one without.
    """

    words: Words
    """In which is told."""
    load_course: Callable[[], Course]
    """Gives the learner's course; raises FlashcardsError if it has mistakes."""
    find_local_language: Callable[[Course], str | None]
    """The language of the learner's machine, if a course has it."""

    @staticmethod
    def format(settings: Settings, name: str) -> str:
        """The value of a setting as a learner writes it."""
        value = getattr(settings, name)
        if isinstance(value, float):
            return f"{value:g}"
        return DEFAULT if value is None else str(value)

    def explain(self, name: str) -> str:
        """What a setting is for."""
        return self.words.say(f"setting_{name}")

    def describe(self, settings: Settings, name: str) -> str:
        """The value of a setting as the learner reads it; if it is the usual one, that is said."""
        value = getattr(settings, name)
        said = self.format(settings, name)
        if value is None:
            is_language = name == "language"
            said = self._find_usual_language() if is_language else self.words.say("setting_none")
        if value == getattr(USUAL, name):
            said = self.words.say("setting_default", value=said)
        return said

    def change(self, settings: Settings, name: str, text: str) -> Settings:
        """The settings with one changed; a stage must be one of the course.

        Raises FlashcardsError.
        """
        is_default = text == DEFAULT
        changed = change_setting(settings, name, None if is_default else text)
        if name == "stage" and not is_default:
            check_stage(self.load_course(), changed.stage)
        return changed

    def list_values(self, settings: Settings, name: str) -> dict[str, str]:
        """What a setting can be, and how that is told; nothing if it is any number of a range.

        Raises FlashcardsError for the stages of a course with mistakes.
        """
        match name:
            case "language":
                held = [settings.language] if settings.language else []
                usual = self.describe(replace(settings, language=None), name)
                return {**{each: each for each in (*self._list_languages(), *held)}, DEFAULT: usual}
            case "stage":
                last = find_last_stage(self.load_course())
                return {str(each): str(each) for each in range(1, last + 1)}
        return {}

    def list_effects(self, before: Settings, after: Settings) -> list[str]:
        """What a change of the language means for the memory, in sentences."""
        usual = self._find_usual_language()
        wished = after.language or usual
        if (before.language or usual) == wished:
            return []
        known = self._list_languages()
        word = "language_memory" if wished in known else "language_unknown"
        names = self.words.say("list_comma").join(known)
        return [self.words.say(word, lang=wished, known=names)]

    def _find_usual_language(self) -> str:
        """The language of the cards if none is set."""
        try:
            course = self.load_course()
        except FlashcardsError:
            return self.words.lang
        return find_language(course, self.find_local_language(course))

    def _list_languages(self) -> Sequence[str]:
        """Those of the course; of one with mistakes, all that the program speaks."""
        try:
            return self.load_course().info.languages
        except FlashcardsError:
            return LANGUAGES
