"""`ptquiz config` and `ptquiz goal`: what the learner sets for good."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from flashcards.commands.context import (
    Context,
    change_settings,
    read_learner_settings,
    settings_path,
)
from flashcards.commands.learner import open_log, read_moment
from flashcards.errors import FlashcardsError
from flashcards.names import check_stages
from flashcards.study.plan import plan_today
from flashcards.study.settings import USUAL, Goal, Settings, change_setting, write_settings
from flashcards.study.standing import find_standing
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.terminal.reports import describe_goal

MEANINGS = {
    "language": "of the cards, and of what ptquiz says",
    "stage": "the stage with which new cards begin",
    "new": "new cards a day at most",
    "minutes": "minutes a day at most",
    "retention": "share to be remembered; more takes more time",
}


def run_config(name: str | None, value: str | None, as_json: bool) -> None:
    """Show settings, or change one; 'default' takes it back. Raises FlashcardsError."""
    settings = read_learner_settings()
    if name and value is not None:
        settings = change_setting(settings, name, None if value == "default" else value)
        if name == "stage" and value != "default":
            check_stages(Context().course, [settings.stage], "stage")
        write_settings(settings_path(), settings)
    if as_json:
        print_json({key: getattr(settings, key) for key in ([name] if name else MEANINGS)})
    elif name:
        print_line(_describe(settings, name))
        if name == "language" and value is not None:
            print_line("Each language has a memory of its own. A course without it stays as it is.")
    else:
        print_lines(f"{key:10} {_describe(settings, key):15} {MEANINGS[key]}" for key in MEANINGS)
        print_line(f"These settings are in {settings_path()}")


def _describe(settings: Settings, name: str) -> str:
    """Return the value of a setting, and whether it is the usual one."""
    value = getattr(settings, name)
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if value is None:  # only a language can be unset
        try:
            text = Context().language
        except FlashcardsError:  # the course has mistakes
            text = "en"
    return f"{text} (default)" if value == getattr(USUAL, name) else text


def run_goal(context: Context, day: date | None, stage: int | None, remove: bool) -> None:
    """Set or remove the goal, or say how many new cards a day it takes."""
    settings, moment = read_learner_settings(), read_moment()
    if day and day <= moment.today:
        raise FlashcardsError(f"The goal must be a day after today, not {day}")
    if stage is not None:
        check_stages(context.course, [stage], "--stage")
    if day or remove:
        settings = replace(settings, goal=Goal(day, stage) if day else None)
    standing = find_standing(context.course, moment, context.language, settings=settings)
    with open_log() as log:
        plan = plan_today(standing.load(log)).goal
    if day or remove:
        change_settings(goal=settings.goal)
    print_line(describe_goal(context.words, plan))
