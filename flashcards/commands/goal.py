"""`ptquiz goal`: learn up to a stage by a date; the pace of new cards follows from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from flashcards.commands.environment import change_settings, read_learner_settings
from flashcards.commands.learner import load_standing, open_log_for_reading
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import COURSE, LANG, check_date
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError
from flashcards.questions.names import check_stage
from flashcards.study.settings import Goal, Settings
from flashcards.study.today import plan_today
from flashcards.terminal.output import print_line
from flashcards.terminal.session_view import describe_goal, describe_old_goal

OPTIONS = (
    Option("day", help="help-goal-date", metavar="metavar-date", check=check_date),
    Option("stage", ("--stage",), "help-goal-stage", value=int, minimum=1, maximum=9),
    switch("remove", "--remove", "help-goal-remove"),
    LANG,
    COURSE,
)


def run(
    speaker: Speaker,
    day: str | None,
    stage: int | None,
    remove: bool,
    course: Path | None,
) -> None:
    """Learn up to a stage by a date: every day says how many new cards that takes."""
    before = read_learner_settings()
    settings = _change_goal(before, day, stage, remove)
    standing = load_standing(speaker, course, settings=settings)
    if stage is not None:
        check_stage(standing.course, stage)
    with open_log_for_reading() as log:
        plan = plan_today(standing.load(log)).goal
    words = speaker.find_words(speaker.choose_language(standing.course))
    said = describe_goal(words, plan)
    if day and plan and plan.trouble:
        stays = describe_old_goal(words, before.goal)
        raise FlashcardsError(words.say("between_sentences").join((said, stays)))
    if day or remove:
        change_settings(goal=settings.goal)
    print_line(said)


def _change_goal(settings: Settings, day: str | None, stage: int | None, remove: bool) -> Settings:
    """The settings with the goal that a line names; as they are, if it only asks."""
    if remove:
        return replace(settings, goal=None)
    return replace(settings, goal=Goal(date.fromisoformat(day), stage)) if day else settings
