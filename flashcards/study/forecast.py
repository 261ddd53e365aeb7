"""How many new cards the minutes of the days ahead hold (pure).

Every card that was begun is followed from the day on which it is due: a right answer makes its
stability grow as FSRS says, a wrong one leaves little of it and lets it grow more slowly. What is
left of the minutes is for new cards, which come back too. To be quick, it follows groups of cards.
"""

from __future__ import annotations

from bisect import bisect
from math import exp, floor, inf, log2

from flashcards.reviews.memory import DAY_MS, DECAY
from flashcards.study.cost import FIRST_DAY, Habits, find_share
from flashcards.study.standing import Standing

WRONG_COST = 1.12
"""More answers that a card takes on a day on which it is wrong."""
EASE, DIFFICULTIES = (8.9, 4.1, 2.0, 1.2), (5.0, 8.1, 9.4)
"""Of cards wrong never, once, twice, more often: 11 less FSRS' difficulty; what lies between."""
STABILITIES = [2.0**power for power in range(-2, 8)] * len(EASE)
"""Of each group, in days."""
BEGUN = ((0.45, 2.3, 0), (0.42, 0.3, 1), (0.13, 0.15, 2))
"""New cards after their day, half of the first answers right: part, stability, times wrong."""
_LEVELS = len(STABILITIES) // len(EASE)
_FACTOR = 0.9 ** (-1 / DECAY) - 1


def list_new_ahead(standing: Standing, habits: Habits, days: int, most: float = inf) -> list[float]:
    """How many new cards fit into what is left of today's minutes and into those of each day after.

    At most `most`, and one on a day with answers even if due cards have to wait.
    """
    settings, share = standing.settings, find_share(standing.settings, habits)
    answers = (settings.minutes or inf) * 60 / habits.seconds + 1  # a day ends with a whole card
    factor = (settings.retention ** (-1 / DECAY) - 1) / _FACTOR
    intervals = [factor * stability for stability in STABILITIES]
    good = [each - (each > 2.5) for each in intervals]  # of good days an early one is chosen
    waits = [round(max(habits.gap, each + (habits.gap - 1) / 2)) for each in good]  # some skipped
    moves = _list_moves(share, waits)
    begun = [each for kind in BEGUN for each in _split(*kind)]
    due = [[0.0] * len(waits) for _ in range(days + max(waits) + 1)]
    for name, memory in standing.memories.items():
        if name not in standing.marks or not standing.marks[name].suspended:
            day = min(max(0, (memory.due - standing.moment.day_start) // DAY_MS), days)
            for group, part in _split(1, memory.stability, bisect(DIFFICULTIES, memory.difficulty)):
                due[day][group] += part
    ahead, least = list[float](), 1 / habits.gap
    for day, groups in enumerate(due[:days]):
        room = answers / habits.gap - (0 if day else habits.today)
        wanted = (1 + WRONG_COST * (1 - share)) * sum(groups)
        asked = min(1.0, max(0.0, room - FIRST_DAY * least) / wanted) if wanted else 1.0
        ahead.append(min(most, max(least, (room - asked * wanted) / FIRST_DAY)))
        for before, count in enumerate(groups):
            due[day + 1][before] += (1 - asked) * count
            for group, part in moves[before] if count else ():
                due[day + waits[group]][group] += asked * count * part
        for group, part in begun:
            due[day + waits[group]][group] += ahead[-1] * part
    return ahead


def _list_moves(share: float, waits: list[int]) -> list[list[tuple[int, float]]]:
    """The groups that each group becomes when it is asked, `share` of it right."""
    moves = []
    for group, (stability, waited) in enumerate(zip(STABILITIES, waits, strict=True)):
        wrong = group // _LEVELS
        forgotten = 1 - (1 + _FACTOR * waited / stability) ** -DECAY
        growth = 6.5 * EASE[wrong] * stability**-0.1666 * (exp(0.796 * forgotten) - 1)
        right = _split(share, stability * (1 + growth), wrong)
        lapsed = _split(1 - share, 1.6 * ((stability + 1) ** 0.2629 - 1), wrong + 1)
        moves.append([*right, *lapsed])
    return moves


def _split(part: float, stability: float, wrong: int) -> list[tuple[int, float]]:
    """The two groups that a stability lies between, and what each has of a part of some cards."""
    level = log2(min(max(stability, STABILITIES[0]), 0.999 * STABILITIES[-1]) / STABILITIES[0])
    group = _LEVELS * min(wrong, len(EASE) - 1) + floor(level)
    return [(group, part * (1 - level % 1)), (group + 1, part * (level % 1))]
