"""Four months at the real plan of each day: learners whose memory is not FSRS's.

The minutes that the first page announces are those that are spent, a day stays near the minutes
that are set, also after three weeks away, a stage ends when it was said, and a goal is met. Two
learners run with the thorough tests; `make months` runs all five with ten seeds.
"""

import os
from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest

from flashcards.study.learner import EPOCH
from flashcards.study.settings import Goal, Settings
from tests.helpers.builtin import builtin_course
from tests.helpers.forgetful_learner import START_DAY, ForgetfulLearner, Kind

ALL = bool(os.environ.get("PTQUIZ_MONTHS"))
SEEDS = range(10 if ALL else 1)
DAYS = 120
AVERAGE, SLOW = (9.5, 2.4), (4.0, 1.82)
"""They remember 86 and 76 % of what they are asked on a later day, with the usual settings."""
AWAY = range(70, 91)
GOAL = 110
"""The day of the goal."""
LEARNERS = {
    "average": Kind(*AVERAGE, away=AWAY),
    "slow": Kind(*SLOW, away=AWAY),
    "every second day": Kind(*AVERAGE, is_lazy=True, away=AWAY),
    "ten minutes": Kind(*AVERAGE, settings=Settings(minutes=10), away=AWAY),
    "goal": Kind(
        *AVERAGE, settings=Settings(new=5, goal=Goal(EPOCH + timedelta(START_DAY + GOAL), 3))
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", LEARNERS if ALL else ("slow", "goal"))
def test_four_months(name, seed):
    learner = ForgetfulLearner(builtin_course(), LEARNERS[name], seed)
    learner.study_until(DAYS)
    days, settings = [*learner.days.values()], LEARNERS[name].settings
    assert_new_cards_are_apart_and_mixed(days)
    near = [abs(day.minutes - day.today.minutes) <= max(3, day.minutes / 4) for day in days]
    assert sum(near) >= 0.8 * len(days)
    assert sum(day.minutes > 1.35 * settings.minutes for day in days) <= len(days) / 50
    assert max(day.minutes for day in days) <= 1.8 * settings.minutes
    week = [find_next_end(day) for day in days if 8 <= day.number < 15]  # stage 1 ends soon
    assert sum(map(bool, week)) >= len(week) / 2  # a date that cannot be known is not told
    for stage, end in filter(None, week):
        assert abs(learner.find_end(stage) - end) <= 10
    if settings.goal:
        ends = [learner.find_end(stage) for stage in (1, 2, 3)]
        assert max(ends) <= GOAL - 5  # a week, but siblings
        plans = {number: day.today.goal for number, day in learner.days.items()}
        assert not any(plans[number].affordable for number in range(GOAL - 20))
        assert [number for number in plans if plans[number].is_over] == [*range(GOAL, DAYS)]
        assert all(not day.new for day in days if plans[day.number].is_done and day.number < GOAL)


def assert_new_cards_are_apart_and_mixed(days):
    """Of one note one new card a day, and neighbours mostly from different decks."""
    for day in days:
        assert max(Counter(card.note.key for card in day.new).values(), default=1) == 1
    decks = [[card.note.deck.deck for card in day.new] for day in days]
    pairs = [pair for day in decks for pair in pairwise(day)]
    assert sum(one == other for one, other in pairs) <= 0.25 * len(pairs)


def find_next_end(day):
    """The next stage that will have been seen, and the number of that day, as the page says it."""
    ends = day.today.stage_ends
    stage = min(ends, key=ends.__getitem__, default=None)
    return stage and (stage, (ends[stage] - EPOCH).days - START_DAY)
