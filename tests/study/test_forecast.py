"""What minutes hold on the days ahead follows the schedule, due cards and habits."""

import random

import pytest

from flashcards.model import Course, CourseInfo
from flashcards.reviews.memory import DAY_MS, REVIEW, Memory
from flashcards.reviews.review import CardMarks
from flashcards.reviews.scheduler import Schedule, spread_due
from flashcards.study.cost import Habits
from flashcards.study.forecast import list_new_ahead
from flashcards.study.settings import Settings
from flashcards.study.standing import Moment, Standing

DAY = 20_000
START = DAY * DAY_MS
INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")
TEN_MINUTES = Settings(minutes=10)


def stand(memories=(), settings=TEN_MINUTES, **more):
    """Where a learner stands with so many cards, on day 20,000."""
    return Standing(
        course=Course(info=INFO, decks=()),
        notes=(),
        cards=(),
        moment=Moment(START + DAY_MS // 2, START, START + DAY_MS - 1, DAY),
        settings=settings,
        memories={("c", f"{n}#0"): memory for n, memory in enumerate(memories)},
        **more,
    )


def due_in(days, stability=4.0, difficulty=5.0):
    at = START + days * DAY_MS
    return Memory(REVIEW, None, stability, difficulty, at, START - DAY_MS, START - DAY_MS, 3, 0)


def test_minutes_hold_fewer_new_cards_than_the_first_days_bring():
    """Each new card comes back again and again: seven fit at first, about two in month three."""
    ahead = list_new_ahead(stand(settings=Settings(minutes=5)), Habits(), 90)
    assert ahead[0] == pytest.approx(21 / 2.8)
    assert 1 <= ahead[-1] <= 2.5
    weeks = [sum(ahead[day : day + 7]) for day in range(7, 84, 7)]
    assert weeks[0] > 1.2 * weeks[4] > 1.2 * weeks[-1]


@pytest.mark.parametrize(
    ("share", "retention"), [(0.8, 0.9), (0.86, 0.9), (0.94, 0.9), (0.9, 0.95), (0.8, 0.8)]
)
def test_as_many_new_cards_come_as_the_scheduler_leaves_room_for(share, retention):
    settings = Settings(minutes=10, retention=retention)
    came = learn_by_schedule(settings, share, 90)
    told = list_new_ahead(stand(settings=settings), Habits(remembered=share), 90)
    assert sum(told[:60]) == pytest.approx(sum(came[:60]), rel=0.1)
    assert sum(told) == pytest.approx(sum(came), rel=0.15)


def learn_by_schedule(settings, share, days):
    """New cards by day of who gives 41 answers a day, `share` of them right on later days."""
    schedule, chance = Schedule(settings.retention), random.Random(1)
    due, came = {}, []
    for day in range(days):
        answers, new = 0, 0
        waiting = due.pop(day, [])
        while answers < 40:
            memory = waiting.pop(0) if waiting else None
            likely, new = (share, new) if memory else (0.5, new + 1)
            while True:
                right = chance.random() < likely
                at = (DAY + day) * DAY_MS + 5 * 3_600_000 + answers * 1000
                memory = schedule.review(memory, 3 if right else 1, at, DAY + day)
                likely, answers = 0.9, answers + 1
                if memory.state == REVIEW:
                    break
            wait = (spread_due(memory, f"{at}#0").due - memory.last) // DAY_MS
            due.setdefault(day + wait, []).append(memory)
        due.setdefault(day + 1, []).extend(waiting)
        came.append(new)
    return came


def test_cards_take_room_on_the_days_on_which_they_are_due():
    free = list_new_ahead(stand(), Habits(), 6)
    ahead = list_new_ahead(stand([due_in(3)] * 10), Habits(), 6)
    assert ahead[:3] == free[:3]
    assert ahead[3] == pytest.approx(free[3] - 4, abs=0.3)  # eleven answers
    marks = {("c", f"{n}#0"): CardMarks(suspended=1) for n in range(10)}
    assert list_new_ahead(stand([due_in(3)] * 10, marks=marks), Habits(), 6) == free


def test_what_was_often_wrong_comes_back_more_often():
    easy, hard = (
        sum(list_new_ahead(stand([due_in(0, 4.0, difficulty)] * 30), Habits(), 60))
        for difficulty in (2.0, 9.5)
    )
    assert hard < easy - 10


def test_what_does_not_fit_waits_and_a_new_card_comes_all_the_same():
    late = stand([due_in(-3)] * 70)
    ahead = list_new_ahead(late, Habits(), 30)
    assert ahead[:2] == [1, 1]
    assert ahead[-1] > 1.5
    assert list_new_ahead(late, Habits(), 9, most=0.5) == [0.5] * 9


def test_what_is_done_of_a_day_does_not_change_what_comes():
    """Twenty cards are answered and six begun: what they left this morning comes from now on."""
    morning = list_new_ahead(stand([due_in(0)] * 20), Habits(), 30)
    later = [due_in(10, 11.0)] * 17 + [due_in(1, 1.0, 8.0)] * 3
    begun = [due_in(2, 2.3, 2.0)] * 3 + [due_in(1, 0.3, 6.0)] * 3
    evening = list_new_ahead(stand(later + begun), Habits(today=40, new_today=6), 30)
    assert morning[0] == pytest.approx(6, abs=1.5)
    assert evening[0] == 1
    assert sum(evening[1:]) == pytest.approx(sum(morning[1:]), rel=0.1)


def test_who_learns_on_every_second_day_begins_somewhat_more_than_half_as_many():
    """There are half as many answers, but cards that wait for the next day come back less often."""
    daily, lazy = (sum(list_new_ahead(stand(), Habits(gap=gap), 60)) for gap in (1.0, 2.0))
    assert daily / 2 < lazy < 0.7 * daily
