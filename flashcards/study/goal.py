"""What a goal means today: how many new cards a day it takes, and whether that can be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil
from typing import Literal, TypeAlias

from flashcards.study.settings import Goal
from flashcards.study.standing import Standing

DAYS_TO_EARN = 7
"""Between the last new card and the date of a goal: time to be asked again, a day or more apart."""
MAX_NEW = 30
"""New cards that somebody learns on a day, day after day."""

Trouble: TypeAlias = Literal["past", "too_soon"]
"""Why a goal cannot be reached."""


@dataclass(frozen=True, slots=True)
class GoalPlan:
    """What a goal means today."""

    goal: Goal
    cards: int
    """Unseen cards that count for it."""
    new: int
    """New cards a day that reach it, at most `MAX_NEW`."""
    reached: int
    """Of `cards`, how many can be seen in time."""
    possible: date
    """The earliest date for all of them."""
    trouble: Trouble | None = None
    """Why it cannot be reached."""
    held: int | None = None
    """How many cards the minutes hold, if that is fewer than `new`."""

    @property
    def is_done(self) -> bool:
        return not self.cards

    @property
    def sets_pace(self) -> bool:
        """Whether it says how many new cards come."""
        return bool(self.cards) and self.trouble != "past"


def plan_goal(standing: Standing, capacity: int | None) -> GoalPlan | None:
    """The unseen cards up to the stage of the goal, divided by the days until a week before it.

    It is about all cards that the learner means to learn, chosen or not. `capacity` is how many
    cards the minutes of a day hold, if they are set. None without a goal.
    """
    goal, today = standing.settings.goal, standing.moment.today
    if goal is None:
        return None
    cards = sum(
        goal.covers(card.note.stage) and standing.find_memory(card) is None
        for card in standing.list_learned(standing.every_card)
    )
    days = max(0, (goal.date - today).days - DAYS_TO_EARN + 1)
    trouble: Trouble | None = None
    if cards and goal.date <= today:
        trouble = "past"
    elif cards > MAX_NEW * days:
        trouble = "too_soon"
    new = min(ceil(cards / max(1, days)), MAX_NEW)
    return GoalPlan(
        goal,
        cards,
        new,
        reached=min(cards, MAX_NEW * days),
        possible=today + timedelta(max(1, ceil(cards / MAX_NEW)) + DAYS_TO_EARN),
        trouble=trouble,
        held=capacity if capacity is not None and capacity < new else None,
    )
