"""What is remembered of a card, and when it is asked again: FSRS, in whole days of the learner.

A `Memory` follows from the answers to a card and can always be rebuilt from them. Nothing is
random: the same answers give the same memory, in `pages/web/schedule.js` too.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias
from zlib import crc32

import fsrs
from fsrs.scheduler import DEFAULT_PARAMETERS

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
LATEST = 100_000_000_000_000
"""About the year 5138: a clock beyond it would leave no room for an interval."""
MAX_INTERVAL = 36_500
"""Days."""
STEP_MS = 600_000
"""A short step that another device chose where FSRS would have chosen a day."""
DECAY = 0.1542
"""How fast forgetting slows down: the last of the FSRS parameters."""
WISHED_RETENTION = 0.9
LEECH_LAPSES = 4
"""A card that was forgotten so often after it had been learned is a leech."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SPREADS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, float("inf"), 0.05))
"""Days from, to, and by how much of them an interval may differ: Anki's table."""


class Memory(NamedTuple):
    """What is remembered of one card in one language; times are UTC milliseconds."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: int
    last: int
    first: int
    reviews: int
    lapses: int
    day: int = 0
    """The learner's day of the last answer, as days since 1970."""


def estimate_recall(memory: Memory, now: int, decay: float = DECAY) -> float:
    """Return the probability (0 to 1) that the card is known at `now` (UTC milliseconds)."""
    days = max(0, now - memory.last) / DAY_MS
    factor = 0.9 ** (-1 / decay) - 1
    return float((1 + factor * days / memory.stability) ** -decay)


def count_day(at: int) -> int:
    """Return the day of a time (UTC milliseconds), from four to four in UTC, since 1970."""
    return (at - DAY_BEGINS_MS) // DAY_MS


def is_due(memory: Memory, now: int, day_end: int) -> bool:
    """Return whether a card is to be asked: in steps to the minute, else on its day.

    Times are UTC milliseconds.
    """
    return memory.due <= (day_end if memory.state == REVIEW else now)


class Schedule:
    """FSRS with the usual steps; `count_day` gives the day of an answer that does not say it.

    Parameters that are out of bounds raise ValueError.
    """

    def __init__(
        self,
        retention: float = WISHED_RETENTION,
        parameters: tuple[float, ...] | None = None,
        count_day: Callable[[int], int] = count_day,
    ) -> None:
        self.retention = retention
        self.parameters = parameters
        self.decay = parameters[-1] if parameters else DECAY
        self.count_day = count_day
        self._scheduler = fsrs.Scheduler(
            parameters=parameters or DEFAULT_PARAMETERS,
            desired_retention=retention,
            maximum_interval=MAX_INTERVAL,
            enable_fuzzing=False,
        )

    def review(
        self,
        memory: Memory | None,
        rating: Rating,
        at: int,
        day: int | None = None,
        due: int | None = None,
    ) -> Memory:
        """Return the memory after one more answer, which must not be earlier than the last.

        `at` is UTC milliseconds, `day` the learner's day, and `due` the day that was chosen for
        the next answer, here or by another device: the same day means short steps. Without
        `due` it is the day that FSRS computes.
        """
        day = self.count_day(at) if day is None else day
        today = _EPOCH + timedelta(days=day)
        card = fsrs.Card(card_id=0)
        if memory is not None:
            last = _EPOCH + timedelta(days=min(memory.day, day))
            known = memory.step, memory.stability, memory.difficulty
            card = fsrs.Card(0, fsrs.State(memory.state), *known, due=last, last_review=last)
        card, _ = self._scheduler.review_card(card, fsrs.Rating(rating), today)
        assert card.stability is not None
        assert card.difficulty is not None
        state, step = int(card.state), card.step
        wait = (card.due - today) // timedelta(milliseconds=1)
        if due is not None and due > day:  # whatever the steps of FSRS would be
            state, step, wait = REVIEW, None, (due - day) * DAY_MS
        elif due == day and state == REVIEW:  # Anki's own steps had not ended with this answer
            is_new = memory is None or memory.state == LEARNING
            state, step, wait = (LEARNING, 1, STEP_MS) if is_new else (RELEARNING, 0, STEP_MS)
        lapsed = memory is not None and memory.state == REVIEW and rating == AGAIN
        return Memory(
            state=state,
            step=step,
            stability=card.stability,
            difficulty=card.difficulty,
            due=at + wait,
            last=at,
            first=memory.first if memory else at,
            reviews=(memory.reviews if memory else 0) + 1,
            lapses=(memory.lapses if memory else 0) + lapsed,
            day=day,
        )


def list_intervals(interval: int) -> range:
    """Return the intervals (days) that are as good as this one: what Anki calls fuzz."""
    if interval < 2.5:
        return range(interval, interval + 1)
    spread = 1.0 + sum(
        factor * max(0.0, min(interval, end) - start) for start, end, factor in _SPREADS
    )
    shortest = max(2, round(interval - spread))
    return range(shortest, min(round(interval + spread), MAX_INTERVAL) + 1)


def spread_due(memory: Memory, card: str) -> Memory:
    """Return the memory of a card in review with one of the days that are as good as its own.

    Card and number of answers decide which, so that cards which were learned together part.
    """
    if memory.state != REVIEW:
        return memory
    days = list_intervals((memory.due - memory.last) // DAY_MS)
    place = crc32(f"{card} {memory.reviews}".encode()) * len(days) >> 32
    return memory._replace(due=memory.last + days[place] * DAY_MS)
