"""Today for one learner: the plan of the day, and what the first screen says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil

from flashcards.cards import Card, Note
from flashcards.model import Course
from flashcards.reviews.recent import load_recent
from flashcards.reviews.store import ReviewLog
from flashcards.selection import select_cards
from flashcards.study.goal import GoalPlan, plan_goal
from flashcards.study.memories import Memories, load_memories, memory_key
from flashcards.study.new_cards import count_until_stage_ends, order_new_cards
from flashcards.study.pace import (
    Habits,
    Recent,
    count_backlog_days,
    find_new_pace,
    make_budget,
    measure_habits,
)
from flashcards.study.plan import Budget, DayPlan, Moment, plan_day
from flashcards.study.settings import Pause, Settings


@dataclass(frozen=True, slots=True)
class Today:
    """What is asked today, what it costs, and how far it leads."""

    plan: DayPlan
    minutes: int
    """What is left of the day, at the learner's own speed."""
    backlog_days: int | None
    """In how many days nothing waits any more; None if more comes than is asked."""
    stage_ends: Mapping[int, date]
    """When the last card of each stage that has unseen ones will have been seen."""
    goal: GoalPlan | None
    pause: Pause | None
    """The pause, if today is in it."""


def plan_today(
    cards: Sequence[Card],
    memories: Memories,
    moment: Moment,
    settings: Settings,
    recent: Sequence[Recent],
) -> Today:
    """The plan of the rest of today. `recent` are the last answers, the newest first."""
    habits = measure_habits(recent, memories, moment)
    goal = _plan_goal(cards, memories, moment, settings)
    new = find_new_a_day(settings, goal)
    pause = settings.pause if settings.pause and settings.pause.covers(moment.today) else None
    budget = Budget(0, 0, 0.0) if pause else make_budget(settings, habits, new)
    plan = plan_day(cards, memories, moment, budget)
    return Today(
        plan,
        _round_minutes(plan.answers * habits.effort * habits.seconds / 60),
        None if pause else count_backlog_days(plan, memories, budget),
        forecast_stages(plan.coming, moment, settings, habits, new),
        goal,
        pause,
    )


def keep_whole_stages(today: Today, cards: Sequence[Card], notes: Sequence[Note]) -> Today:
    """The same day without the ends of stages of which `cards` are only a small part."""
    asked = Counter(card.note.stage for card in cards)
    every: Counter[int] = Counter()
    for note in notes:
        every[note.stage] += len(note.ordinals)
    ends = today.stage_ends.items()
    return replace(today, stage_ends={n: end for n, end in ends if 2 * asked[n] > every[n]})


def _round_minutes(minutes: float) -> int:
    return max(round(minutes), int(minutes > 0))


def forecast_stages(
    coming: Sequence[Card], moment: Moment, settings: Settings, habits: Habits, new: int
) -> dict[int, date]:
    """By stage: when the last of the unseen cards comes, with so many new ones a day."""
    pace = find_new_pace(settings, habits, new)
    if not pace:
        return {}
    days = {
        stage: ceil((count + habits.new_today) / pace)
        for stage, count in count_until_stage_ends(coming).items()
    }
    return {
        stage: _add_study_days(moment.today, number, settings.pause)
        for stage, number in days.items()
    }


def forecast_seen(
    log: ReviewLog,
    cards: Sequence[Card],
    memories: Memories,
    moment: Moment,
    settings: Settings,
) -> dict[int, date]:
    """By stage: when the last unseen one of all cards comes. Reads the log."""
    if not cards:
        return {}
    note = cards[0].note
    recent = load_recent(log, {card.note.course for card in cards}, note.lang, moment.now)
    habits = measure_habits(recent, memories, moment)
    unseen = [card for card in cards if memory_key(card) not in memories]
    new = find_new_a_day(settings, _plan_goal(cards, memories, moment, settings))
    return forecast_stages(order_new_cards(unseen, cards), moment, settings, habits, new)


def find_new_a_day(settings: Settings, goal: GoalPlan | None) -> int:
    """New cards a day: what the goal needs, else what the learner set."""
    return settings.new if goal is None or goal.is_done else goal.new


def make_goal_plan(
    course: Course, log: ReviewLog, moment: Moment, settings: Settings, lang: str | None = None
) -> GoalPlan | None:
    """What the goal in the settings means for a course today; None without a goal.

    Reads the log. Raises `TooFewCards` if the course has no card in the language.
    """
    notes, cards = select_cards(course, lang)
    return _plan_goal(cards, load_memories(log, notes), moment, settings)


def _plan_goal(
    cards: Sequence[Card], memories: Memories, moment: Moment, settings: Settings
) -> GoalPlan | None:
    if settings.goal is None:
        return None
    return plan_goal(settings.goal, cards, memories, moment.today, settings.pause)


def _add_study_days(today: date, days: int, pause: Pause | None) -> date:
    """The last of so many days from today on, without those of a pause that has an end."""
    day = today + timedelta(max(0, days - 1))
    if pause is None or pause.end is None or pause.start > day or pause.end < today:
        return day
    return day + timedelta((pause.end - max(today, pause.start)).days + 1)
