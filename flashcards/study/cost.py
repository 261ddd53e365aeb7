"""What a day costs once reviews have built up, and when new cards have to become fewer (pure).

Who begins some new cards every day meets each of them again and again: the day then costs as
many answers as one card takes in all that time, for each new card a day. One formula says how
many that are. Until there are enough answers it is told as a range, for learners who remember
as much as they wish or somewhat less; then the learner's own answers correct it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor, inf, log
from typing import Literal, NamedTuple, TypeAlias

from flashcards.study.settings import Settings

USUAL_SECONDS = 15.0
"""What an answer takes before the learner has given enough of them."""
FIRST_DAY = 2.8
"""Answers that a card takes on its first day."""
MONTH_THREE = 90
"""Days after which a day costs about what is told."""
WIDEST = 1.6
"""A range whose top is more than so many times its bottom says little."""
MONTH = 30
ENOUGH_ANSWERS = 600
"""So many answers tell how a learner learns."""
LESS = 0.07
"""How much less than they wish most learners remember; below that it is well below."""
LEAST_NEW = 3
"""New cards a day that come however much is due or forgotten."""

Reason: TypeAlias = Literal["forgotten", "costly"]


@dataclass(frozen=True, slots=True)
class Habits:
    """How the learner has learned lately."""

    seconds: float = USUAL_SECONDS
    """From one answer to the next, reading included."""
    usual: float | None = None
    """Answers on a usual day; None while there were too few days."""
    new: float | None = None
    """New cards on a usual day."""
    most_new: int = 0
    """New cards on that of the last days which had the most."""
    gap: float = 1.0
    """Days from one day with answers to the next."""
    effort: float = 1.0
    """Answers that a card takes on its day, compared with what is expected."""
    today: int = 0
    """Answers given today."""
    new_today: int = 0
    begun: Mapping[int, int] = field(default_factory=dict)
    """New cards by day before today, which is day 0: the days have negative numbers."""
    remembered: float | None = None
    """The share of answers on a later day that were right; None while there are too few."""
    weight: float = 1.0
    """Answers of the last weeks, compared with what `count_answers` expects."""

    @property
    def age(self) -> int:
        """Days since the first card."""
        return -min(self.begun, default=0)


class DayCost(NamedTuple):
    """Minutes that a day costs in month three: a range, or about so many if both are the same."""

    low: int
    high: int


class Brake(NamedTuple):
    """Fewer new cards a day than wished, and why."""

    new: int
    wished: int
    reason: Reason
    remembered: float
    minutes: int
    """What a day would cost with as many as wished."""


def count_answers(days: float, share: float, retention: float) -> float:
    """How many answers a card takes up to so many days after its first one.

    `share` of the answers on later days are right, where `retention` is wished. The formula is
    fitted to what FSRS asks: more forgetting makes the curve steeper.
    """
    power = 0.3 + 1.55 * (1 - share) + 0.3 * log(0.1 / (1 - retention))
    return FIRST_DAY + days ** min(max(power, 0.2), 0.95) if days >= 0 else 0.0


def count_own_answers(settings: Settings, habits: Habits, last: float = inf) -> float:
    """The answers a day that each new card a day takes in the long run, for this learner.

    In the middle of months three and four, or of what the `last` day with new cards leaves of
    them; later in the middle of the last two months, or it would grow with every day.
    """
    days = max(MONTH + min(last, 4 * MONTH) / 2, habits.age - MONTH)
    return habits.weight * count_answers(days, find_share(settings, habits), settings.retention)


def find_share(settings: Settings, habits: Habits) -> float:
    """The share that this learner remembers, as far as is known."""
    return settings.retention - LESS / 2 if habits.remembered is None else habits.remembered


def find_cost(settings: Settings, habits: Habits, new: float, last: float = inf) -> DayCost:
    """What a day costs in month three with so many new cards a day, until the day `last`."""
    if habits.remembered is None:
        return _find_range(settings, new)
    minutes = round_minutes(new * count_own_answers(settings, habits, last) * habits.seconds / 60)
    return DayCost(minutes, minutes)


def find_lasting_cost(settings: Settings, habits: Habits, new: float, left: int) -> DayCost | None:
    """The same; None if new cards end before month three, or within a month from now."""
    if not new or left < new * max(MONTH, 2 * MONTH - habits.age):
        return None
    return find_cost(settings, habits, new, habits.age + habits.gap * left / new)


def find_better_cost(settings: Settings, habits: Habits, new: float) -> DayCost | None:
    """What a day would cost if intervals were so that as much as wished is remembered.

    None if that is so already, or not known. To forget three times less it takes intervals
    as for who wishes to forget three times less.
    """
    if not new or habits.remembered is None or habits.remembered >= settings.retention - LESS:
        return None
    forgotten = (1 - settings.retention) ** 2 / (1 - habits.remembered)
    answers = count_answers(MONTH_THREE, settings.retention, 1 - forgotten)
    minutes = round_minutes(new * habits.weight * answers * habits.seconds / 60)
    return DayCost(minutes, minutes)


def find_brake(settings: Settings, habits: Habits, new: int | None) -> Brake | None:
    """How many new cards come instead of so many if too much is forgotten or a day costs more
    than the top of the range that was told; None if as many as wished come.

    Minutes, if they are set, are a brake themselves.
    """
    if new is None or settings.minutes is not None or habits.remembered is None:
        return None
    minutes = find_cost(settings, habits, new).high
    by_memory = (1 - settings.retention + LESS) / max(0.01, 1 - habits.remembered)
    by_cost = _find_range(settings, new).high / max(1, minutes)
    fewer = max(LEAST_NEW, round(new * min(by_memory, by_cost)))
    if fewer >= new:
        return None
    reason: Reason = "forgotten" if by_memory < 1 else "costly"
    return Brake(fewer, new, reason, habits.remembered, minutes)


def _find_range(settings: Settings, new: float) -> DayCost:
    """What is told before the learner's own answers say more."""
    wished = settings.retention
    low, high = (
        round_minutes(new * count_answers(MONTH_THREE, share, wished) * USUAL_SECONDS / 60)
        for share in (wished, wished - LESS)
    )
    return DayCost(low, min(high, floor(WIDEST * low)))


def round_minutes(minutes: float) -> int:
    """Whole minutes; whatever is not nothing is at least one."""
    return max(round(minutes), int(minutes > 0))
