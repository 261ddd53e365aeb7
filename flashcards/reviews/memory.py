"""What is remembered of one card, and how likely it is still known.

A `Memory` is derived from the reviews of a card and can always be rebuilt from
them. Reading it needs no scheduler, which keeps the start of a quiz quick.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Rating: TypeAlias = Literal[1, 2, 3, 4]
AGAIN: Rating = 1
HARD: Rating = 2
GOOD: Rating = 3
EASY: Rating = 4
EVERY_RATING: tuple[Rating, ...] = (AGAIN, HARD, GOOD, EASY)

LEARNING, REVIEW, RELEARNING = 1, 2, 3

DAY_MS = 86_400_000
DAY_BEGINS_MS = 4 * 3_600_000
"""Who studies after midnight still studies today, as in Anki."""
DECAY = 0.1542
"""How fast forgetting slows down: the last of the FSRS parameters."""
_FACTOR = 0.9 ** (-1 / DECAY) - 1

WISHED_RETENTION = 0.9

LEECH_LAPSES = 4
"""A card that was forgotten so often after it had been learned is a leech."""


class Memory(NamedTuple):
    """What is remembered of one card in one language; times are UTC milliseconds.

    A tuple, because thousands are made at every start.
    """

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: int
    last: int
    first: int
    reviews: int
    lapses: int
    fingerprint: str = ""
    """Of the text that was last asked."""
    day: int = 0
    """The learner's day of the last answer, as days since 1970."""


def estimate_recall(memory: Memory, now: int, decay: float = DECAY) -> float:
    """The probability (0 to 1) that the card is known at `now` (UTC milliseconds)."""
    days = max(0, now - memory.last) / DAY_MS
    factor = _FACTOR if decay == DECAY else 0.9 ** (-1 / decay) - 1
    return float((1 + factor * days / memory.stability) ** -decay)


def count_day(at: int) -> int:
    """The day of a time (UTC milliseconds), from four to four in UTC, as days since 1970."""
    return (at - DAY_BEGINS_MS) // DAY_MS


def is_due(memory: Memory, now: int, day_end: int) -> bool:
    """Whether a card is to be asked: in steps to the minute, else on its day.

    So is one that was answered while the clock was ahead. `now` and `day_end` are UTC milliseconds.
    """
    return memory.due <= (day_end if memory.state == REVIEW else now) or memory.last >= day_end


def becomes_leech(before: Memory | None, memory: Memory) -> bool:
    """Whether the last answer made a card a leech, or half as bad again as it was."""
    more = memory.lapses - LEECH_LAPSES
    forgotten = before is not None and memory.lapses > before.lapses
    return forgotten and more >= 0 and more % (LEECH_LAPSES // 2) == 0
