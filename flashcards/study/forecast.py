"""How many new cards the minutes of the days ahead hold (pure).

The schedule has planned when every card that was begun comes back. It is followed from there: a
right answer makes a stability grow as FSRS says, a wrong one leaves little of it and lets it grow
more slowly ever after. What reviews leave of the minutes is for new cards, which come back too.
Groups of cards are followed instead of single ones, so it takes milliseconds.
"""

from __future__ import annotations

from bisect import bisect
from math import exp, inf, log2

from flashcards.reviews.memory import DAY_MS, DECAY
from flashcards.study.cost import FIRST_DAY, Habits, find_share
from flashcards.study.standing import Standing

LAST_CARD = 1.0
"""Answers by which a day is longer than its minutes: it ends with a whole card."""
WRONG_COST = 1.12
"""More answers that a card takes on a day on which it is wrong."""
SHORTEST, LONGEST = -2, 7
"""The powers of 2 (days) that stabilities lie between; a group for each."""
EASE = (8.9, 4.1, 2.0, 1.2)
"""11 less FSRS' difficulty, of cards that were wrong never, once, twice and more often."""
DIFFICULTIES = (5.0, 8.1, 9.4)
"""Where these four kinds of cards begin."""
_LEVELS = LONGEST - SHORTEST + 1
_FACTOR = 0.9 ** (-1 / DECAY) - 1

_Parts = list[tuple[int, float]]
"""Groups, and how much of some cards belongs to each."""


def list_new_ahead(standing: Standing, habits: Habits, days: int, most: float = inf) -> list[float]:
    """How many new cards fit into the minutes a day, today and on each day after it.

    At most `most`, and one on a day with answers even if due cards have to wait.
    """
    settings = standing.settings
    share, waits = find_share(settings, habits), _list_waits(settings.retention)
    moves, due = _list_moves(share, waits), _list_due(standing, days)
    answers = ((settings.minutes or inf) * 60 / habits.seconds + LAST_CARD) / habits.gap
    ahead = list[float]()
    for day in range(days):
        given, begun = (0, 0) if day else (habits.today, habits.new_today)
        room, least = answers - given, max(0.0, 1 / habits.gap - begun)
        wanted = (1 + WRONG_COST * (1 - share)) * sum(due[day])
        asked = min(1.0, max(0.0, room - FIRST_DAY * least) / wanted) if wanted else 1.0
        fits = max(least, (room - asked * wanted) / FIRST_DAY)
        ahead.append(max(begun, min(most, begun + fits)))
        if asked < 1:
            due[day + 1] = [
                count + (1 - asked) * late
                for count, late in zip(due[day + 1], due[day], strict=True)
            ]
        later = _move(due[day], moves, asked)
        for group, part in _BEGUN:
            later[group] += part * (ahead[-1] - begun)
        for group, count in enumerate(later):
            due[min(days, day + waits[group % _LEVELS])][group] += count
    return ahead


def _move(due: list[float], moves: list[_Parts], asked: float) -> list[float]:
    """The groups of the cards that are due, after an answer to a part of them."""
    later = [0.0] * len(due)
    for count, move in zip(due, moves, strict=True):
        if count:
            for group, part in move:
                later[group] += count * asked * part
    return later


def _split(stability: float, wrong: int) -> _Parts:
    """The two groups that a stability lies between."""
    power = min(log2(max(stability, 2.0**SHORTEST)), LONGEST - 1e-9) - SHORTEST
    group = min(wrong, len(EASE) - 1) * _LEVELS + int(power)
    return [(group, 1 - power % 1), (group + 1, power % 1)]


_BEGUN = [
    (group, part * each)
    for part, stability, wrong in ((0.45, 2.3, 0), (0.42, 0.3, 1), (0.13, 0.15, 2))
    for group, each in _split(stability, wrong)
]
"""The groups of new cards after their first day, if half of the first answers are right."""


def _list_due(standing: Standing, days: int) -> list[list[float]]:
    """By day, how many cards of each group are due; at the end those that come later."""
    due = [[0.0] * (_LEVELS * len(EASE)) for _ in range(days + 1)]
    suspended = {name for name, marks in standing.marks.items() if marks.suspended}
    start = standing.moment.day_start
    for name, memory in standing.memories.items():
        day = max(0, (memory.due - start) // DAY_MS)
        if day < days and name not in suspended:
            for group, part in _split(memory.stability, bisect(DIFFICULTIES, memory.difficulty)):
                due[day][group] += part
    return due


def _list_waits(retention: float) -> list[int]:
    """Days until the cards of a group are due, by its stability.

    Three and more are one less than FSRS says: among good days the earlier ones are chosen.
    """
    factor = (retention ** (-1 / DECAY) - 1) / _FACTOR
    days = [2.0**power * factor for power in range(SHORTEST, LONGEST + 1)]
    return [max(1, round(each - 1 if each > 2.5 else each)) for each in days]


def _list_moves(share: float, waits: list[int]) -> list[_Parts]:
    """The groups to which the cards of each belong when they were asked, `share` of them right."""
    moves = list[_Parts]()
    for wrong, ease in enumerate(EASE):
        for level, waited in enumerate(waits):
            stability = 2.0 ** (level + SHORTEST)
            forgotten = 1 - (1 + _FACTOR * waited / stability) ** -DECAY
            growth = 6.5 * ease * stability**-0.1666 * (exp(0.796 * forgotten) - 1)
            right = _split(stability * (1 + growth), wrong)
            lapsed = _split(1.6 * ((stability + 1) ** 0.2629 - 1), wrong + 1)
            moves.append(
                [(group, part * share) for group, part in right]
                + [(group, part * (1 - share)) for group, part in lapsed]
            )
    return moves
