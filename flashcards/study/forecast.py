"""How many cards are due today and on the days to come, as quiz and statistics say it."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.cards import Card
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.review import CardMarks
from flashcards.study.marking import Marks, list_awake
from flashcards.study.memories import Memories, memory_key
from flashcards.study.plan import Budget, Moment, plan_day
from flashcards.study.resting import WrongAnswers, list_rested

FORECAST_DAYS = 30


def forecast_due(
    cards: Sequence[Card], memories: Memories, marks: Marks, wrong: WrongAnswers, moment: Moment
) -> list[int]:
    """Cards due today, as the quiz plans the day, and on each day after; no suspended ones."""
    awake = [card for card in list_awake(cards, marks, moment.day) if memory_key(card) in memories]
    awake = list_rested(awake, memories, wrong)
    plan = plan_day(awake, memories, moment, Budget(new=0))
    today = {memory_key(card) for card in (*plan.due, *(card for _, card in plan.steps))}
    days = [0] * FORECAST_DAYS
    for key in map(memory_key, cards):
        held = marks.get(key, CardMarks())
        if key not in memories or held.suspended:
            continue
        later = (memories[key].due - moment.day_start - 1) // DAY_MS
        day = 0 if key in today else max(1, later, held.buried - moment.day)
        if day < FORECAST_DAYS:
            days[day] += 1
    return days
