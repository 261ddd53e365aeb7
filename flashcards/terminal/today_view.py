"""The first screen: what today asks for, what it costs, how far it leads."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from flashcards.study.goal import GoalPlan
from flashcards.study.settings import Goal, Pause
from flashcards.study.today import Today
from flashcards.study.ui import Welcome
from flashcards.terminal.durations import format_end, format_time_ahead
from flashcards.terminal.output import make_visible
from flashcards.words.catalog import say
from flashcards.words.months import write_day

_GOAL_WORDS = {
    None: "goal_pace", "past": "goal_past", "paused": "goal_paused", "too_soon": "goal_too_soon",
}  # fmt: skip


def print_today(console: Console, lang: str, today: Today) -> None:
    """One line with counts and minutes, then what else there is to say."""
    plan = today.plan
    parts = [say(lang, "left_new", n=len(plan.new)), say(lang, "left_due", n=len(plan.due))]
    if plan.steps:
        parts.append(say(lang, "left_steps", n=len(plan.steps)))
    what = say(lang, "comma").join(parts)
    console.print(Text(say(lang, "today", what=what, minutes=today.minutes), "bold"))
    for line in list_outlook(lang, today):
        console.print(Text(line))


def list_welcome(lang: str, welcome: Welcome) -> Iterator[str]:
    """What this is, what a day costs, and where to find out how much one knows."""
    title = make_visible(welcome.title)
    yield say(lang, "welcome", title=title, n=welcome.cards)
    yield say(lang, "welcome_day", minutes=welcome.minutes)
    if welcome.placement:
        length = ""
        if welcome.questions and welcome.limit:
            minutes = f"{welcome.limit:g}"
            length = say(lang, "placement_length", n=welcome.questions, minutes=minutes)
        yield say(lang, "welcome_placement", quiz=welcome.placement, length=length)
    if welcome.reading:
        yield say(lang, "welcome_path", n=welcome.reading)


def print_nothing_due(console: Console, lang: str, today: Today, now: int) -> None:
    """Says why nothing is asked and when something will be; `now` in UTC milliseconds."""
    plan = today.plan
    if today.pause:
        console.print(Text(describe_pause(lang, today.pause), "bold"))
        return
    console.print(Text(say(lang, "nothing_due"), "bold"))
    if plan.next_due is not None:
        when = format_time_ahead(lang, plan.next_due - now)
        console.print(Text(say(lang, "next_due", when=when)))
    if plan.coming:
        console.print(Text(say(lang, "new_tomorrow", n=len(plan.coming))))


def describe_goal(lang: str, plan: GoalPlan | None) -> str:
    """What the goal asks for, or why it cannot be reached and what would be possible."""
    if plan is None:
        return say(lang, "goal_none")
    values = {
        "date": write_day(lang, plan.goal.date), "n": plan.cards, "new": plan.new,
        "possible": write_day(lang, plan.possible), "reached": plan.reached, "pace": plan.pace,
    }  # fmt: skip
    if plan.is_done:
        return say(lang, "goal_done", **values)
    if plan.room and plan.trouble in (None, "short"):
        values |= {"minutes": f"{plan.room.minutes:g}", "more": plan.room.count_minutes(plan.new)}
        return say(lang, "goal_short" if plan.trouble else "goal_fits", **values)
    return say(lang, _GOAL_WORDS[plan.trouble], **values)


def describe_old_goal(lang: str, goal: Goal | None) -> str:
    """That a goal was not set, and which one stays."""
    if goal is None:
        return say(lang, "goal_not_set")
    return say(lang, "goal_stays", date=write_day(lang, goal.date))


def describe_pause(lang: str, pause: Pause | None) -> str:
    """From when to when there are no questions, and how to go on."""
    if pause is None:
        return say(lang, "pause_none")
    if pause.end is None:
        return say(lang, "paused", start=write_day(lang, pause.start))
    return say(
        lang, "paused_until", start=write_day(lang, pause.start), date=write_day(lang, pause.end)
    )


def list_outlook(lang: str, today: Today) -> Iterator[str]:
    """What there is to say about the days to come, besides how much there is today."""
    waiting = today.plan.waiting
    if waiting and today.backlog_days == 1:
        yield say(lang, "backlog_tomorrow", n=waiting)
    elif waiting and today.backlog_days:
        yield say(lang, "backlog", n=waiting, days=today.backlog_days)
    elif waiting:
        yield say(lang, "backlog_grows", n=waiting)
    for end, stage in sorted((end, stage) for stage, end in today.stage_ends.items())[:1]:
        word = "stage_ends_alone" if today.is_part else "stage_ends"
        yield say(lang, word, n=stage, when=format_end(lang, end, today.day))
    if today.goal:
        yield describe_goal(lang, today.goal)
