"""`ptquiz goal`: learn up to a stage by a date; the pace of new cards follows from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from flashcards.commands.environment import (
    change_settings,
    choose_language,
    get_words,
    read_learner_settings,
)
from flashcards.commands.learner import load_standing, open_log_for_reading
from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage
from flashcards.study.settings import Goal
from flashcards.study.today import plan_today
from flashcards.terminal.output import print_line
from flashcards.terminal.session_view import describe_goal, describe_old_goal


def run_goal(
    folder: Path | None, day: date | None, stage: int | None, remove: bool, lang: str | None
) -> None:
    """Set or remove the goal, or say how many new cards a day it takes."""
    settings = before = read_learner_settings()
    if remove:
        settings = replace(before, goal=None)
    elif day:
        settings = replace(before, goal=Goal(day, stage))
    standing = load_standing(folder, lang, settings=settings)
    if stage is not None:
        check_stage(standing.course, stage)
    with open_log_for_reading() as log:
        plan = plan_today(standing.load(log)).goal
    words = get_words(choose_language(standing.course, lang))
    told = describe_goal(words, plan)
    if day and plan and plan.trouble:
        stays = describe_old_goal(words, before.goal)
        raise FlashcardsError(words.say("between_sentences").join((told, stays)))
    if day or remove:
        change_settings(goal=settings.goal)
    print_line(told)
