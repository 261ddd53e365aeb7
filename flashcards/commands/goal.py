"""`ptquiz goal`: learn up to a stage by a date; the pace of new cards follows from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from flashcards.commands.context import Context
from flashcards.commands.environment import change_settings, read_learner_settings
from flashcards.commands.learner import open_log_for_reading, read_moment
from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage
from flashcards.study.settings import Goal
from flashcards.study.standing import find_standing
from flashcards.study.today import plan_today
from flashcards.terminal.output import print_line
from flashcards.terminal.reports import describe_goal


def run_goal(context: Context, day: date | None, stage: int | None, remove: bool) -> None:
    """Set or remove the goal, or say how many new cards a day it takes."""
    settings = read_learner_settings()
    if day and day <= read_moment().today:
        raise FlashcardsError(f"The goal must be a day after today, not {day}")
    if day or remove:
        settings = replace(settings, goal=Goal(day, stage) if day else None)
    if stage is not None:
        check_stage(context.course, stage)
    standing = find_standing(context.course, read_moment(), context.language, settings=settings)
    with open_log_for_reading() as log:
        plan = plan_today(standing.load(log)).goal
    if day or remove:
        change_settings(goal=settings.goal)
    print_line(describe_goal(context.words, plan))
