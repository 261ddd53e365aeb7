"""Intervals are those of py-fsrs, and memory that of Anki; days are spread, and nothing random."""

import random
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from anki.collection import Collection
from fsrs import Card, Rating, ReviewLog, Scheduler
from fsrs.scheduler import DEFAULT_PARAMETERS

from flashcards.commands.learner import count_local_day
from flashcards.reviews.memory import (
    DAY_MS,
    EVERY_RATING,
    LEARNING,
    REVIEW,
    Memory,
    Schedule,
    estimate_recall,
    list_intervals,
    spread_due,
)
from tests.helpers.reviews import START


@pytest.mark.parametrize("seed", range(8))
def test_a_history_gives_what_py_fsrs_makes_of_it(seed):
    chance = random.Random(seed)
    at, memory, reviews = START, None, []
    scheduler = Scheduler(enable_fuzzing=False)
    for _ in range(12):
        at += chance.choice([1_000, 90_000, 3_600_000, DAY_MS, 7 * DAY_MS + 12_345])
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
    assert estimate_recall(memory, at + 9 * DAY_MS) == pytest.approx(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai"])
def test_300_histories_at_any_hour_are_remembered_as_the_real_anki_engine_does(
    zone, in_zone, tmp_path
):
    in_zone(zone)
    time.sleep(1.1)  # Anki's engine looks once a second whether the zone has changed
    collection, schedule = (
        Collection(str(tmp_path / "c.anki2")),
        Schedule(count_day=count_local_day),
    )
    collection.set_config("fsrs", True)
    options = collection.decks.config_dict_for_deck_id(1)
    options["fsrsParams6"] = list(DEFAULT_PARAMETERS)
    collection.decks.update_config(options)
    for seed in range(300):
        chance, memory, rows = random.Random(seed), None, []
        at = START + chance.randrange(DAY_MS)
        for _ in range(chance.randint(1, 12)):
            rating = chance.choice([1, 2, 3, 3, 3, 4])
            rows.append((at, rating, memory.state - 1 if memory else 0))
            memory = schedule.review(memory, rating, at)
            at += chance.choice([60_000, 600_000, DAY_MS // 4, DAY_MS // 2, DAY_MS, 20 * DAY_MS])
            at += chance.randrange(DAY_MS // 2)
        stability, difficulty = remember_as_anki(collection, rows)
        assert memory.stability == pytest.approx(stability, rel=0.01)
        assert memory.difficulty == pytest.approx(difficulty, rel=0.01)
    collection.close()


def remember_as_anki(col, rows):
    """Stability and difficulty of a card with rows of time, rating and type."""
    note = col.new_note(col.models.by_name("Basic"))
    note["Front"] = "q"
    col.add_note(note, 1)
    [card] = note.card_ids()
    for at, rating, kind in rows:
        while col.db.scalar("select 1 from revlog where id = ?", at):
            at += 1
        values = (at, card, -1, rating, 1, 1, 2500, 5000, kind)
        col.db.execute("insert into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)
    state = col._backend.compute_memory_state(card).state
    return state.stability, state.difficulty


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


def test_the_day_depends_on_card_and_number_of_answers_alone():
    days = [spread_due(due_in(20, n), "leaf#0").due // DAY_MS for n in range(1, 6)]
    assert days == [22, 18, 19, 22, 22]
    step = due_in(0, state=LEARNING)
    assert spread_due(step, "leaf#0") == step


@pytest.mark.parametrize("card", [f"key-{n}#0" for n in range(5)])
def test_a_better_rating_never_comes_back_earlier(card):
    memory, at = None, 0
    for _ in range(6):
        reviewed = (Schedule().review(memory, rating, at) for rating in EVERY_RATING)
        after = [spread_due(each, card) for each in reviewed]
        assert [each.due for each in after] == sorted(each.due for each in after)
        memory = after[2]
        at = memory.due
