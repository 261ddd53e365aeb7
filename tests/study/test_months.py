"""Months of learning in the real plan: enough new cards, no heavy days, no sisters together.

A sample of the learners runs with the ordinary tests; `make months` runs all of them.
"""

import os
from itertools import pairwise
from statistics import mean, median

import pytest

from flashcards.study.settings import Settings
from flashcards.study.standing import EPOCH
from tests.helpers.builtin import builtin_course
from tests.helpers.simulated_learner import START_DAY, Learner, count_sisters

MONTH = range(34)
SEEDS = range(20 if os.environ.get("PTQUIZ_MONTHS") else 1)


@pytest.fixture(scope="module")
def curriculum():
    return builtin_course()


@pytest.fixture(scope="module")
def learn(curriculum):
    """A learner who has studied on some days; the same one for the same wish."""
    learners = {}

    def study(seed, days, **settings):
        wish = (seed, tuple(days), *settings.items())
        if wish not in learners:
            learners[wish] = Learner(curriculum, seed, Settings(**settings))
            learners[wish].study_days(*days)
        return learners[wish]

    yield study
    for learner in learners.values():
        learner.close()


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_a_month_with_the_defaults(learn, seed):
    learner = learn(seed, MONTH)
    days = learner.days
    assert sum(len(day.new) for day in days[:30]) >= 280
    assert_sisters_are_apart(days)
    assert_topics_are_mixed(days)
    assert_stage_is_seen_when_announced(learner)


@pytest.mark.thorough
def test_from_the_15th_on_19_of_20_days_differ_by_a_quarter_at_most_from_the_one_before(learn):
    months = [[day.answers for day in learn(seed, MONTH).days[14:]] for seed in SEEDS]
    pairs = [pair for answers in months for pair in pairwise(answers)]
    assert sum(abs(one - other) <= 0.25 * one for one, other in pairs) >= 0.95 * len(pairs)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_after_three_weeks_away_no_day_is_much_heavier_than_the_usual(learn, seed):
    learner = learn(seed, [*range(30), *range(51, 63)])
    before, after = learner.days[:30], learner.days[30:]
    usual = median(day.answers for day in before[-14:])
    assert max(day.answers for day in after) <= 1.5 * usual
    assert min(len(day.new) for day in after) >= 2
    gone = next(n for n, day in enumerate(after) if not day.today.plan.waiting)
    assert gone <= 10
    assert after[0].today.plan.waiting > 50
    assert after[0].today.backlog_days == pytest.approx(gone + 1, abs=3)
    assert sum(count_sisters(day.new) for day in after) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_five_minutes_a_day_are_five_minutes(learn, seed):
    days = learn(seed, range(45), minutes=5.0).days
    minutes = [day.minutes for day in days]
    assert mean(minutes) == pytest.approx(5, rel=0.1)
    assert sum(4 <= each <= 6 for each in minutes) >= 0.9 * len(minutes)
    assert max(minutes) < 7.5
    assert sum(len(day.new) for day in days) >= 100


def assert_sisters_are_apart(days):
    assert [day.number for day in days if count_sisters(day.new)] == []
    assert max(late for day in days for _, late in day.late) <= 1


def assert_topics_are_mixed(days):
    decks = [[card.note.deck.deck for card in day.new] for day in days]
    pairs = [pair for day in decks for pair in pairwise(day)]
    assert sum(one == other for one, other in pairs) <= 0.25 * len(pairs)


def assert_stage_is_seen_when_announced(learner):
    """95 % of stage 1, within a tenth of the days that the first screen announced."""
    announced = (learner.days[0].today.stage_ends[1] - EPOCH).days - START_DAY + 1
    size = sum(card.note.stage == 1 for card in learner.cards)
    seen = 0
    for day in learner.days:
        seen += sum(card.note.stage == 1 for card in day.new)
        if seen >= 0.95 * size:
            assert day.number + 1 == pytest.approx(announced, rel=0.1)
            return
    raise AssertionError(f"{seen} of {size} cards were seen")
