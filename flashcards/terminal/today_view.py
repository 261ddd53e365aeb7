"""The first screen: what today asks for, what it costs, how far it leads."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from flashcards.study.pace import GoalPlan
from flashcards.study.settings import Goal, Pause
from flashcards.study.today import Today
from flashcards.study.ui import Welcome
from flashcards.terminal.durations import format_end, format_time_ahead
from flashcards.terminal.output import make_visible
from flashcards.words.catalog import Words

_GOAL_WORDS = {
    None: "goal_pace", "past": "goal_past", "paused": "goal_paused", "too_soon": "goal_too_soon",
}  # fmt: skip


def print_today(console: Console, words: Words, today: Today) -> None:
    """One line with counts and minutes, then what else there is to say."""
    plan = today.plan
    parts = [words.say("left_new", n=len(plan.new)), words.say("left_due", n=len(plan.due))]
    if plan.steps:
        parts.append(words.say("left_steps", n=len(plan.steps)))
    what = words.say("comma").join(parts)
    console.print(Text(words.say("today", what=what, minutes=today.minutes), "bold"))
    for line in list_outlook(words, today):
        console.print(Text(line))


def list_welcome(words: Words, welcome: Welcome) -> Iterator[str]:
    """What this is, what a day costs, and where to find out how much one knows."""
    title = make_visible(welcome.title)
    yield words.say("welcome", title=title, n=welcome.cards)
    yield words.say("welcome_day", minutes=welcome.minutes)
    if welcome.placement:
        length = ""
        if welcome.questions and welcome.limit:
            values = {"n": welcome.questions, "minutes": float(welcome.limit)}
            length = words.say("placement_length", **values)
        yield words.say("welcome_placement", quiz=welcome.placement, length=length)
    if welcome.reading:
        yield words.say("welcome_path", n=welcome.reading)


def print_nothing_due(console: Console, words: Words, today: Today, now: int) -> None:
    """Says why nothing is asked and when something will be; `now` in UTC milliseconds."""
    plan = today.plan
    if today.pause:
        console.print(Text(describe_pause(words, today.pause), "bold"))
        return
    console.print(Text(words.say("nothing_due"), "bold"))
    if plan.next_due is not None:
        when = format_time_ahead(words, plan.next_due - now)
        console.print(Text(words.say("next_due", when=when)))
    if plan.coming:
        console.print(Text(words.say("new_tomorrow", n=len(plan.coming))))


def describe_goal(words: Words, plan: GoalPlan | None) -> str:
    """What the goal asks for, or why it cannot be reached and what would be possible."""
    if plan is None:
        return words.say("goal_none")
    values: dict[str, object] = {
        "date": plan.goal.date, "n": plan.cards, "new": plan.new,
        "possible": plan.possible, "reached": plan.reached, "pace": plan.pace,
    }  # fmt: skip
    if plan.is_done:
        return words.say("goal_done", **values)
    if plan.room and plan.trouble in (None, "short"):
        values |= {"minutes": float(plan.room.minutes), "more": plan.room.count_minutes(plan.new)}
        return words.say("goal_short" if plan.trouble else "goal_fits", **values)
    return words.say(_GOAL_WORDS[plan.trouble], **values)


def describe_old_goal(words: Words, goal: Goal | None) -> str:
    """That a goal was not set, and which one stays."""
    if goal is None:
        return words.say("goal_not_set")
    return words.say("goal_stays", date=goal.date)


def describe_pause(words: Words, pause: Pause | None) -> str:
    """From when to when there are no questions, and how to go on."""
    if pause is None:
        return words.say("pause_none")
    if pause.end is None:
        return words.say("paused", start=pause.start)
    return words.say("paused_until", start=pause.start, date=pause.end)


def list_outlook(words: Words, today: Today) -> Iterator[str]:
    """What there is to say about the days to come, besides how much there is today."""
    waiting = today.plan.waiting
    if waiting and today.backlog_days == 1:
        yield words.say("backlog_tomorrow", n=waiting)
    elif waiting and today.backlog_days:
        yield words.say("backlog", n=waiting, days=today.backlog_days)
    elif waiting:
        yield words.say("backlog_grows", n=waiting)
    for end, stage in sorted((end, stage) for stage, end in today.stage_ends.items())[:1]:
        word = "stage_ends_alone" if today.is_part else "stage_ends"
        yield words.say(word, n=stage, when=format_end(words, end, today.day))
    if today.goal:
        yield describe_goal(words, today.goal)
