"""The learner's day, review log and settings: `ptquiz config`, `goal`, `log` and `optimize`."""

import sys
from contextlib import nullcontext
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from flashcards.anki.optimizer import optimize_parameters
from flashcards.commands.context import (
    Context,
    change_settings,
    read_clock,
    read_learner_settings,
    settings_path,
)
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import DASH, check_output, open_plain, write_whole
from flashcards.paths import home
from flashcards.reviews.memory import Schedule
from flashcards.reviews.review import Review, format_lines, read_rows
from flashcards.reviews.store import ReviewLog
from flashcards.selection import check_stages
from flashcards.study.learner import Moment, make_learner
from flashcards.study.plan import plan_today
from flashcards.study.settings import USUAL, Goal, Settings, replace_settings, write_settings
from flashcards.terminal.output import print_line, print_lines, print_text
from flashcards.terminal.reports import describe_goal
from flashcards.text.plain_text import format_count
from flashcards.words import Words

DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""
EPOCH = datetime(1970, 1, 1)
MAX_BYTES = 1_000_000_000
"""Of JSON lines, which may be three million answers."""
MEANINGS = {
    "language": "of the cards, and of what ptquiz says",
    "stage": "the stage with which new cards begin",
    "new": "new cards a day at most",
    "minutes": "minutes a day at most",
    "ask": "grow: from memory after the first day; memory; options",
    "retention": "share to be remembered; more takes more time",
}


def read_moment() -> Moment:
    """Return now, and the learner's day around it."""
    return make_moment(read_clock())


def make_moment(now: int) -> Moment:
    """Return a time (UTC milliseconds), and the learner's day around it, which begins at four."""
    day = count_local_day(now)
    start, end = (EPOCH + timedelta(number) + DAY_BEGINS for number in (day, day + 1))
    return Moment(now, int(start.timestamp() * 1000), int(end.timestamp() * 1000), day)


def count_local_day(at: int) -> int:
    """Return the learner's day of a time (UTC milliseconds), as days since 1970."""
    return (datetime.fromtimestamp(at / 1000) - DAY_BEGINS - EPOCH).days


def open_log() -> ReviewLog:
    """Open the learner's review log. Raises LogError if it cannot be used."""
    return ReviewLog(home() / "reviews.db", make_schedule())


def make_schedule() -> Schedule:
    """Return when cards come back: FSRS in the learner's days, as the settings say.

    Raises FlashcardsError.
    """
    settings = read_learner_settings()
    try:
        return Schedule(settings.retention, settings.parameters, count_local_day)
    except ValueError:
        reason = "FSRS does not work with these 'parameters'"
        advice = "'ptquiz optimize --reset' takes them back"
        raise FlashcardsError(f"{settings_path()}: {reason}; {advice}") from None


def run_config(name: str | None, value: str | None) -> None:
    """Show settings, or change one; 'default' takes it back. Raises FlashcardsError."""
    settings = read_learner_settings()
    if name and value is not None:
        new_value = getattr(USUAL, name) if value == "default" else value
        settings = replace_settings(settings, {name: new_value})
        if name == "stage" and value != "default":
            check_stages(Context().course, [settings.stage], "stage")
        write_settings(settings_path(), settings)
    if name:
        print_line(_describe(settings, name))
        if name == "language" and value is not None:
            print_line("Each language has a memory of its own. A course without it stays as it is.")
    else:
        print_lines(f"{key:10} {_describe(settings, key):23} {MEANINGS[key]}" for key in MEANINGS)
        print_line(f"These settings are in {settings_path()}")


def _describe(settings: Settings, name: str) -> str:
    """Return the value of a setting, and whether it is the usual one."""
    value = getattr(settings, name)
    text = "the course's" if value is None else str(value).removesuffix(".0")
    return f"{text} (default)" if value == getattr(USUAL, name) else text


def run_goal(context: Context, day: date | None, stage: int | None, remove: bool) -> None:
    """Set or remove the goal, or say how many new cards a day it takes."""
    if day and remove:
        raise UsageError("give a date or --remove, not both.", "--remove")
    if stage is not None and not day:
        raise UsageError(
            "it needs a date, for example: ptquiz goal 2027-03-31 --stage 2", "--stage"
        )
    settings, moment = read_learner_settings(), read_moment()
    if day and day <= moment.today:
        raise FlashcardsError(f"The goal must be a day after today, not {day}")
    if stage is not None:
        check_stages(context.course, [stage], "--stage")
    if day or remove:
        settings = replace(settings, goal=Goal(day, stage) if day else None)
    learner = make_learner(context.course, moment, context.language, settings=settings)
    with open_log() as log:
        plan = plan_today(learner.load(log)).goal
    if day or remove:
        change_settings(goal=settings.goal)
    print_line(describe_goal(Words(context.language), plan))


def export_log(file: Path, force: bool) -> None:
    """Write every review, and what was decided about cards, as one JSON object a line."""
    with open_log() as log:
        if file == DASH:
            print_text("".join(format_lines(log.rows())))
            return
        check_output(file, force)
        write_whole(file, map(str.encode, format_lines(log.rows())))
        print_line(f"{format_count(log.size(), 'review')} in {file}")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    opened = nullcontext(sys.stdin.buffer) if file == DASH else open_plain(file, MAX_BYTES)
    with opened as stream:
        rows = read_rows(stream, str(file))
    with open_log() as log:
        added = log.add(rows)
    known = sum(isinstance(row, Review) for row in rows) - added
    were = "was" if known == 1 else "were"
    print_line(f"{format_count(added, 'review')} added, {known} {were} here already")


def run_optimize(apply: bool, reset: bool) -> None:
    """Fit the FSRS parameters to the learner's answers, and use or remove them if asked."""
    if apply and reset:
        raise UsageError("--apply and --reset are opposites.", "--reset")
    if reset:
        change_settings(parameters=None)
        print_line("The usual parameters are in use again.")
        return
    with open_log() as log:
        fit = optimize_parameters(log.reviews(), make_schedule())
    judged = f"The newest {fit.kept_back} were kept back to judge by."
    print_line(f"{fit.answers} answers tested your memory. {judged}")
    loss = f"{fit.loss_now:.4f} now, {fit.loss_fitted:.4f} with parameters of your own"
    print_line(f"Error of the predictions (log loss): {loss}.")
    if not fit.is_better:
        print_line("They predict no better: what you have stays.")
    elif apply:
        change_settings(parameters=fit.parameters)
        print_line("They are in use. 'ptquiz optimize --reset' takes them back.")
    else:
        print_line("'ptquiz optimize --apply' uses them.")
