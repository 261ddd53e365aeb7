"""A learner's own FSRS parameters, fitted by Anki's engine to the answers in the log.

The engine is the `anki` package, which is optional. What it fits is held against answers that it
has not seen: of all answers that tested memory, the newest fifth is kept back, and the error of
its predictions is compared with today's.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flashcards.anki.bridge.engine import EngineMissing, load_engine
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import AGAIN, DAY_MS, GOOD, Rating, Schedule, estimate_recall
from flashcards.reviews.review import Review
from flashcards.text.plain_text import format_count

MIN_ANSWERS = 200
"""That tested memory: fewer say more about chance than about the learner."""
_KEPT_BACK = 0.2
_SURE = 1e-6
"""No prediction is surer than this: one surprise must not outweigh everything."""
_SHOWN_INTERVALS = 4

History: TypeAlias = tuple[tuple[Rating, int], ...]
"""The answers to a card up to one that tested memory, each with the days since the one before."""


@dataclass(frozen=True, slots=True)
class Optimization:
    """Fitted parameters, and the evidence for them."""

    parameters: tuple[float, ...]
    answers: int
    """That tested memory: a day or more after the one before."""
    judged: int
    """The newest of them, which the fit that is judged has not seen."""
    remembered: float
    """The share of those that was right."""
    loss_now: float
    """Log loss of the predictions for those with the parameters in use; lower is better."""
    loss_then: float
    intervals_now: tuple[int, ...]
    """Days until a card that is always right comes back, with the parameters in use."""
    intervals_then: tuple[int, ...]

    @property
    def is_better(self) -> bool:
        return self.loss_then < self.loss_now


def optimize_parameters(reviews: Iterable[Review], schedule: Schedule) -> Optimization:
    """Return the parameters that fit a learner's answers best, compared with those in use.

    Raises EngineMissing without the `anki` package, FlashcardsError for too few answers.
    """
    anki = load_engine()
    histories = [history for _, history in sorted(_list_histories(reviews, schedule))]
    if len(histories) < MIN_ANSWERS:
        raise FlashcardsError(
            f"Your log has {format_count(len(histories), 'answer')} that tested memory "
            f"(a day or more after the one before); {MIN_ANSWERS} are needed. "
            "Go on learning and try again."
        )
    first = len(histories) - round(len(histories) * _KEPT_BACK)
    kept_back, fitted = histories[first:], _fit(anki, histories)
    judged = Schedule(schedule.retention, _fit(anki, histories[:first]))
    return Optimization(
        parameters=fitted,
        answers=len(histories),
        judged=len(kept_back),
        remembered=sum(history[-1][0] != AGAIN for history in kept_back) / len(kept_back),
        loss_now=_measure_loss(kept_back, schedule),
        loss_then=_measure_loss(kept_back, judged),
        intervals_now=_list_intervals(schedule),
        intervals_then=_list_intervals(Schedule(schedule.retention, fitted)),
    )


def _fit(anki: Any, histories: Sequence[History]) -> tuple[float, ...]:
    """Return the FSRS parameters that fit some histories best. Raises EngineMissing."""
    try:
        compute = anki._backend.RustBackend().compute_fsrs_params_from_items
        make_item, make_review = anki.scheduler_pb2.FsrsItem, anki.scheduler_pb2.FsrsReview
    except AttributeError:
        raise EngineMissing from None
    items = [
        make_item(reviews=[make_review(rating=rating, delta_t=days) for rating, days in history])
        for history in histories
    ]
    return tuple(round(value, 4) for value in compute(items).params)


def _list_histories(reviews: Iterable[Review], schedule: Schedule) -> Iterator[tuple[int, History]]:
    """Yield time and history of every answer that tested memory."""
    by_card = defaultdict(list)
    for review in reviews:
        if not review.undone:
            by_card[review.owner].append(review)
    for answers in by_card.values():
        history, last = list[tuple[Rating, int]](), None
        for review in sorted(answers, key=lambda review: (review.at, review.uid)):
            day = schedule.find_day(review.at, review.day)
            last = day if last is None else last
            history.append((review.rating, max(0, day - last)))
            if day > last:
                yield review.at, tuple(history)
            last = max(day, last)


def _measure_loss(histories: Sequence[History], schedule: Schedule) -> float:
    """Return the mean log loss of what a schedule predicts for the last answer of each history."""
    total = 0.0
    for history in histories:
        day, memory = 0, None
        for rating, days in history[:-1]:
            day += days
            memory = schedule.review(memory, rating, day * DAY_MS, day)
        assert memory is not None
        rating, days = history[-1]
        recall = estimate_recall(memory, memory.last + days * DAY_MS, schedule.decay)
        recall = min(max(recall, _SURE), 1 - _SURE)
        total -= math.log(1 - recall if rating == AGAIN else recall)
    return total / len(histories)


def _list_intervals(schedule: Schedule) -> tuple[int, ...]:
    """Return the days after which a card that is always right on its day comes back."""
    memory, day = None, 0
    intervals: list[int] = []
    while len(intervals) < _SHOWN_INTERVALS:
        memory = schedule.review(memory, GOOD, day * DAY_MS, day)
        if (days := (memory.due - memory.last) // DAY_MS) > 0:
            intervals.append(days)
            day += days
    return tuple(intervals)
