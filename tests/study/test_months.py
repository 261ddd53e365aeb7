"""Four months at the real plan of each day: learners whose memory is not FSRS's.

What was announced comes, minutes are kept, a goal is met, cards of a note stay apart. Two
learners run with the thorough tests; `make months` runs all of them.
"""

import os
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from statistics import mean

import pytest

from flashcards.study.settings import Goal, Settings
from flashcards.study.standing import EPOCH
from tests.helpers.builtin import builtin_course
from tests.helpers.forgetful_learner import START_DAY, ForgetfulLearner, Kind

ALL = bool(os.environ.get("PTQUIZ_MONTHS"))
SEEDS = range(20 if ALL else 1)
AVERAGE, SLOW = (9.5, 2.4), (4.0, 1.82)
"""They remember 86 and 76 % of what they are asked on a later day, with the usual settings."""
GOAL = 110
"""The day of the goal."""
LEARNERS = {
    "average": Kind(*AVERAGE),
    "lazy": Kind(*AVERAGE, is_lazy=True),
    "goal": Kind(*AVERAGE, settings=Settings(goal=Goal(EPOCH + timedelta(START_DAY + GOAL)))),
    "minutes": Kind(*AVERAGE, settings=Settings(minutes=10)),
    "slow": Kind(*SLOW, settings=Settings(minutes=20)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LEARNERS if ALL else ("goal", "minutes"))
def test_four_months(name, seed):
    learner = ForgetfulLearner(builtin_course(), LEARNERS[name], seed)
    learner.study_until(121)
    days, settings = [*learner.days.values()], LEARNERS[name].settings
    assert_new_cards_are_apart_and_mixed(days)
    if settings.goal:
        assert all(learner.count_unseen(stage) == 0 for stage in range(1, 5))
        assert max(learner.find_end(stage) for stage in range(1, 5)) <= GOAL - 7
    else:
        assert max(len(day.new) for day in days) <= 10
        assert_stage_is_seen_when_announced(learner)
    if settings.minutes:
        spent = [day.minutes for day in days[14:]]
        assert mean(spent) == pytest.approx(settings.minutes, rel=0.15)
        assert sum(each <= 1.35 * settings.minutes for each in spent) >= 0.95 * len(spent)
    elif not LEARNERS[name].is_lazy:
        assert max(day.late for day in days) <= 1  # a card may wait a day for its sibling


def assert_new_cards_are_apart_and_mixed(days):
    """Of one note one new card a day, and neighbours mostly from different decks."""
    for day in days:
        assert max(Counter(card.note.key for card in day.new).values(), default=1) == 1
    decks = [[card.note.deck.deck for card in day.new] for day in days]
    pairs = [pair for day in decks for pair in pairwise(day)]
    assert sum(one == other for one, other in pairs) <= 0.25 * len(pairs)


def assert_stage_is_seen_when_announced(learner):
    """Within ten days of what the first page said in week four."""
    told = next(day for number, day in learner.days.items() if number >= 21).today
    stage, end = min(told.stage_ends.items(), key=lambda each: each[1])
    number = max(learner.days)
    while learner.count_unseen(stage):
        learner.study_until(number := number + 1)
    assert learner.find_end(stage) == pytest.approx((end - EPOCH).days - START_DAY, abs=10)
