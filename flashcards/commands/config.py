"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON
from flashcards.commands.speech import print_sentence, say_sentence
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards import Settings

DEFAULT = "default"


def _names() -> Sequence[str]:
    from flashcards import SIMPLE_SETTINGS

    return SIMPLE_SETTINGS


OPTIONS = (
    Option("name", metavar="NAME", help="A setting; without it, all are shown.", choices=_names),
    Option("value", metavar="VALUE", help="What it is from now on; 'default' takes it back."),
    JSON,
)  # fmt: skip


def run(name: str | None, value: str | None, as_json: bool) -> None:
    """Settings that stay: language, first stage, new or minutes a day, retention, width, sync.

    They are kept in one file of the learner's folder, which may also be written by hand.
    """
    from flashcards import SIMPLE_SETTINGS, write_settings
    from flashcards.commands.environment import (
        read_learner_settings,
        settings_path,
        wants_lines,
    )

    settings = read_learner_settings()
    if not (name or as_json or wants_lines(False)):
        settings = _ask(settings)
    if name and value is not None:
        settings = _change(settings, name, None if value == DEFAULT else value)
        write_settings(settings_path(), settings)
    shown = {each: getattr(settings, each) for each in SIMPLE_SETTINGS if name in (None, each)}
    if as_json:
        print_json(shown)
    elif name and value is None:
        print_line(_format(shown[name]))
    else:
        for each, held in shown.items():
            print_line(f"{each:10} {say_sentence(_format(held))}")
        if not name:
            print_sentence(f"These settings are in {settings_path()}")


def _change(settings: Settings, name: str, text: str | None) -> Settings:
    """The settings with one changed; a stage must be one of the course. Raises FlashcardsError."""
    from flashcards import change_setting, load_course
    from flashcards.commands.environment import check_stage, find_course_folder
    from flashcards.paths import cache_folder

    changed = change_setting(settings, name, text)
    if name == "stage" and text is not None:
        check_stage(load_course(find_course_folder(), cache=cache_folder()), changed.stage)
    return changed


def _ask(settings: Settings) -> Settings:
    """The settings after the learner chose and changed some of them, each kept at once."""
    from flashcards import SIMPLE_SETTINGS, write_settings
    from flashcards.commands.environment import settings_path
    from flashcards.errors import FlashcardsError
    from flashcards.terminal.settings_prompts import choose_setting, write_setting

    def change(text: str) -> Settings:
        is_default = text in ("", DEFAULT, say_sentence(DEFAULT))
        return _change(settings, name, None if is_default else text)

    def find_mistake(text: str) -> str:
        try:
            change(text)
        except FlashcardsError as mistake:
            return say_sentence(str(mistake))
        return ""

    while True:
        held = {each: _format(getattr(settings, each)) for each in SIMPLE_SETTINGS}
        said = {each: say_sentence(value) for each, value in held.items()}
        found = choose_setting(say_sentence("Which setting?"), said, say_sentence("Done"))
        if not found:
            return settings
        name = found
        value = said[name] if held[name] == DEFAULT else held[name]
        text = write_setting(name, value, find_mistake)
        if text is not None:
            settings = change(text.strip())
            write_settings(settings_path(), settings)


def _format(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return DEFAULT if value is None else str(value)
