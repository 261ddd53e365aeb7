"""On which day a card comes back, out of the days that are as good for the memory.

An interval of three days or more may be a little shorter or longer, as in Anki.
Of these days the one is taken on which the fewest cards are due, so that no day
is much heavier than its neighbours, and not one on which a sister card is due.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from flashcards.reviews.scheduler import LONGEST_INTERVAL

_RANGES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, float("inf"), 0.05))
"""Days from, to, and by how much of them an interval may differ: Anki's table."""
SHORTER_IS_BETTER = 1.4
"""How much more a far day must be empty: days further away have not been filled yet."""


def list_intervals(interval: int) -> range:
    """The intervals (days) that are as good as this one."""
    if interval < 2.5:
        return range(interval, interval + 1)
    spread = 1.0 + sum(
        factor * max(0.0, min(interval, end) - start) for start, end, factor in _RANGES
    )
    shortest = max(2, round(interval - spread))
    return range(shortest, min(round(interval + spread), LONGEST_INTERVAL) + 1)


def choose_interval(interval: int, load: Mapping[int, int], taken: Collection[int]) -> int:
    """The best of the intervals that are as good as this one.

    `load` has the number of cards that are due after so many days, `taken` the days of
    sister cards, which are avoided where another is possible.
    """

    def weigh(days: int) -> tuple[bool, float, int]:
        heavy = (load.get(days, 0) + 1) * days**SHORTER_IS_BETTER
        return days in taken, heavy, abs(days - interval)

    return min(list_intervals(interval), key=weigh)
