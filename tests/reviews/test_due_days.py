"""The day of the next answer: near the ideal one, another for each card and each answer."""

from collections import Counter

import pytest

from flashcards.reviews.memory import (
    DAY_MS,
    EVERY_RATING,
    LEARNING,
    REVIEW,
    Memory,
    Schedule,
    list_intervals,
    spread_due,
)


@pytest.mark.parametrize(
    ("interval", "first", "last"),
    [(1, 1, 1), (2, 2, 2), (3, 2, 4), (7, 5, 9), (20, 17, 23), (100, 93, 107)],
)
def test_intervals_are_spread_as_far_as_anki_spreads_them(interval, first, last):
    assert list_intervals(interval) == range(first, last + 1)


def due_in(days, reviews=3, state=REVIEW):
    return Memory(state, None, 9.0, 5.0, days * DAY_MS, 0, 0, reviews, 0)


def test_cards_that_were_learned_together_come_back_on_different_days():
    days = Counter(spread_due(due_in(20), f"key-{n}#0").due // DAY_MS for n in range(7000))
    assert sorted(days) == [*range(17, 24)]
    assert min(days.values()) > 900
    assert max(days.values()) < 1100


def test_the_days_of_a_card_are_not_always_early_or_late():
    days = Counter(spread_due(due_in(7, n), "key#0").due // DAY_MS for n in range(1, 1001))
    assert sorted(days) == [*range(5, 10)]
    assert min(days.values()) > 150


def test_the_day_depends_on_card_and_number_of_answers_alone():
    days = [spread_due(due_in(20, n), "leaf#0").due // DAY_MS for n in range(1, 6)]
    assert days == [22, 18, 19, 22, 22]
    step = due_in(0, state=LEARNING)
    assert spread_due(step, "leaf#0") == step


@pytest.mark.parametrize("card", [f"key-{n}#0" for n in range(40)])
def test_a_better_rating_never_comes_back_earlier(card):
    memory, at = None, 0
    for _ in range(6):
        after = [
            spread_due(Schedule().review(memory, rating, at, at // DAY_MS), card)
            for rating in EVERY_RATING
        ]
        assert [each.due for each in after] == sorted(each.due for each in after)
        memory = after[2]
        at = memory.due
