"""A learner's own FSRS parameters, fitted by Anki's engine to the answers in the log.

The engine is the `anki` package, which is optional. What it fits is
held against answers that it has not seen: of all answers that tested memory, the newest
fifth is kept back, and the error of its predictions is compared with today's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from flashcards.anki.bridge.engine import EngineMissing, load_engine
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import AGAIN, DAY_MS, GOOD, Rating, estimate_recall
from flashcards.reviews.review import Review
from flashcards.reviews.scheduler import Schedule
from flashcards.text.plain_text import format_count

FEWEST = 200
"""Answers that tested memory: fewer say more about chance than about the learner."""
KEPT_BACK = 0.2
SURE = 1e-6
"""No prediction is surer than this: one surprise must not outweigh everything."""
TOLD_INTERVALS = 4
History = Sequence[tuple[Rating, int]]
"""The answers to a card: ratings, each with the days since the one before."""


class Trial(NamedTuple):
    """One answer that tested memory: the history of its card up to it."""

    at: int
    reviews: History
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
        """Plain values for programs."""
        return {**asdict(self), "better": self.is_better}


def optimize_parameters(reviews: Iterable[Review], schedule: Schedule) -> Optimization:
    """The parameters that fit a learner's answers best, compared with those of `schedule`.

    Raises `EngineMissing` without the `anki` package, FlashcardsError for too few answers.
    """
    fit = load_optimizer()
    trials = sorted(list_trials(reviews, schedule))
    if len(trials) < FEWEST:
        raise FlashcardsError(
            f"Your log has {format_count(len(trials), 'answer')} that tested memory "
            f"(a day or more after the one before); {FEWEST} are needed. "
            "Go on learning and try again."
        )
    kept_back = trials[-round(len(trials) * KEPT_BACK) :]
    judged = Schedule(schedule.retention, fit(trial.reviews for trial in trials[: -len(kept_back)]))
    fitted = fit(trial.reviews for trial in trials)
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


def load_optimizer() -> Callable[[Iterable[History]], tuple[float, ...]]:
    """What finds the FSRS parameters that fit some histories best. Raises EngineMissing."""
    anki = load_engine()
    try:
        fit = anki._backend.RustBackend().compute_fsrs_params_from_items
        make_item, make_review = anki.scheduler_pb2.FsrsItem, anki.scheduler_pb2.FsrsReview
    except AttributeError:
        raise EngineMissing from None

    def optimize(histories: Iterable[History]) -> tuple[float, ...]:
        items = [
            make_item(reviews=[make_review(rating=rating, delta_t=days) for rating, days in each])
            for each in histories
        ]
        return tuple(round(value, 4) for value in fit(items).params)

    return optimize


def list_trials(reviews: Iterable[Review], schedule: Schedule) -> Iterator[Trial]:
    """Every answer that tested memory, with what went before it."""
    of_card: dict[tuple[str, str, str], list[Review]] = {}
    for review in reviews:
        if not review.undone:
            of_card.setdefault(review.owner, []).append(review)
    for mine in of_card.values():
        history: list[tuple[Rating, int]] = []
        before = None
        for review in sorted(mine, key=lambda each: (each.at, each.uid)):
            day = schedule.find_day(review.at, review.day)
            passed = max(0, day - before) if before is not None else 0
            history.append((review.rating, passed))
            before = day if before is None else max(day, before)
            if passed:
                yield Trial(review.at, tuple(history))


def measure_loss(trials: Sequence[Trial], schedule: Schedule) -> float:
    """The mean log loss of what a schedule predicts for the last answer of each trial."""
    decay = schedule.decay
    total = 0.0
    for trial in trials:
        day, memory = 0, None
        for rating, passed in trial.reviews[:-1]:
            day += passed
            memory = schedule.review(memory, rating, day * DAY_MS, day)
        assert memory is not None
        rating, passed = trial.reviews[-1]
        recall = estimate_recall(memory, memory.last + passed * DAY_MS, decay)
        recall = min(max(recall, SURE), 1 - SURE)
        total -= math.log(1 - recall if rating == AGAIN else recall)
    return total / len(trials)


def list_intervals(schedule: Schedule) -> tuple[int, ...]:
    """Days until a card that is always answered right on its day comes back."""
    memory = None
    found: list[int] = []
    day = 0
    while len(found) < TOLD_INTERVALS:
        memory = schedule.review(memory, GOOD, day * DAY_MS, day)
        if (days := (memory.due - memory.last) // DAY_MS) > 0:
            found.append(days)
            day += days
    return tuple(found)
