"""Parameters of the learner's own: fitted by the real engine, judged on answers it never saw."""

import random

import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS

from flashcards.anki.optimizer import optimize_parameters
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import DAY_MS, Schedule, estimate_recall
from flashcards.reviews.review import Review

QUICK_TO_FORGET = (
    *(value / 3 for value in DEFAULT_PARAMETERS[:4]),
    *DEFAULT_PARAMETERS[4:8],
    DEFAULT_PARAMETERS[8] - 0.8,
    *DEFAULT_PARAMETERS[9:],
)
"""Stability begins lower and grows less."""


def answer(card: str, rating: int, day: int, number: int, **more) -> Review:
    return Review(
        course="c", card=card, lang="en", at=day * DAY_MS + number, rating=rating,
        score=1.0, form="type", answer="", duration=5, day=day, **more,
    )  # fmt: skip


def learner(parameters, cards: int, seed: int = 1) -> list[Review]:
    """Answers of somebody who forgets as FSRS says with these parameters, on the usual schedule."""
    chance, truth, plan = random.Random(seed), Schedule(parameters=parameters), Schedule()
    made = []
    for card in range(cards):
        day, known, planned = chance.randrange(30), None, None
        for number in range(7):
            recall = estimate_recall(known, day * DAY_MS, truth.decay) if known else 1.0
            rating = 3 if chance.random() < recall else 1
            made.append(answer(f"k{card}#0", rating, day, number))
            known = truth.review(known, rating, day * DAY_MS, day)
            planned = plan.review(planned, rating, day * DAY_MS, day)
            day += max(1, (planned.due - planned.last) // DAY_MS)
    return made


def test_somebody_who_forgets_quickly_gets_better_predictions():
    found = optimize_parameters(learner(QUICK_TO_FORGET, 400), Schedule())
    assert found.is_better
    assert len(found.parameters) == 21
    assert (found.answers, found.kept_back) == (2400, 480)


def test_too_few_answers_are_told_with_how_many_are_needed():
    with pytest.raises(FlashcardsError, match=r"has 60 answers.*200 are needed"):
        optimize_parameters(learner(DEFAULT_PARAMETERS, 10), Schedule())


def test_answers_of_the_same_day_test_no_memory():
    days = [answer(f"k{card}#0", 3, day, 0) for card in range(100) for day in (10, 10, 12, 15)]
    fit = optimize_parameters(days, Schedule())
    assert (fit.answers, fit.kept_back) == (200, 40)
