"""Months of learning in the real plan: enough new cards, no heavy days, no sisters together.

And what the first page says about the months to come: five learners whose memory is not FSRS's
hold it to its word. A sample of all learners runs with the thorough tests; `make months` runs
all of them.
"""

import os
from datetime import timedelta
from itertools import pairwise
from statistics import mean, median

import pytest

from flashcards.study.settings import Goal, Settings
from flashcards.study.standing import EPOCH
from tests.helpers.builtin import builtin_course
from tests.helpers.forgetful_learner import ForgetfulLearner, Kind
from tests.helpers.simulated_learner import START_DAY, Learner, count_sisters

MONTH = range(34)
SEEDS = range(20 if os.environ.get("PTQUIZ_MONTHS") else 1)
AVERAGE, SLOW = (9.5, 2.4), (4.0, 1.82)
"""They remember 86 and 76 % of what they are asked on a later day, with the usual settings."""
ALL_BY_DAY_150 = Goal(EPOCH + timedelta(START_DAY + 150))
LEARNERS = {
    "average": Kind(*AVERAGE),
    "slow": Kind(*SLOW),
    "lazy": Kind(*AVERAGE, is_lazy=True),
    "goal": Kind(*AVERAGE, settings=Settings(goal=ALL_BY_DAY_150)),
    "minutes": Kind(*AVERAGE, settings=Settings(minutes=10)),
}
SAMPLED = ("average", "slow")
"""What runs with every commit; `make months` asks all of them."""


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
@pytest.mark.parametrize("seed", SEEDS)
def test_after_three_weeks_away_no_day_is_much_heavier_than_the_usual(learn, seed):
    learner = learn(seed, [*range(30), *range(51, 63)])
    before, after = learner.days[:30], learner.days[30:]
    usual = median(day.answers for day in before[-14:])
    assert max(day.answers for day in after) <= 1.6 * usual  # half more, and a day's bad luck
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


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LEARNERS if os.environ.get("PTQUIZ_MONTHS") else SAMPLED)
def test_what_the_first_page_tells_comes_true(curriculum, name, seed):
    learner = ForgetfulLearner(curriculum, LEARNERS[name], seed)
    learner.study_until(121)
    if name == "average":
        assert_range_holds(learner)
    if name == "slow":
        assert_new_cards_become_fewer(learner)
    if not LEARNERS[name].settings.minutes:
        assert_own_figure_holds(learner)
    assert abs(measure_slip_of_stage(learner)) <= 10


def mean_minutes(learner, first, last):
    days = learner.days.values()
    return mean(day.minutes for day in days if first <= day.number <= last)


def find_last_new(learner):
    """The last day that brought new cards: what is told is what a day costs while some come."""
    return max(day.number for day in learner.days.values() if day.new)


def assert_range_holds(learner):
    low, high = learner.days[0].today.cost
    assert high <= 1.6 * low
    last = min(100, find_last_new(learner))
    assert low <= mean_minutes(learner, last - 20, last) <= high


def assert_own_figure_holds(learner):
    """From 600 answers on, within a quarter of what days 60 to 120 cost while new cards come."""
    before, told = 0, []
    for day in learner.days.values():
        if before >= 600 and day.today.cost:  # who sees the last cards soon is told nothing
            assert day.today.cost.low == day.today.cost.high
            told.append(day.today.cost.low)
        before += day.answers
    came = mean_minutes(learner, 60, min(120, find_last_new(learner)))
    assert [each for each in told if not 0.75 * came <= each <= 1.25 * came] == []


def assert_new_cards_become_fewer(learner):
    """No week costs much more than was told, and there are always some new cards."""
    top = learner.days[0].today.cost.high
    weeks = [mean_minutes(learner, day, day + 6) for day in range(60, 114)]
    assert max(weeks) <= 1.3 * top
    new = [day.new for day in learner.days.values()]
    assert min(sum(new[day : day + 14]) for day in range(len(new) - 13)) >= 3 * 14
    assert learner.days[60].today.brake is not None


def measure_slip_of_stage(learner):
    """How many days later than was told on day 30 the last card of that stage was seen."""
    told = next(day for number, day in learner.days.items() if number >= 30).today
    stage, end = min(told.stage_ends.items(), key=lambda each: each[1])
    number = max(learner.days)
    while learner.count_unseen(stage):
        learner.study_until(number := number + 1)
    return learner.find_end(stage) - (end - EPOCH).days + START_DAY


def assert_sisters_are_apart(days):
    assert [day.number for day in days if count_sisters(day.new)] == []
    assert max((late for day in days for _, late in day.late), default=0) <= 1


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
