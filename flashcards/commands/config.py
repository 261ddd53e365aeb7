"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON
from flashcards.commands.speech import print_sentence, say_sentence
from flashcards.i18n.catalog import LANGUAGES, say
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards import Course, Settings

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
    from flashcards import SIMPLE_SETTINGS
    from flashcards.commands.environment import (
        read_learner_settings,
        settings_path,
        speak_as_course,
        wants_lines,
    )

    speak_as_course()
    settings = before = read_learner_settings()
    if name and value is not None:
        settings = _keep(settings, name, value)
    elif not (name or as_json or wants_lines(False)):
        settings = _ask(settings)
    if as_json:
        names = (name,) if name else SIMPLE_SETTINGS
        print_json({each: getattr(settings, each) for each in names})
    elif name and value is not None:
        _tell_change(before, settings, name)
    elif name:
        print_line(_describe(settings, name))
    else:
        for row in _list_rows(settings).values():
            print_line(row)
        print_sentence(f"These settings are in {settings_path()}")


def _list_rows(settings: Settings) -> dict[str, str]:
    """By name: each setting, its value and what it is for, in columns."""
    from flashcards import SIMPLE_SETTINGS
    from flashcards.terminal.wrap import measure_width

    said = {name: _describe(settings, name) for name in SIMPLE_SETTINGS}
    wide = max(map(measure_width, said.values())) + 2
    return {
        name: f"{name:10} {value}{' ' * (wide - measure_width(value))}{_explain(name)}"
        for name, value in said.items()
    }


def _explain(name: str) -> str:
    return say(_spoken(), f"setting_{name}")


def _keep(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one changed, which is kept. Raises FlashcardsError."""
    from flashcards import write_settings
    from flashcards.commands.environment import settings_path

    changed = _change(settings, name, text)
    write_settings(settings_path(), changed)
    return changed


def _tell_change(before: Settings, after: Settings, name: str) -> None:
    """Says what a setting is now, and what that means for others."""
    print_line(f"{name:10} {_describe(after, name)}")
    for line in _list_effects(before, after):
        print_line(line)


def _change(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one changed; a stage must be one of the course. Raises FlashcardsError."""
    from flashcards import change_setting, check_stage

    is_default = text in (DEFAULT, say_sentence(DEFAULT))
    changed = change_setting(settings, name, None if is_default else text)
    if name == "stage" and not is_default:
        check_stage(_load_course(), changed.stage)
    return changed


def _list_effects(before: Settings, after: Settings) -> list[str]:
    """What a change means for other settings and for the memory, in sentences."""
    lang, said = _spoken(), []
    if before.minutes is not None and after.minutes is None:
        said.append(say(lang, "minutes_end", minutes=_format(before.minutes), n=after.new))
    elif before.minutes is None and after.minutes is not None:
        said.append(say(lang, "minutes_count", n=after.new))
    usual = _find_usual_language()
    if (before.language or usual) != (after.language or usual):
        known, wished = _list_languages(), after.language or usual
        names = say(lang, "list_comma").join(known)
        word = "language_memory" if wished in known else "language_unknown"
        said.append(say(lang, word, lang=wished, known=names))
    return said


def _ask(settings: Settings) -> Settings:
    """The settings after the learner chose and changed some of them, each kept at once."""
    from flashcards import SIMPLE_SETTINGS
    from flashcards.errors import FlashcardsError
    from flashcards.terminal.settings_prompts import choose_setting, choose_value, write_value

    def find_mistake(text: str) -> str:
        try:
            _change(settings, name, text)
        except FlashcardsError as mistake:
            return say_sentence(str(mistake))
        return ""

    name = SIMPLE_SETTINGS[0]
    while True:
        found = choose_setting(_spoken(), _list_rows(settings), name)
        if not found:
            return settings
        name, title = found, f"{found}: {_explain(found)}"
        if values := _list_values(settings, name):
            held = _format(getattr(settings, name))
            text = choose_value(_spoken(), title, values, held)
        else:
            text = write_value(_spoken(), title, _describe(settings, name), find_mistake)
        if text:
            before, settings = settings, _keep(settings, name, text)
            _tell_change(before, settings, name)


def _list_values(settings: Settings, name: str) -> dict[str, str]:
    """What a setting can be, and how that is told; nothing if it is any number of a range."""
    from dataclasses import replace

    from flashcards import find_last_stage

    match name:
        case "language":
            held = [settings.language] if settings.language else []
            usual = _describe(replace(settings, language=None), name)
            return {**{each: each for each in (*_list_languages(), *held)}, DEFAULT: usual}
        case "stage":
            last = find_last_stage(_load_course())
            return {str(each): str(each) for each in range(1, last + 1)}
        case "sync":
            return {each: say_sentence(each) for each in ("auto", "manual")}
    return {}


def _list_languages() -> list[str]:
    """Those of the program and of the course."""
    from flashcards.errors import FlashcardsError

    found: Sequence[str] = ()
    with suppress(FlashcardsError):  # a course with mistakes hinders no settings
        found = _load_course().info.languages
    return list(dict.fromkeys([*LANGUAGES, *found]))


def _describe(settings: Settings, name: str) -> str:
    """The value of a setting as the learner reads it; if it is the usual one, that is said."""
    from flashcards import Settings

    lang, value = _spoken(), getattr(settings, name)
    said = say_sentence(_format(value))
    if value is None:
        said = _find_usual_language() if name == "language" else say(lang, "setting_none")
    if value == getattr(Settings(), name):
        said = say(lang, "setting_default", value=said)
    if name == "new" and settings.minutes is not None:
        said = say(lang, "setting_unused", value=said)
    return said


def _find_usual_language() -> str:
    """The language of the cards if none is set."""
    from flashcards import find_language
    from flashcards.commands.environment import find_local_language
    from flashcards.errors import FlashcardsError

    try:
        course = _load_course()
    except FlashcardsError:  # a course with mistakes hinders no settings
        return _spoken()
    return find_language(course, find_local_language(course))


def _load_course() -> Course:
    """The course of the working folder, else the built-in one. Raises FlashcardsError."""
    from flashcards import load_course
    from flashcards.commands.environment import find_course_folder
    from flashcards.paths import cache_folder

    return load_course(find_course_folder(), cache=cache_folder())


def _spoken() -> str:
    from flashcards.commands.environment import find_spoken_language

    return find_spoken_language(None)


def _format(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return DEFAULT if value is None else str(value)
