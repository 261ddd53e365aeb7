"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from flashcards.commands.environment import (
    find_course_folder,
    read_learner_settings,
    settings_path,
    wants_lines,
)
from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON
from flashcards.commands.speaker import Speaker, find_local_language
from flashcards.errors import FlashcardsError
from flashcards.model import Course
from flashcards.study.settings import SIMPLE_SETTINGS, Settings, write_settings
from flashcards.study.settings_guide import SettingsGuide
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.terminal.wrap import measure_width
from flashcards.words.message import Message

OPTIONS = (
    Option("name", help="help-config-name", metavar="metavar-name", choices=SIMPLE_SETTINGS),
    Option("value", help="help-config-value", metavar="metavar-value"),
    JSON,
)


def run(speaker: Speaker, name: str | None, value: str | None, as_json: bool) -> None:
    """Settings that stay: language, first stage, new cards and minutes a day, retention, width.

    They are kept in one file of the learner's folder, which may also be written by hand.
    """
    settings = before = read_learner_settings()
    if name and value is not None:
        settings = _keep(speaker, settings, name, value)
    elif not (name or as_json or wants_lines(False)):
        settings = _ask(speaker, settings)
    if as_json:
        names = (name,) if name else SIMPLE_SETTINGS
        print_json({each: getattr(settings, each) for each in names})
    elif name and value is not None:
        _print_change(speaker, before, settings, name)
    elif name:
        print_line(_make_guide(speaker).describe(settings, name))
    else:
        print_lines(_make_rows(speaker, settings).values())
        speaker.print(Message("settings-place", path=settings_path()))


def _make_guide(speaker: Speaker) -> SettingsGuide:
    """It speaks the language that is set by now."""

    def load() -> Course:
        return speaker.load_course(find_course_folder())

    return SettingsGuide(speaker.words, load, find_local_language)


def _make_rows(speaker: Speaker, settings: Settings) -> dict[str, str]:
    """By name: each setting, its value and what it is for, in columns."""
    guide = _make_guide(speaker)
    said = {name: guide.describe(settings, name) for name in SIMPLE_SETTINGS}
    wide = max(map(measure_width, said.values())) + 2
    return {
        name: f"{name:10} {value}{' ' * (wide - measure_width(value))}{guide.explain(name)}"
        for name, value in said.items()
    }


def _keep(speaker: Speaker, settings: Settings, name: str, text: str) -> Settings:
    """The settings with one changed, which is kept. Raises FlashcardsError."""
    changed = _make_guide(speaker).change(settings, name, text)
    write_settings(settings_path(), changed)
    return changed


def _print_change(speaker: Speaker, before: Settings, after: Settings, name: str) -> None:
    """Says what a setting is now, and what that means for others."""
    guide = _make_guide(speaker)
    print_line(f"{name:10} {guide.describe(after, name)}")
    print_lines(guide.list_effects(before, after))


def _ask(speaker: Speaker, settings: Settings) -> Settings:
    """The settings after the learner chose and changed some of them, each kept at once."""
    from flashcards.terminal.prompts import choose_setting  # questionary takes its time

    name = SIMPLE_SETTINGS[0]
    while found := choose_setting(_make_guide(speaker).words, _make_rows(speaker, settings), name):
        name = found
        if text := _ask_value(speaker, settings, name):
            before, settings = settings, _keep(speaker, settings, name, text)
            _print_change(speaker, before, settings, name)
    return settings


def _ask_value(speaker: Speaker, settings: Settings, name: str) -> str | None:
    """What the learner wants a setting to be; None for who leaves it as it is."""
    from flashcards.terminal.prompts import ask_value, choose_value

    guide = _make_guide(speaker)

    def find_mistake(text: str) -> str:
        try:
            guide.change(settings, name, text)
        except FlashcardsError as mistake:
            return speaker.render(mistake.message)
        return ""

    title = f"{name}: {guide.explain(name)}"
    if values := guide.list_values(settings, name):
        return choose_value(guide.words, title, values, guide.format(settings, name))
    return ask_value(guide.words, title, guide.describe(settings, name), find_mistake)
