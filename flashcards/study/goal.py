"""What a goal means today: how many new cards a day it takes, and whether the minutes hold them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from flashcards.study.settings import Goal
from flashcards.study.standing import Standing

DAYS_TO_EARN = 7
"""Between the last new card and the date of a goal: time to be asked again, a day or more apart."""


@dataclass(frozen=True, slots=True)
class GoalPlan:
    """What a goal means today."""

    goal: Goal
    cards: int
    """Unseen cards that count for it."""
    new: int
    """New cards a day that reach it."""
    is_over: bool
    """Whether its date has come: then new cards come as without it."""
    held: int | None = None
    """How many new cards a day the minutes hold, as lately or today, if that is fewer."""

    @property
    def is_done(self) -> bool:
        """Whether every card is seen: then nothing new comes until its date."""
        return not self.cards


def plan_goal(standing: Standing) -> GoalPlan | None:
    """Divide the unseen cards up to the stage of the goal by the days until a week before it.

    It is about all cards that the learner means to learn, chosen or not. None without a goal.
    """
    goal, today = standing.settings.goal, standing.moment.today
    if goal is None:
        return None
    cards = sum(
        goal.covers(card.note.stage) and standing.find_memory(card) is None
        for card in standing.list_learned(standing.every_card)
    )
    days = max(1, (goal.date - today).days - DAYS_TO_EARN + 1)
    return GoalPlan(goal, cards, new=ceil(cards / days), is_over=goal.date <= today)
