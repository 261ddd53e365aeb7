"""Intervals are those of py-fsrs, and those of Anki; simulated learners keep what they wish."""

import json
import math
import os
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fsrs import Card, Rating, ReviewLog, Scheduler
from fsrs.scheduler import DEFAULT_PARAMETERS

from flashcards.commands.learner import count_local_day
from flashcards.reviews.memory import REVIEW, Schedule, estimate_recall

DAY = 86_400_000
START = 1_700_000_000_000
AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4


def histories(count: int, seed: int) -> list[list[tuple[int, int]]]:
    """Days since the last answer, and a rating; up to twelve on different days."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        length = chance.randint(1, 12)
        gaps = [0, *(chance.choice([1, 1, 2, 3, 5, 8, 20, 60]) for _ in range(length - 1))]
        made.append([(gap, chance.choice([1, 2, 3, 3, 3, 4])) for gap in gaps])
    return made


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(30))
def test_a_history_gives_what_py_fsrs_makes_of_it(seed):
    chance = random.Random(seed)
    at, memory, reviews = START, None, []
    scheduler = Scheduler(enable_fuzzing=False)
    for _ in range(12):
        at += chance.choice([1_000, 90_000, 3_600_000, DAY, 7 * DAY + 12_345])
        rating = chance.randint(1, 4)
        moment = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=at)
        reviews.append(ReviewLog(1, Rating(rating), moment, None))
        memory = Schedule().review(memory, rating, at)
    theirs = scheduler.reschedule_card(Card(card_id=1), reviews)
    assert (memory.stability, memory.difficulty) == (theirs.stability, theirs.difficulty)
    assert (memory.state, memory.step) == (theirs.state, theirs.step)
    assert memory.due == round(theirs.due.timestamp() * 1000)
    later = theirs.last_review + timedelta(days=9)
    expected = scheduler.get_card_retrievability(theirs, later)
    assert estimate_recall(memory, at + 9 * DAY) == pytest.approx(expected)


@pytest.mark.parametrize("bit", [0, 1e-9, -1e-9])
@pytest.mark.parametrize(("days", "chosen"), [(6.5, 6), (7.5, 8)])
def test_half_a_day_is_half_a_day_whatever_the_last_bit_says(days, chosen, bit):
    easy_first = (*DEFAULT_PARAMETERS[:3], days + bit, *DEFAULT_PARAMETERS[4:])
    memory = Schedule(parameters=easy_first).review(None, EASY, START)
    assert memory.due - START == chosen * DAY


@pytest.mark.thorough
def test_200_histories_agree_with_the_real_anki_engine():
    wanted = histories(200, seed=11)
    for history, rows in zip(wanted, anki_plays(wanted), strict=True):
        schedule, memory, at = Schedule(), None, START
        for (gap, rating), row in zip(history, rows, strict=True):
            at += gap * DAY
            before, memory = memory, schedule.review(memory, rating, at)
            assert memory.stability == pytest.approx(row["stability"], rel=0.01)
            assert memory.difficulty == pytest.approx(row["difficulty"], rel=0.01)
            assert (memory.state == REVIEW) == (row["queue"] == 2)
            if memory.state == REVIEW:
                assert apart(schedule, before, rating, at) == row["interval"]


@pytest.mark.thorough
@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai"])
def test_300_histories_at_any_hour_are_remembered_as_the_real_anki_engine_does(zone, in_zone):
    in_zone(zone)
    schedule = Schedule(count_day=count_local_day)
    memories, wanted = [], []
    for seed in range(300):
        memory, rows = None, []
        for at, rating in answers_at_any_hour(random.Random(seed)):
            kind = {None: 0, 1: 0, 2: 1, 3: 2}[memory and memory.state]
            rows.append((at, rating, kind))
            memory = schedule.review(memory, rating, at)
        memories.append(memory)
        wanted.append(rows)
    for memory, (stability, difficulty) in zip(
        memories, ask_anki("anki_memory_states.py", wanted), strict=True
    ):
        assert memory.stability == pytest.approx(stability, rel=0.01)
        assert memory.difficulty == pytest.approx(difficulty, rel=0.01)


def answers_at_any_hour(chance: random.Random) -> list[tuple[int, int]]:
    """Up to twelve answers, minutes to months apart, the last some time ago."""
    at, made = START + chance.randrange(DAY), []
    for _ in range(chance.randint(1, 12)):
        made.append((at, chance.choice([1, 2, 3, 3, 3, 4])))
        at += chance.choice([60_000, 600_000, DAY // 4, DAY // 2, DAY, 3 * DAY, 20 * DAY])
        at += chance.randrange(DAY // 2)
    return made


def apart(schedule: Schedule, before, rating: int, at: int) -> int:
    """Our interval in days after Anki's rule: Hard < Good < Easy."""
    days = 0
    for button in (HARD, GOOD, EASY):
        after = schedule.review(before, button, at)
        graduated = after.state == REVIEW
        if graduated and (before is None or before.state != REVIEW) and button != EASY:
            days = (after.due - at) // DAY
        elif graduated:
            days = max((after.due - at) // DAY, days + 1)
        if button == rating:
            return days
    raise AssertionError(rating)


def anki_plays(wanted):
    return ask_anki("anki_histories.py", wanted)


def ask_anki(name, wanted):
    script = Path(__file__).parents[1] / "helpers" / name
    done = subprocess.run(
        [sys.executable, str(script)],
        input=json.dumps([wanted, list(DEFAULT_PARAMETERS)]),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "ANKI_TEST_MODE": "1"},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("wish", [0.85, 0.9, 0.95])
def test_simulated_learners_keep_what_they_wish(wish):
    """Over 90 days; they forget as FSRS says, every parameter off by up to 20 %."""
    learners = [retention(random.Random(seed), wish) for seed in range(16)]
    asked, remembered = (sum(numbers) for numbers in zip(*learners, strict=True))
    assert asked > 2500
    assert remembered / asked == pytest.approx(wish, abs=0.05)


def retention(chance: random.Random, wish: float, cards: int = 60) -> tuple[int, int]:
    """How often one learner was asked for a card on its day, and knew it."""
    parameters = perturbed(chance)
    truth, schedule = Schedule(parameters=parameters), Schedule(retention=wish)
    asked = known = 0
    for _ in range(cards):
        memory = real = None
        for day in range(chance.randrange(30), 90):
            if memory is not None and memory.due >= START + (day + 1) * DAY:
                continue
            tests_memory = memory is not None and memory.state == REVIEW
            at = START + day * DAY + chance.randrange(3_600_000)
            for tries in range(4):
                likely = 0.7 if real is None else estimate_recall(real, at, parameters[-1])
                knows = chance.random() < likely
                if tests_memory and tries == 0:
                    asked, known = asked + 1, known + knows
                memory = schedule.review(memory, GOOD if knows else AGAIN, at)
                real = truth.review(real, GOOD if knows else AGAIN, at)
                at += 120_000
                if knows:
                    break
    return asked, known


def perturbed(chance: random.Random) -> tuple[float, ...]:
    from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

    values = [value * chance.uniform(0.8, 1.2) for value in DEFAULT_PARAMETERS]
    bounds = zip(values, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    return tuple(min(max(value, low), high) for value, low, high in bounds)


def test_recall_falls_and_is_nine_tenths_after_one_stability():
    memory = Schedule().review(None, 3, START)
    days = memory.stability * DAY
    assert estimate_recall(memory, START) == 1
    assert estimate_recall(memory, START + round(days)) == pytest.approx(0.9, abs=1e-6)
    assert math.isclose(estimate_recall(memory, START - DAY), 1)
