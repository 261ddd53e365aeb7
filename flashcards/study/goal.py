"""What a goal asks for: every unseen card up to a stage, the last one a week before the date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil
from typing import Literal, TypeAlias

from flashcards.cards import Card
from flashcards.study.memories import Memories, memory_key
from flashcards.study.pace import Room
from flashcards.study.settings import Goal, Pause

DAYS_TO_EARN = 7
"""Between the last new card and the date: time to be asked again, a day or more apart."""
MOST_NEW = 30
"""New cards that somebody learns on a day, day after day."""

Trouble: TypeAlias = Literal["past", "paused", "too_soon", "short"]
"""The last: the minutes a day do not hold what the goal needs."""


@dataclass(frozen=True, slots=True)
class GoalPlan:
    """What a goal means today."""

    goal: Goal
    cards: int
    """Unseen cards that count for it."""
    new: int
    """New cards a day that reach it, at most `MOST_NEW`."""
    pace: int
    """New cards a day that are possible, about: `MOST_NEW`, or what the minutes hold."""
    possible: date
    """The earliest date with those."""
    reached: int
    """Of `cards`, how many will be seen in time."""
    trouble: Trouble | None = None
    """Why it cannot be reached."""
    room: Room | None = None
    """What the minutes a day hold, if they are set."""

    @property
    def is_done(self) -> bool:
        return not self.cards

    @property
    def is_refused(self) -> bool:
        """Whether it cannot be set: no pace reaches it. Minutes that are too few do not hinder."""
        return self.trouble not in (None, "short")


def plan_goal(
    goal: Goal, cards: Sequence[Card], memories: Memories, today: date, pause: Pause | None,
    room: Room | None = None,
) -> GoalPlan:  # fmt: skip
    """How many new cards a day the goal needs from today on, and whether that is possible.

    `room` is what the learner's minutes hold, if they are set.
    """
    left = sum(goal.covers(card.note.stage) and memory_key(card) not in memories for card in cards)
    last_new = goal.date - timedelta(DAYS_TO_EARN)
    days = sum(1 for _ in _study_days(today, last_new, pause))
    needed = ceil(left / days) if days else left
    pace = min(MOST_NEW, room.new) if room else MOST_NEW
    trouble = _find_trouble(goal, today, days, needed, pause) if left else None
    if trouble is None and left > pace * days:
        trouble = "short"
    return GoalPlan(
        goal,
        left,
        min(needed, MOST_NEW),
        round(pace),
        _find_possible(left, pace, today, pause),
        min(left, int(days * pace)),
        trouble,
        room,
    )


def _find_trouble(
    goal: Goal, today: date, days: int, needed: int, pause: Pause | None
) -> Trouble | None:
    if goal.date <= today:
        return "past"
    if pause and not days and any(_study_days(today, goal.date - timedelta(DAYS_TO_EARN), None)):
        return "paused"
    return "too_soon" if not days or needed > MOST_NEW else None


def _study_days(first: date, last: date, pause: Pause | None) -> Iterator[date]:
    """The days from first to last, both included, without those of the pause."""
    for number in range((last - first).days + 1):
        day = first + timedelta(number)
        if pause is None or not pause.covers(day):
            yield day


def _find_possible(left: int, pace: float, today: date, pause: Pause | None) -> date:
    """When all cards can be earned if `pace` new ones come on each day without a pause."""
    ended = None if pause and pause.end is None else pause
    days = max(1, ceil(left / pace))
    end = today + timedelta(days)
    while sum(1 for _ in _study_days(today, end, ended)) < days:
        end += timedelta(1)
    return end + timedelta(DAYS_TO_EARN)
