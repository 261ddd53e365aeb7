"""When a card is asked again: FSRS, through the `fsrs` package.

Nothing is random here: the same reviews always give the same memory, which is
what lets states be rebuilt and an undone answer leave no trace. The package is
loaded on first use, so that a quiz can show its first question before.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from flashcards.reviews.memory import AGAIN, REVIEW, WISHED_RETENTION, Memory, Rating

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)
LATEST = 100_000_000_000_000
"""About the year 5138: a clock beyond it would leave no room for an interval."""


class Schedule:
    """FSRS with the usual steps and no fuzz."""

    def __init__(
        self,
        retention: float = WISHED_RETENTION,
        parameters: tuple[float, ...] | None = None,
    ) -> None:
        self.retention = retention
        self._parameters = parameters

    def review(self, memory: Memory | None, rating: Rating, at: int) -> Memory:
        """The memory after one more answer, which must not be earlier than the last."""
        from fsrs import Rating as FsrsRating

        at = min(max(at, 0), LATEST)
        card, _ = self._scheduler.review_card(
            _card_of(memory), FsrsRating(rating), _EPOCH + at * _MS
        )
        return _memory_of(card, at, memory, rating)

    def replay(self, answers: Iterable[tuple[Rating, int]]) -> Memory | None:
        """The memory after a whole history, given in order of time."""
        memory = None
        for rating, at in answers:
            memory = self.review(memory, rating, at)
        return memory

    @cached_property
    def _scheduler(self) -> Scheduler:
        from fsrs import Scheduler
        from fsrs.scheduler import DEFAULT_PARAMETERS

        return Scheduler(
            parameters=self._parameters or DEFAULT_PARAMETERS,
            desired_retention=self.retention,
            enable_fuzzing=False,
        )


def _card_of(memory: Memory | None) -> Card:
    from fsrs import Card, State

    if memory is None:
        return Card(card_id=0)
    return Card(
        card_id=0,
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_EPOCH + memory.due * _MS,
        last_review=_EPOCH + memory.last * _MS,
    )


def _memory_of(card: Card, at: int, before: Memory | None, rating: Rating) -> Memory:
    assert card.stability is not None
    assert card.difficulty is not None
    lapsed = before is not None and before.state == REVIEW and rating == AGAIN
    return Memory(
        state=int(card.state),
        step=card.step,
        stability=card.stability,
        difficulty=card.difficulty,
        due=(card.due - _EPOCH) // _MS,
        last=at,
        first=before.first if before else at,
        reviews=(before.reviews if before else 0) + 1,
        lapses=(before.lapses if before else 0) + lapsed,
    )
