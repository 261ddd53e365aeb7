"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from dataclasses import replace

from flashcards.commands.environment import (
    find_course_folder,
    find_local_language,
    open_course,
    read_learner_settings,
    settings_path,
    wants_lines,
)
from flashcards.course.model import Course
from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage, find_language, find_last_stage
from flashcards.study.settings import USUAL, Settings, change_setting, write_settings
from flashcards.terminal.output import print_json, print_line
from flashcards.words.catalog import LANGUAGES

DEFAULT = "default"
"""What a learner writes to take a setting back to the usual."""
MEANINGS = {
    "language": "of the cards, and of what ptquiz says",
    "stage": "the stage with which new cards begin",
    "new": "new cards a day at most",
    "minutes": "minutes a day at most",
    "retention": "share to be remembered; more takes more time",
    "width": "columns of text at most",
}


def run_config(name: str | None, value: str | None, as_json: bool) -> None:
    """Show settings, change one, or ask on a terminal which to change."""
    settings = read_learner_settings()
    course = _find_course()
    if name and value is not None:
        before, settings = settings, _change(settings, name, value)
        write_settings(settings_path(), settings)
        if not as_json:
            _print_change(course, before, settings, name)
            return
    elif not (name or as_json or wants_lines(False)):
        settings = _ask(course, settings)
    if as_json:
        print_json({each: getattr(settings, each) for each in ((name,) if name else MEANINGS)})
    elif name:
        print_line(_describe(course, settings, name))
    else:
        for row in _make_rows(course, settings).values():
            print_line(row)
        print_line(f"These settings are in {settings_path()}")


def _find_course() -> Course | None:
    """The learner's course; None if it has mistakes, which hinder no settings but the stage."""
    try:
        return open_course(find_course_folder())
    except FlashcardsError:
        return None


def _change(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one changed; a stage must be one of the course. Raises FlashcardsError."""
    changed = change_setting(settings, name, None if text == DEFAULT else text)
    if name == "stage" and text != DEFAULT:
        check_stage(open_course(find_course_folder()), changed.stage)
    return changed


def _describe(course: Course | None, settings: Settings, name: str) -> str:
    """The value of a setting; if it is the usual one, that is said."""
    value = getattr(settings, name)
    if value is None:
        told = _find_usual_language(course) if name == "language" else "none"
    else:
        told = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{told} (default)" if value == getattr(USUAL, name) else told


def _find_usual_language(course: Course | None) -> str:
    """The language of the cards if none is set."""
    return find_language(course, find_local_language(course)) if course else "en"


def _make_rows(course: Course | None, settings: Settings) -> dict[str, str]:
    """By name: each setting, its value and what it is for, in columns."""
    told = {name: _describe(course, settings, name) for name in MEANINGS}
    wide = max(map(len, told.values())) + 2
    return {name: f"{name:10} {told[name]:{wide}}{MEANINGS[name]}" for name in MEANINGS}


def _print_change(course: Course | None, before: Settings, after: Settings, name: str) -> None:
    """Say what a setting is now, and what another language means for the memory."""
    print_line(f"{name:10} {_describe(course, after, name)}")
    usual = _find_usual_language(course)
    wished = after.language or usual
    known = course.info.languages if course else LANGUAGES
    if (before.language or usual) == wished:
        return
    if wished in known:
        print_line("Each language has a memory of its own; that of the other is kept.")
    else:
        where = f"The course here is in {', '.join(known)}"
        print_line(f"{where}; '{wished}' is used only where a course has it.")


def _ask(course: Course | None, settings: Settings) -> Settings:
    """The settings after the learner chose and changed some of them, each kept at once."""
    from flashcards.terminal.prompts import choose_setting  # questionary takes its time

    name = next(iter(MEANINGS))
    while found := choose_setting(_make_rows(course, settings), name):
        name = found
        if text := _ask_value(course, settings, name):
            before, settings = settings, _change(settings, name, text)
            write_settings(settings_path(), settings)
            _print_change(course, before, settings, name)
    return settings


def _ask_value(course: Course | None, settings: Settings, name: str) -> str | None:
    """What the learner wants a setting to be; None for who leaves it as it is."""
    from flashcards.terminal.prompts import ask_value, choose_value

    def find_mistake(text: str) -> str:
        try:
            _change(settings, name, text)
        except FlashcardsError as mistake:
            return str(mistake)
        return ""

    title = f"{name}: {MEANINGS[name]}"
    if name == "language":
        known = course.info.languages if course else LANGUAGES
        held = [settings.language] if settings.language else []
        values = {each: each for each in (*known, *held)}
        values[DEFAULT] = _describe(course, replace(settings, language=None), name)
        return choose_value(title, values, settings.language or DEFAULT)
    if name == "stage" and course:
        stages = map(str, range(1, find_last_stage(course) + 1))
        return choose_value(title, {each: each for each in stages}, str(settings.stage))
    return ask_value(title, _describe(course, settings, name), find_mistake)
