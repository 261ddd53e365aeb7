"""Today for one learner: the one plan that first page, path, goal and statistics read.

The budget is `minutes`, which hold as many cards as the learner answered in that time lately,
and `new`. Due cards come first, new ones fill what is left. A new card counts as two: it is
asked twice on its first day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from math import ceil

from flashcards.cards import Card
from flashcards.reviews.memory import DAY_MS, REVIEW
from flashcards.study.goal import GoalPlan, plan_goal
from flashcards.study.plan import LEARNING_STEPS, DayPlan, plan_day
from flashcards.study.standing import MOST_WRONG, RECENT_DAYS, Standing, measure_times, name_card

USUAL_SECONDS = 30.0
"""What a card takes before the learner has answered enough of them; a new one counts twice."""
MIN_CARDS = 20
"""So many cards tell how long one takes."""
FORECAST_DAYS = 30


@dataclass(frozen=True, slots=True)
class Today:
    """What is asked today, how long it takes, and how far it leads."""

    plan: DayPlan
    minutes: int
    """What is left of the day, at the learner's own speed."""
    stage_ends: Mapping[int, date]
    """When the last card of each stage that has unseen ones will have been seen."""
    goal: GoalPlan | None


def plan_today(standing: Standing) -> Today:
    """Plan the rest of today with those of the chosen cards that are to be learned and awake."""
    settings, moment, memories = standing.settings, standing.moment, standing.memories
    seconds = measure_seconds(standing)
    begun = sum(moment.is_today(memory.first) for memory in memories.values())
    asked = sum(moment.is_today(memory.last) for memory in memories.values())
    room = max(0, max(1, int(settings.minutes * 60 / seconds)) - asked - begun)
    cards = standing.list_awake(standing.list_learned(standing.cards))
    cards = [card for card in cards if not _is_tired(standing, card)]
    new, goal = settings.new, plan_goal(standing)
    if goal and not goal.is_over:
        new = max(new, goal.new)
        cards = [
            card for card in cards if goal.goal.covers(card.note.stage) or _is_seen(card, standing)
        ]
    plan = plan_day(cards, memories, moment, max(0, new - begun), room)
    lately = find_new_pace(standing)
    held = begun + max(0, room - len(plan.due) - plan.waiting) // LEARNING_STEPS
    if goal and max(held, lately or 0) < goal.new:
        goal = replace(goal, held=max(held, int(lately or 0)))
    minutes = (len(plan.due) + LEARNING_STEPS * len(plan.new) + len(plan.steps)) * seconds / 60
    return Today(
        plan,
        max(round(minutes), int(minutes > 0)),
        _forecast_stages(standing, goal, begun, min(new, held) if lately is None else lately),
        goal,
    )


def _is_seen(card: Card, standing: Standing) -> bool:
    return standing.find_memory(card) is not None


def _is_tired(standing: Standing, card: Card) -> bool:
    """Return whether a card was wrong so often today that it rests until tomorrow."""
    memory, wrong = standing.find_memory(card), standing.wrong.get(name_card(card), 0)
    return memory is not None and memory.state != REVIEW and wrong >= MOST_WRONG


def measure_seconds(standing: Standing) -> float:
    """Return what a card took on a day of the last two weeks, repeats and reading included.

    A card that was new on a day counts twice on it. Today does not count, or the minutes of
    today would hold more or fewer cards while it lasts.
    """
    moment = standing.moment
    before = [answer for answer in standing.recent if answer[0] < moment.day_start]
    cards = {(moment.count_day(at), course, card) for at, course, card, *_ in before}
    if len(cards) < MIN_CARDS:
        return USUAL_SECONDS
    days = [moment.count_day(memory.first) for memory in standing.memories.values()]
    begun = sum(moment.day - RECENT_DAYS <= day < moment.day for day in days)
    spent = sum(measure_times([(answer[0], answer[4]) for answer in before]))
    return max(1.0, spent / (len(cards) + begun) / 1000)


def find_new_pace(standing: Standing) -> float | None:
    """Return the new cards a day of the last two weeks; None for who was not there."""
    moment, memories = standing.moment, standing.memories.values()
    first = [moment.day - moment.count_day(memory.first) for memory in memories]
    last = [moment.day - moment.count_day(memory.last) for memory in memories]
    if not any(0 < days <= RECENT_DAYS for days in (*first, *last)):
        return None
    return sum(0 < days <= RECENT_DAYS for days in first) / min(max(first), RECENT_DAYS)


def _forecast_stages(
    standing: Standing, goal: GoalPlan | None, begun: int, pace: float
) -> dict[int, date]:
    """Return by stage when the last of its unseen cards comes, with so many a day as lately.

    A stage of which only some cards are chosen, or that comes after the goal, has no date.
    """
    if not pace:
        return {}
    chosen = Counter(card.note.stage for card in standing.cards)
    every = Counter(card.note.stage for card in standing.every_card)
    learned = standing.list_learned(standing.every_card)
    unseen = Counter(card.note.stage for card in learned if not _is_seen(card, standing))
    stages = sorted(unseen)
    ends = accumulate((unseen[stage] for stage in stages), initial=begun)
    return {
        stage: standing.moment.today + timedelta(ceil(end / pace) - 1)
        for stage, end in zip(stages, list(ends)[1:], strict=True)
        if chosen[stage] == every[stage]
        and (goal is None or goal.is_over or goal.goal.covers(stage))
    }


def forecast_due(standing: Standing, plan: DayPlan) -> list[int]:
    """Return how many cards are due today, as planned, and on each day after; no suspended ones."""
    moment, days = standing.moment, [0] * FORECAST_DAYS
    steps = (card for _, card in plan.steps)
    today = {name_card(card) for card in (*plan.due, *steps, *plan.rest)}
    for card in standing.cards:
        memory, marks = standing.find_memory(card), standing.get_marks(card)
        if memory is None or marks.suspended:
            continue
        later = (memory.due - moment.day_start - 1) // DAY_MS
        day = 0 if name_card(card) in today else max(1, later, marks.buried - moment.day)
        if day < FORECAST_DAYS:
            days[day] += 1
    return days
