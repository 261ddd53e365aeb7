"""`ptquiz config`: settings that stay."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON
from flashcards.commands.speech import print_sentence, say_sentence
from flashcards.terminal.output import print_json, print_line

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
    from flashcards import SIMPLE_SETTINGS, change_setting, write_settings
    from flashcards.commands.environment import read_learner_settings, settings_path

    settings = read_learner_settings()
    if name and value is not None:
        settings = change_setting(settings, name, None if value == DEFAULT else value)
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


def _format(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return DEFAULT if value is None else str(value)
