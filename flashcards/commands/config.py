"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from functools import partial

from flashcards.commands.context import Context
from flashcards.commands.environment import read_learner_settings, settings_path, wants_lines
from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage
from flashcards.study.settings import USUAL, Settings, change_setting, write_settings
from flashcards.terminal.output import print_json, print_line
from flashcards.terminal.prompts import ask_value, choose_setting

MEANINGS = {
    "language": "of the cards, and of what ptquiz says",
    "stage": "the stage with which new cards begin",
    "new": "new cards a day at most",
    "minutes": "minutes a day at most",
    "retention": "share to be remembered; more takes more time",
}


def run_config(name: str | None, value: str | None, as_json: bool) -> None:
    """Show settings, change one, or ask on a terminal which to change."""
    settings = read_learner_settings()
    if name and value is not None:
        settings = _change(settings, name, value)
        write_settings(settings_path(), settings)
    elif not (name or as_json or wants_lines(False)):
        settings = _ask(settings)
    if as_json:
        print_json({key: getattr(settings, key) for key in ([name] if name else MEANINGS)})
    elif name:
        print_line(_describe(settings, name))
        if name == "language" and value is not None:
            print_line("Each language has a memory of its own. A course without it stays as it is.")
    else:
        for row in _make_rows(settings).values():
            print_line(row)
        print_line(f"These settings are in {settings_path()}")


def _change(settings: Settings, name: str, text: str) -> Settings:
    """Return the settings with one changed; 'default' takes it back. Raises FlashcardsError."""
    changed = change_setting(settings, name, None if text == "default" else text)
    if name == "stage" and text != "default":
        check_stage(Context().course, changed.stage)
    return changed


def _describe(settings: Settings, name: str) -> str:
    """Return the value of a setting; if it is the usual one, that is said."""
    value = getattr(settings, name)
    if value is None:
        shown = _find_usual_language() if name == "language" else "none"
    else:
        shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{shown} (default)" if value == getattr(USUAL, name) else shown


def _find_usual_language() -> str:
    """Return the language of the cards if none is set; English if the course has mistakes."""
    try:
        return Context().language
    except FlashcardsError:
        return "en"


def _make_rows(settings: Settings) -> dict[str, str]:
    """Return by name each setting, its value and what it is for, in columns."""
    values = {name: _describe(settings, name) for name in MEANINGS}
    width = max(map(len, values.values())) + 2
    return {name: f"{name:10} {values[name]:{width}}{MEANINGS[name]}" for name in MEANINGS}


def _ask(settings: Settings) -> Settings:
    """Return the settings after the learner changed some of them, each kept at once."""
    name = next(iter(MEANINGS))
    while chosen := choose_setting(_make_rows(settings), name):
        name = chosen
        title, held = f"{name}: {MEANINGS[name]}", _describe(settings, name)
        if text := ask_value(title, held, partial(_find_mistake, settings, name)):
            settings = _change(settings, name, text)
            write_settings(settings_path(), settings)
    return settings


def _find_mistake(settings: Settings, name: str, text: str) -> str:
    """Return why a setting cannot be changed so, or ""."""
    try:
        _change(settings, name, text)
    except FlashcardsError as error:
        return str(error)
    return ""
