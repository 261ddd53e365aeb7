"""What a day asks follows settings and goal; goals say what they take or why not."""

from datetime import date, timedelta

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Course, CourseInfo, Deck, Recall
from flashcards.reviews.memory import REVIEW, Memory
from flashcards.reviews.review import CardMarks, Review
from flashcards.reviews.store import open_reviews
from flashcards.study.goal import plan_goal
from flashcards.study.settings import USUAL, Goal, Settings
from flashcards.study.standing import Moment, Standing
from flashcards.study.start import count_days_in_a_row
from flashcards.study.today import measure_seconds, plan_today

DAY = 86_400_000
START = 20_000 * DAY
NOW = START + DAY // 2
MOMENT = Moment(NOW, START, START + DAY - 1, 20_000)
TODAY = date(2024, 10, 4)
INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")


def deck(name, count, stage=1):
    entries = [Recall(key=f"{name}{n}", recall="Q?", answer="A", stage=stage) for n in range(count)]
    return Deck(deck=name, title=name, entries=tuple(entries))


def cards_of(*decks):
    return list_cards(Course(info=INFO, decks=decks))


def stand(cards=(), memories=None, settings=USUAL, recent=(), every=None, **more):
    """Where a learner stands with some cards; `every` are those of the whole course."""
    return Standing(
        course=Course(info=INFO, decks=()),
        notes=[card.note for card in every or cards],
        cards=cards,
        moment=MOMENT,
        settings=settings,
        memories=memories or {},
        recent=recent,
        **more,
    )


def seen(first):
    return Memory(REVIEW, None, 10.0, 5.0, NOW + 5 * DAY, first, first, 2, 0)


def answered(*counts, gap=20_000, times=1):
    """So many cards answered on the days before today, each some times; the newest answer first."""
    made = [(START - ago * DAY + DAY // 3 + n * gap, "c", f"x{n // times}#0", 3, 9_000)
            for ago, count in enumerate(counts, 1) for n in range(count * times)]  # fmt: skip
    return sorted(made, reverse=True)


@pytest.mark.parametrize(("times", "seconds"), [(1, 19.45), (3, 59.45)])
def test_a_card_takes_what_it_took_lately_with_all_its_answers(times, seconds):
    assert measure_seconds(stand(recent=answered(20, 20, times=times))) == seconds


def test_until_there_are_twenty_cards_a_card_takes_half_a_minute():
    assert measure_seconds(stand()) == measure_seconds(stand(recent=answered(10, 9))) == 30


def test_a_break_to_make_coffee_does_not_count_as_answering():
    times = [(START - DAY + n * 10_000 + (n // 20) * 600_000, "c", f"{n}#0", 3, 6_000)
             for n in range(40)]  # fmt: skip
    assert measure_seconds(stand(recent=times[::-1])) == 9.8


def test_an_answer_after_a_break_takes_what_its_question_took_but_no_hour():
    times = [(START - DAY + n * 600_000, "c", f"{n}#0", 3, took) for n, took in
             enumerate([20_000] * 30 + [3_600_000] * 10)]  # fmt: skip
    assert measure_seconds(stand(recent=times[::-1])) == 45
    assert measure_seconds(stand(recent=[(*each[:4], 0) for each in times[::-1]])) == 1


def test_minutes_hold_as_many_cards_all_day_whatever_is_answered():
    cards = cards_of(deck("a", 60))
    today = [(NOW - n * 1000, "c", f"a{n}#0", 3, 900) for n in range(8)]
    begun = {("c", card): seen(at) for at, _, card, *_ in today}
    settings = Settings(minutes=10, new=40)
    before = answered(20, gap=591_000 // 19)  # and nine seconds for the first
    assert len(plan_today(stand(cards, settings=settings, recent=before)).plan.new) == 10
    evening = plan_today(stand(cards, begun, settings, [*today, *before]))
    assert len(evening.plan.new) == 2


def test_due_cards_take_the_minutes_before_new_ones():
    cards = cards_of(deck("a", 60))
    late = {("c", f"a{n}#0"): seen(START - 20 * DAY)._replace(due=START - DAY) for n in range(15)}
    for minutes, due, new in ((5, 10, 0), (9, 15, 1), (60, 15, 10)):
        today = plan_today(stand(cards, late, Settings(minutes=minutes)))
        assert (len(today.plan.due), len(today.plan.new)) == (due, new)
        assert today.plan.waiting == 15 - due
        assert today.minutes <= minutes


def test_answers_from_the_future_take_no_new_cards():
    cards = cards_of(deck("a", 60))
    memories = {("c", "a0#0"): seen(NOW + 60_000), ("c", "a1#0"): seen(START + 3 * DAY)}
    assert len(plan_today(stand(cards, memories)).plan.new) == 10


def test_a_later_session_gets_the_new_cards_that_the_day_has_left():
    cards = cards_of(deck("a", 60))
    memories = {("c", f"a{n}#0"): seen(NOW - 60_000) for n in range(7)}
    assert len(plan_today(stand(cards, memories)).plan.new) == 3


@pytest.mark.parametrize(
    ("goal", "new", "is_over"),
    [
        (Goal(date(2024, 10, 20)), 10, False),
        (Goal(date(2024, 10, 20), 1), 6, False),
        (Goal(date(2024, 10, 12)), 50, False),
        (Goal(date(2024, 10, 5)), 100, False),
        (Goal(date(2024, 10, 4)), 100, True),
    ],
)
def test_a_goal_says_how_many_new_cards_a_day_it_takes(goal, new, is_over):
    """100 cards, 60 of them in stage 1; the last new one comes a week before the date."""
    cards = cards_of(deck("a", 60), deck("b", 40, stage=2))
    plan = plan_goal(stand(cards, settings=Settings(goal=goal)))
    assert (plan.new, plan.is_over) == (new, is_over)


def test_when_all_cards_of_a_goal_are_seen_nothing_new_comes_until_its_date():
    cards = cards_of(deck("a", 4), deck("b", 40, stage=2))
    memories = {("c", card.id): seen(START - DAY) for card in cards[:3]}
    settings = Settings(goal=Goal(TODAY + timedelta(30), 1))
    today = plan_today(stand(cards, memories, settings))
    assert [card.id for card in today.plan.new] == ["a3#0"]
    assert (today.goal.cards, [*today.stage_ends]) == (1, [1])
    memories["c", "a3#0"] = seen(START - DAY)
    today = plan_today(stand(cards, memories, settings))
    assert (today.goal.is_done, today.plan.new, today.plan.coming) == (True, (), [])
    over = plan_today(stand(cards, memories, Settings(goal=Goal(TODAY, 1))))
    assert (over.goal.is_over, over.goal.is_done, len(over.plan.new)) == (True, True, 10)


def test_a_goal_raises_the_new_cards_of_a_day_and_never_lowers_them():
    cards = cards_of(deck("a", 60))
    for new, day, comes in ((10, 15, 12), (3, 15, 12), (20, 15, 20), (10, 25, 10)):
        settings = Settings(new=new, goal=Goal(date(2024, 10, day), 1))
        today = plan_today(stand(cards, settings=settings))
        assert len(today.plan.new) == comes
        assert today.stage_ends == {1: TODAY + timedelta(-(-60 // comes) - 1)}


def test_a_stage_that_a_course_does_not_have_holds_no_card_back():
    cards = cards_of(deck("a", 3))
    assert stand(settings=Settings(stage=3)).list_learned(cards) == cards


@pytest.mark.parametrize(("answered", "row"), [
    ([0, 1, 2], 3), ([1, 2], 2), ([0, 1, 3, 4], 2), ([2, 3], 0), ([], 0),
])  # fmt: skip
def test_days_in_a_row_end_with_today_or_yesterday(tmp_path, answered, row):
    with open_reviews(tmp_path / "reviews.db") as log:
        for ago in reversed(answered):
            at = START - ago * DAY + 1000
            log.record(Review("c", "k#0", "en", "f", at, 3, 1.0, "type", "", 9, "1", day=0))
        assert count_days_in_a_row(log, MOMENT) == row


def test_a_goal_says_if_the_minutes_do_not_hold_it():
    """150 cards in 30 days are five a day; four minutes hold four of a minute."""
    cards = cards_of(deck("a", 150))
    settings = Settings(new=4, minutes=4, goal=Goal(date(2024, 11, 9)))
    today = plan_today(stand(cards, {("c", "x#0"): seen(START - DAY)}, settings))
    assert (today.goal.new, len(today.plan.new), today.goal.held) == (5, 4, 4)
    today = plan_today(stand(cards, settings=Settings(goal=settings.goal)))
    assert (today.goal.new, today.goal.held) == (5, None)


def test_a_goal_that_is_reached_as_fast_as_lately_is_held_whatever_one_day_brings():
    cards = cards_of(deck("a", 150), deck("x", 100))
    late = {
        ("c", f"x{n}#0"): seen(START - (n % 9 + 1) * DAY)._replace(due=START) for n in range(90)
    }
    settings = Settings(minutes=2, goal=Goal(date(2024, 11, 9)))
    today = plan_today(stand(cards, late, settings))
    assert (len(today.plan.new), today.goal.new, today.goal.held) == (0, 6, None)


def test_a_goal_whose_day_is_over_does_not_set_the_pace():
    settings = Settings(goal=Goal(date(2024, 10, 1)))
    assert len(plan_today(stand(cards_of(deck("a", 60)), settings=settings)).plan.new) == 10


def test_the_goal_is_about_every_card_whatever_is_asked_today():
    cards = cards_of(deck("a", 60), deck("b", 40, stage=2))
    settings = Settings(goal=Goal(date(2024, 10, 20), 2))
    whole = plan_today(stand(cards, settings=settings))
    part = plan_today(stand(cards[60:], settings=settings, every=cards))
    assert (part.goal, len(part.plan.new)) == (whole.goal, len(whole.plan.new))


@pytest.mark.parametrize(("every", "days"), [(1, 6), (2, 12)])
def test_a_stage_ends_at_the_pace_of_the_last_two_weeks(every, days):
    """60 cards are unseen; ten came a day, or ten on every second day."""
    cards = cards_of(deck("a", 60))
    memories = {("c", f"x{ago}-{n}#0"): seen(START - ago * DAY + 1)
                for ago in range(every, 29, every) for n in range(10)}  # fmt: skip
    today = plan_today(stand(cards, memories))
    assert today.stage_ends == {1: TODAY + timedelta(days - 1)}


def test_a_stage_ends_as_the_settings_say_if_no_card_came_lately():
    cards = cards_of(deck("a", 60))
    long_ago = {("c", "x#0"): seen(START - 20 * DAY)}
    for memories in ({}, long_ago):
        ends = plan_today(stand(cards, memories, Settings(new=20))).stage_ends
        assert ends == {1: TODAY + timedelta(2)}
    assert plan_today(stand(cards, settings=Settings(new=0))).stage_ends == {}


def test_new_cards_begin_with_the_stage_that_is_set_and_what_was_seen_before_stays():
    cards = cards_of(deck("a", 9), deck("b", 9, stage=2))
    memories = {("c", "a3#0"): seen(START - 9 * DAY)}
    marks = {("c", "b0#0"): CardMarks(suspended=1)}
    standing = stand(memories=memories, settings=Settings(stage=2), marks=marks)
    kept = standing.list_learned(cards)
    assert [card.id for card in kept] == ["a3#0", *(f"b{n}#0" for n in range(1, 9))]


def test_a_stage_ends_after_those_before_it_whatever_is_asked_today():
    cards = cards_of(deck("a", 30), deck("b", 30, stage=2))
    whole = plan_today(stand(cards)).stage_ends
    assert whole == {1: TODAY + timedelta(2), 2: TODAY + timedelta(5)}
    assert plan_today(stand(cards[30:], every=cards)).stage_ends == {2: whole[2]}


def test_who_came_without_new_cards_is_told_no_date():
    cards = cards_of(deck("a", 30))
    memories = {("c", "x#0"): seen(START - 20 * DAY)._replace(last=START - DAY)}
    assert plan_today(stand(cards, memories)).stage_ends == {}


def test_the_end_of_a_stage_is_not_announced_by_a_part_of_it():
    cards = cards_of(deck("a", 30))
    assert plan_today(stand(cards[:3], every=cards)).stage_ends == {}
    assert plan_today(stand(cards)).stage_ends != {}


def test_the_day_says_how_long_it_takes():
    today = plan_today(stand(cards_of(deck("a", 30))))
    assert (len(today.plan.new), today.minutes) == (10, 10)
