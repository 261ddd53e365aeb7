"""How fast a learner goes on: habits, settings and goal make the budget of a day.

A usual day is what the learner did lately. After days away nothing asks for much
more than that: the due cards that do not fit wait, and fewer new ones come. A goal asks
for every unseen card up to a stage, the last one a week before its date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from math import ceil, inf
from typing import Literal, NamedTuple, TypeAlias

from flashcards.reviews.memory import AGAIN
from flashcards.study.cost import (
    ENOUGH_ANSWERS,
    LEAST_NEW,
    LESS,
    USUAL_SECONDS,
    Brake,
    DayCost,
    Habits,
    count_answers,
    count_own_answers,
    find_brake,
    find_lasting_cost,
    find_share,
)
from flashcards.study.plan import NEW_COST, Budget, DayPlan
from flashcards.study.settings import Goal, Settings
from flashcards.study.standing import CardName, Memories, Standing, name_card

LONGEST_GAP_MS = 120_000
"""A longer time between two answers was not spent with them."""
FEWEST_GAPS, FEWEST_DAYS, MOST_DAYS, LATELY = 20, 3, 20, 42
USUAL_ANSWERS = 1_200
"""What is usual counts as much as so many answers of the learner's own."""
LONGEST_HABIT = 7
"""Days away that are still a habit."""
HEAVY, FULL = 1.25, 1.35
"""How much more than the usual a day asks for at most if cards have to wait, and if none has."""
DUE_COST = 1.2
"""Answers that a due card takes when it has waited."""
USUAL_COST = 1.12
"""Answers that a due card takes on its day."""
LEAST_EFFORT, MOST_EFFORT = 0.7, 3.0
MUCH_MORE = 1.3
DAYS_TO_EARN = 7
"""Between the last new card and the date of a goal: time to be asked again, a day or more apart."""
MOST_NEW = 30
"""New cards that somebody learns on a day, day after day."""

Trouble: TypeAlias = Literal["past", "too_soon", "short"]
"""Why a goal cannot be reached; the last: the minutes a day do not hold what it needs."""


def measure_habits(standing: Standing) -> Habits:
    """The habits behind the last answers."""
    recent, memories, moment = standing.recent, standing.memories, standing.moment
    times = [at for at, *_ in recent]
    gaps = [gap for later, at in pairwise(times) if 0 < (gap := later - at) <= LONGEST_GAP_MS]
    days = Counter(map(moment.count_day, times))
    today = days.pop(moment.day, 0)
    begun = Counter(
        moment.count_day(memory.first) - moment.day
        for memory in memories.values()
        if memory.first <= moment.now
    )
    new_today = begun.pop(0, 0)
    last = sorted(days)[-MOST_DAYS:]
    known = len(last) >= FEWEST_DAYS
    new = [begun[day - moment.day] for day in last]
    habits = Habits(
        seconds=sum(gaps) / len(gaps) / 1000 if len(gaps) >= FEWEST_GAPS else USUAL_SECONDS,
        usual=sorted(days[day] for day in last)[len(last) // 2] if known else None,
        new=sum(new) / len(last) if known else None,
        most_new=max(new, default=0),
        gap=_measure_gap([*last, moment.day]) if known else 1.0,
        effort=_measure_effort(standing) if known else 1.0,
        today=today,
        new_today=new_today,
        begun=begun,
    )
    if sum(memory.reviews for memory in memories.values()) < ENOUGH_ANSWERS:
        return habits
    habits = replace(habits, remembered=_measure_remembered(standing))
    return replace(habits, weight=_measure_weight(standing.settings, habits, days, moment.day))


def _measure_gap(days: Sequence[int]) -> float:
    """Days from one day with answers to the next; a longer time away is no habit."""
    gaps = [min(later - day, LONGEST_HABIT) for day, later in pairwise(days)]
    return sum(gaps) / len(gaps)


def _measure_remembered(standing: Standing) -> float:
    """The share of right answers among the first ones of a day to a card begun before it.

    Cards that were begun lately are forgotten more often than they will be. So what is usual
    counts too, the less the more answers there are.
    """
    memories, moment = standing.memories, standing.moment
    first: dict[tuple[int, CardName], bool] = {}
    for at, course, card, rating in standing.recent:  # the newest first: the earliest stays
        memory, day = memories.get((course, card)), moment.count_day(at)
        if memory and moment.count_day(memory.first) < day:
            first[day, (course, card)] = rating > AGAIN
    usual = USUAL_ANSWERS * (standing.settings.retention - LESS / 2)
    return (sum(first.values()) + usual) / (len(first) + USUAL_ANSWERS)


def _measure_weight(
    settings: Settings, habits: Habits, days: Mapping[int, int], today: int
) -> float:
    """The answers of the last weeks against what the cards that were begun take until the next
    day that brings answers by habit: on days that are skipped none is missing.
    """
    share = find_share(settings, habits)
    start = max(min(days, default=today) - today, -LATELY)
    end = max(days, default=today) - today + habits.gap - 1

    def count(first: int, day: float) -> float:
        return count_answers(day - first, share, settings.retention)

    expected = sum(
        number * (count(first, end) - count(first, start - 1))
        for first, number in habits.begun.items()
    )
    given = sum(number for day, number in days.items() if day - today >= start)
    return min(max(given / expected, 1 / MOST_EFFORT), MOST_EFFORT) if expected else 1.0


def _measure_effort(standing: Standing) -> float:
    """Answers of the days before today against what their cards take usually."""
    memories, moment = standing.memories, standing.moment
    before = [(moment.count_day(at), (course, card)) for at, course, card, *_ in standing.recent]
    before = [each for each in before if each[0] != moment.day]
    asked = set(before)
    first = {name: moment.count_day(memories[name].first) for _, name in asked if name in memories}
    new = sum(first.get(name) == day for day, name in asked)
    expected = NEW_COST * new + USUAL_COST * (len(asked) - new)
    return min(max(len(before) / expected, LEAST_EFFORT), MOST_EFFORT)


class Room(NamedTuple):
    """What the learner's minutes hold."""

    minutes: float
    """A day."""
    new: float
    """New cards a day, in the long run: each comes back again and again."""

    def count_minutes(self, new: int) -> int:
        """The minutes a day that so many new cards a day take."""
        return ceil(self.minutes * new / self.new)


def find_room(settings: Settings, habits: Habits) -> Room | None:
    """How many new cards the minutes hold at the learner's speed; None if minutes are not set."""
    if settings.minutes is None:
        return None
    answers = settings.minutes * 60 / habits.seconds
    return Room(settings.minutes, max(1.0, answers / count_own_answers(settings, habits)))


def make_budget(settings: Settings, habits: Habits, new_a_day: int | None) -> Budget:
    """What the rest of today may cost, with so many new cards a day; None for as many as fit.

    Minutes, if they are set, are the most that a day costs.
    """
    new = 10**6 if new_a_day is None else max(0, new_a_day - habits.new_today)
    if settings.minutes is not None:
        answers = settings.minutes * 60 / habits.seconds
        least = min(new, max(0, 1 - habits.new_today))
        return Budget(new, least, max(0.0, answers - habits.today) / habits.effort)
    least = min(new, max(0, LEAST_NEW - habits.new_today))
    if habits.usual is None or habits.new is None or new_a_day is None:
        return Budget(new, least)
    usual = habits.usual + NEW_COST * habits.effort * max(0.0, new_a_day - habits.new)
    heavy, full = (
        max(0.0, factor * usual - habits.today) / habits.effort for factor in (HEAVY, FULL)
    )
    return Budget(new, least, heavy, full)


def find_new_pace(habits: Habits, new_a_day: int, planned: int = 0) -> float:
    """How many new cards come on a day with answers: what the goal or the settings say, but not
    more than came lately, when days were full.

    If today, with the `planned` ones that are still to come, brings much more than any of the
    last days, the settings are new.
    """
    if habits.new is None:
        return new_a_day
    now = habits.new_today + planned
    return min(new_a_day, max(1.0, now if now > MUCH_MORE * habits.most_new else habits.new))


def count_backlog_days(plan: DayPlan, memories: Memories, budget: Budget) -> int | None:
    """In how many days nothing waits any more; None if more comes than is asked."""
    if not plan.waiting or budget.answers == inf:
        return 0
    flow = sum(1 / max(1.0, memory.stability) for memory in memories.values())
    flow *= 1 - plan.waiting / (2 * len(memories))  # what waits does not come back yet
    a_day = (budget.answers - NEW_COST * budget.least_new) / DUE_COST
    if plan.waiting <= a_day / 2:
        return 1
    return ceil(plan.waiting / (a_day - flow)) if a_day > flow else None


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
    brake: Brake | None = None
    """Why fewer new cards come than it needs."""
    cost: DayCost | None = None
    """What a day costs in month three with those that come; None if minutes say it, or too soon."""

    @property
    def is_done(self) -> bool:
        return not self.cards

    @property
    def is_refused(self) -> bool:
        """Whether it cannot be set: no pace reaches it. Minutes that are too few do not hinder."""
        return self.trouble not in (None, "short")


def plan_goal(standing: Standing, habits: Habits) -> GoalPlan | None:
    """How many new cards a day the goal of the settings needs, and whether that is possible.

    It is about all cards that the learner means to learn, chosen or not. None without a goal.
    """
    goal, today = standing.settings.goal, standing.moment.today
    if goal is None:
        return None
    left = sum(
        goal.covers(card.note.stage) and name_card(card) not in standing.memories
        for card in standing.list_learned(standing.every_card)
    )
    days = max(0, (goal.date - today).days - DAYS_TO_EARN + 1)
    needed = ceil(left / days) if days else left
    room = find_room(standing.settings, habits)
    new = min(needed, MOST_NEW)
    brake = find_brake(standing.settings, habits, new)
    pace = min(MOST_NEW, room.new if room else brake.new if brake else MOST_NEW)
    trouble = _find_trouble(goal, today, days, needed) if left else None
    if trouble is None and left > pace * days:
        trouble = "short"
    comes = brake.new if brake else new
    return GoalPlan(
        goal,
        left,
        new,
        round(pace),
        today + timedelta(max(1, ceil(left / pace)) + DAYS_TO_EARN),
        min(left, int(days * pace)),
        trouble,
        room,
        brake,
        find_lasting_cost(standing.settings, habits, comes, left) if room is None else None,
    )


def _find_trouble(goal: Goal, today: date, days: int, needed: int) -> Trouble | None:
    if goal.date <= today:
        return "past"
    return "too_soon" if not days or needed > MOST_NEW else None
