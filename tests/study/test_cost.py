"""What a day costs once reviews have built up: formula, range, own figure and brake."""

import random
from dataclasses import replace

import pytest

from flashcards.reviews.memory import DAY_MS, REVIEW
from flashcards.reviews.scheduler import Schedule
from flashcards.study.cost import (
    Habits,
    count_answers,
    find_better_cost,
    find_brake,
    find_cost,
    find_lasting_cost,
)
from flashcards.study.settings import Settings

OWN = Habits(remembered=0.86, begun={-30: 10})


@pytest.mark.parametrize(
    ("share", "retention"),
    [(0.76, 0.9), (0.86, 0.9), (0.9, 0.9), (0.94, 0.9), (0.9, 0.95), (0.76, 0.8)],
)
def test_the_formula_says_what_the_scheduler_asks(share, retention):
    schedule, chance = Schedule(retention), random.Random(1)
    answers = sum(count_by_schedule(schedule, chance, share, 90) for _ in range(200)) / 200
    assert count_answers(90, share, retention) == pytest.approx(answers, rel=0.25)


def count_by_schedule(schedule, chance, share, days):
    """The answers that one card takes, half of the first and nine tenths of the steps right."""
    memory, day, count = None, 0, 0
    while day <= days:
        likely, wrong = share if memory else 0.5, 0
        while wrong < 4:
            right = chance.random() < likely
            at = (20_000 + day) * DAY_MS + 5 * 3_600_000 + count * 1000
            memory = schedule.review(memory, 3 if right else 1, at, 20_000 + day)
            likely, wrong, count = 0.9, wrong + (not right), count + 1
            if memory.state == REVIEW:
                break
        day += max(1, (memory.due - memory.last) // DAY_MS)
    return count


@pytest.mark.parametrize("retention", [0.7, 0.8, 0.9, 0.95, 0.97])
def test_the_range_is_narrow_and_grows_with_new_cards_and_retention(retention):
    settings = Settings(retention=retention)
    ranges = [find_cost(settings, Habits(), new) for new in range(2, 31)]
    assert all(0 < low <= high <= 1.6 * low for low, high in ranges)
    assert sorted(ranges) == ranges
    assert find_cost(Settings(retention=0.9), Habits(), 10) == (26, 39)


def test_the_own_figure_is_one_number_and_follows_speed_memory_and_effort():
    usual = find_cost(Settings(), OWN, 10)
    assert usual.low == usual.high == pytest.approx(33, abs=2)
    for worse in (
        replace(OWN, seconds=30.0),
        replace(OWN, remembered=0.76),
        replace(OWN, weight=1.5),
    ):
        assert find_cost(Settings(), worse, 10).high > 1.4 * usual.high


def test_who_sees_the_last_card_in_month_three_is_not_told_what_month_four_would_cost():
    """900 cards at ten a day end on day 90, and month three ends there too."""
    months, shorter = (find_lasting_cost(Settings(), OWN, 10, left) for left in (900, 600))
    assert months == find_cost(Settings(), OWN, 10)
    ratio = count_answers(75, 0.86, 0.9) / count_answers(90, 0.86, 0.9)
    assert shorter.low < months.low
    assert shorter.low == pytest.approx(ratio * months.low, abs=1)
    lazy = find_lasting_cost(Settings(), replace(OWN, gap=2.0), 10, 600)
    assert lazy == months  # 60 days with answers are 120


def test_new_cards_become_fewer_where_too_much_is_forgotten_or_days_cost_too_much():
    assert find_brake(Settings(), OWN, 10) is None
    assert find_brake(Settings(), Habits(), 10) is None  # too few answers
    forgets = find_brake(Settings(), replace(OWN, remembered=0.7), 10)
    assert (forgets.reason, forgets.wished) == ("forgotten", 10)
    assert 3 <= forgets.new <= 6
    quick = find_brake(Settings(), replace(OWN, remembered=0.7, seconds=4.0), 10)
    assert quick.new < 10  # a day costs little, but what is forgotten is not learned
    slow = find_brake(Settings(), replace(OWN, seconds=30.0), 10)
    assert (slow.reason, slow.minutes) == ("costly", find_cost(Settings(), OWN, 20).high)
    assert find_cost(Settings(), replace(OWN, seconds=30.0), slow.new).high <= 1.1 * 39


def test_never_fewer_than_three_a_day_and_never_more_than_wished():
    hopeless = replace(OWN, remembered=0.3, seconds=60.0)
    assert find_brake(Settings(), hopeless, 10).new == 3
    assert find_brake(Settings(), hopeless, 2) is None
    assert find_brake(Settings(minutes=5), hopeless, 10) is None


def test_better_intervals_are_named_with_their_price_if_much_is_forgotten():
    assert find_better_cost(Settings(), OWN, 10) is None
    assert find_better_cost(Settings(), Habits(), 10) is None
    forgets = replace(OWN, remembered=0.76)
    price, now = find_better_cost(Settings(), forgets, 5), find_cost(Settings(), forgets, 5)
    assert now.high < price.high < 3 * now.high
