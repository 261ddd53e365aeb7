"""A learner's own FSRS parameters, fitted by Anki's engine to the answers in the log.

The engine is the `anki` package, which is optional. What it fits is held against answers that it
has not seen: of all answers that tested memory, the newest fifth is kept back, and the error of
its predictions is compared with today's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

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


class Trial(NamedTuple):
    """One answer that tested memory: the history of its card up to it."""

    at: int
    reviews: Sequence[tuple[Rating, int]]
    """Ratings, each with the days since the one before."""


@dataclass(frozen=True, slots=True)
class Optimization:
    """Fitted parameters, and the evidence for them."""

    parameters: tuple[float, ...]
    answers: int
    """That tested memory: a day or more after the one before."""
    judged: int
    """The newest of them, which the fit that is judged has not seen."""
    loss_now: float
    """Log loss of the predictions for those with the parameters in use; lower is better."""
    loss_then: float
    remembered: float
    """The share of those that was right."""
    intervals_now: tuple[int, ...]
    """Days until a card that is always right comes back, with the parameters in use."""
    intervals_then: tuple[int, ...]

    @property
    def is_better(self) -> bool:
        return self.loss_then < self.loss_now

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        return {**asdict(self), "better": self.is_better}


def optimize_parameters(reviews: Iterable[Review], schedule: Schedule) -> Optimization:
    """Return the parameters that fit a learner's answers best, compared with those in use.

    Raises EngineMissing without the `anki` package, FlashcardsError for too few answers.
    """
    anki = load_engine()
    trials = sorted(list_trials(reviews, schedule))
    if len(trials) < MIN_ANSWERS:
        raise FlashcardsError(
            f"Your log has {format_count(len(trials), 'answer')} that tested memory "
            f"(a day or more after the one before); {MIN_ANSWERS} are needed. "
            "Go on learning and try again."
        )
    kept_back = trials[-round(len(trials) * _KEPT_BACK) :]
    judged = Schedule(schedule.retention, _fit(anki, trials[: -len(kept_back)]))
    fitted = _fit(anki, trials)
    return Optimization(
        parameters=fitted,
        answers=len(trials),
        judged=len(kept_back),
        loss_now=measure_loss(kept_back, schedule),
        loss_then=measure_loss(kept_back, judged),
        remembered=sum(trial.reviews[-1][0] != AGAIN for trial in kept_back) / len(kept_back),
        intervals_now=list_intervals(schedule),
        intervals_then=list_intervals(Schedule(schedule.retention, fitted)),
    )


def _fit(anki: Any, trials: Sequence[Trial]) -> tuple[float, ...]:
    """Return the FSRS parameters that fit some histories best. Raises EngineMissing."""
    try:
        compute = anki._backend.RustBackend().compute_fsrs_params_from_items
        make_item, make_review = anki.scheduler_pb2.FsrsItem, anki.scheduler_pb2.FsrsReview
    except AttributeError:
        raise EngineMissing from None
    histories = (
        [make_review(rating=rating, delta_t=days) for rating, days in trial.reviews]
        for trial in trials
    )
    items = [make_item(reviews=history) for history in histories]
    return tuple(round(value, 4) for value in compute(items).params)


def list_trials(reviews: Iterable[Review], schedule: Schedule) -> Iterator[Trial]:
    """Yield every answer that tested memory, with what went before it."""
    by_card: dict[tuple[str, str, str], list[Review]] = {}
    for review in reviews:
        if not review.undone:
            by_card.setdefault(review.owner, []).append(review)
    for answers in by_card.values():
        history: list[tuple[Rating, int]] = []
        last = None
        for review in sorted(answers, key=lambda review: (review.at, review.uid)):
            day = schedule.find_day(review.at, review.day)
            passed = max(0, day - last) if last is not None else 0
            history.append((review.rating, passed))
            last = day if last is None else max(day, last)
            if passed:
                yield Trial(review.at, tuple(history))


def measure_loss(trials: Sequence[Trial], schedule: Schedule) -> float:
    """Return the mean log loss of what a schedule predicts for the last answer of each trial."""
    total = 0.0
    for trial in trials:
        day, memory = 0, None
        for rating, passed in trial.reviews[:-1]:
            day += passed
            memory = schedule.review(memory, rating, day * DAY_MS, day)
        assert memory is not None
        rating, passed = trial.reviews[-1]
        recall = estimate_recall(memory, memory.last + passed * DAY_MS, schedule.decay)
        recall = min(max(recall, _SURE), 1 - _SURE)
        total -= math.log(1 - recall if rating == AGAIN else recall)
    return total / len(trials)


def list_intervals(schedule: Schedule) -> tuple[int, ...]:
    """Return the days after which a card that is always right on its day comes back."""
    memory, day = None, 0
    intervals: list[int] = []
    while len(intervals) < _SHOWN_INTERVALS:
        memory = schedule.review(memory, GOOD, day * DAY_MS, day)
        if (days := (memory.due - memory.last) // DAY_MS) > 0:
            intervals.append(days)
            day += days
    return tuple(intervals)
