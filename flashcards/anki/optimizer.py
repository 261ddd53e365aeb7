"""A learner's own FSRS parameters, fitted by Anki's engine to the answers in the log.

The engine is the `anki` package, which is optional. What it fits is held against answers that it
has not seen: of all answers that tested memory, the newest fifth is kept back, and the error of
its predictions is compared with today's.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from flashcards.anki.bridge.engine import load_engine
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import AGAIN, DAY_MS, Rating, Schedule, estimate_recall
from flashcards.reviews.review import Owner, Review
from flashcards.text.plain_text import format_count

MIN_ANSWERS = 200
"""That tested memory: fewer say more about chance than about the learner."""
_KEPT_BACK = 0.2
_SURE = 1e-6
"""No prediction is surer than this: one surprise must not outweigh everything."""
Trial: TypeAlias = Sequence[tuple[Rating, int]]
"""The ratings of a card up to an answer that tested memory, each with the days before it."""


class Optimization(NamedTuple):
    """Fitted parameters, and the evidence for them."""

    parameters: tuple[float, ...]
    answers: int
    """That tested memory: a day or more after the one before."""
    kept_back: int
    """The newest of them, by which parameters that were fitted to the others are judged."""
    loss_now: float
    """Log loss of the predictions for those with the parameters in use; lower is better."""
    loss_fitted: float

    @property
    def is_better(self) -> bool:
        return self.loss_fitted < self.loss_now


def optimize_parameters(reviews: Iterable[Review], schedule: Schedule) -> Optimization:
    """Return the parameters that fit a learner's answers best, compared with those in use.

    Raises FlashcardsError without the `anki` package, and for too few answers.
    """
    anki = load_engine()
    trials = list_trials(reviews, schedule)
    if len(trials) < MIN_ANSWERS:
        raise FlashcardsError(
            f"Your log has {format_count(len(trials), 'answer')} that tested memory "
            f"(a day or more after the one before); {MIN_ANSWERS} are needed. "
            "Go on learning and try again."
        )
    kept_back = trials[-round(len(trials) * _KEPT_BACK) :]
    fitted = Schedule(schedule.retention, _fit(anki, trials[: -len(kept_back)]))
    return Optimization(
        parameters=_fit(anki, trials),
        answers=len(trials),
        kept_back=len(kept_back),
        loss_now=measure_loss(kept_back, schedule),
        loss_fitted=measure_loss(kept_back, fitted),
    )


def list_trials(reviews: Iterable[Review], schedule: Schedule) -> list[Trial]:
    """Return every answer that tested memory with what went before it, in order of time."""
    histories: dict[Owner, tuple[Trial, int]] = {}
    trials: list[Trial] = []
    for review in sorted(reviews, key=lambda review: (review.at, review.uid)):
        day = schedule.count_day(review.at) if review.day is None else review.day
        history, last = histories.get(review.owner, ((), day))
        history = (*history, (review.rating, max(0, day - last)))
        histories[review.owner] = history, max(day, last)
        if day > last:
            trials.append(history)
    return trials


def _fit(anki: Any, trials: Sequence[Trial]) -> tuple[float, ...]:
    """Return the FSRS parameters that fit some histories best."""
    make_item, make_review = anki.scheduler_pb2.FsrsItem, anki.scheduler_pb2.FsrsReview
    items = [
        make_item(reviews=[make_review(rating=rating, delta_t=days) for rating, days in trial])
        for trial in trials
    ]
    fitted = anki._backend.RustBackend().compute_fsrs_params_from_items(items)
    return tuple(round(value, 4) for value in fitted.params)


def measure_loss(trials: Sequence[Trial], schedule: Schedule) -> float:
    """Return the mean log loss of what a schedule predicts for the last answer of each trial."""
    total = 0.0
    for trial in trials:
        day, memory = 0, None
        for rating, passed in trial[:-1]:
            day += passed
            memory = schedule.review(memory, rating, day * DAY_MS, day)
        assert memory is not None
        rating, passed = trial[-1]
        recall = estimate_recall(memory, memory.last + passed * DAY_MS, schedule.decay)
        total -= math.log(max(1 - recall if rating == AGAIN else recall, _SURE))
    return total / len(trials)
