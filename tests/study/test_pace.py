"""The budget of a day follows habits and settings; goals say what they cost or why not."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from flashcards.cards import list_cards
from flashcards.model import Course, CourseInfo, Deck, Recall
from flashcards.reviews.memory import REVIEW, Memory
from flashcards.reviews.review import CardMarks, Review
from flashcards.reviews.store import open_reviews
from flashcards.study.cost import Habits
from flashcards.study.pace import (
    find_new_pace,
    find_room,
    make_budget,
    measure_habits,
    plan_goal,
)
from flashcards.study.plan import Budget
from flashcards.study.settings import USUAL, Goal, Settings
from flashcards.study.standing import Moment, Standing
from flashcards.study.start import count_days_in_a_row
from flashcards.study.today import plan_today

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


def answers_on(*counts, gap=20_000):
    """Times of answers on the days before today and today, the newest first."""
    days = range(-len(counts) + 1, 1)
    times = [(START + day * DAY + DAY // 3 + n * gap, "c", f"{n}#0", 3)
             for day, count in zip(days, counts, strict=True) for n in range(count)]  # fmt: skip
    return sorted(times, reverse=True)


def seen(first):
    return Memory(REVIEW, None, 10.0, 5.0, NOW + 5 * DAY, first, first, 2, 0)


def test_a_usual_day_is_the_median_of_the_days_before_today():
    habits = measure_habits(stand(recent=answers_on(30, 50, 40, 7)))
    assert (habits.usual, habits.today, habits.seconds) == (40, 7, 20.0)


def test_a_pause_to_make_coffee_does_not_count_as_answering():
    times = [(START - DAY + n * 10_000 + (n // 10) * 600_000, "c", "x#0", 3) for n in range(40)]
    assert measure_habits(stand(recent=times[::-1])).seconds == 10.0


def test_answers_from_the_future_neither_count_as_today_nor_take_new_cards():
    memories = {("c", "x#0"): seen(NOW + 60_000), ("c", "y#0"): seen(START + 3 * DAY)}
    habits = measure_habits(stand(recent=answers_on(5, 5, 5, 0), memories=memories))
    assert (habits.today, habits.new_today) == (0, 0)


def test_in_the_first_days_nothing_is_cut():
    assert make_budget(Settings(), Habits(), 10) == Budget(new=10, least_new=3)


def test_a_later_session_gets_what_the_day_has_left():
    habits = Habits(usual=40, new=10.0, today=30, new_today=9)
    assert make_budget(Settings(), habits, 10) == Budget(1, 0, answers=20, stretched=24)


def test_who_asks_for_more_new_cards_than_before_gets_them():
    lazy = make_budget(Settings(), Habits(usual=40, new=10.0), 10)
    eager = make_budget(Settings(new=30), Habits(usual=40, new=10.0), 30)
    assert eager.answers >= lazy.answers + 2.5 * 20


def test_who_needs_more_answers_for_a_card_gets_fewer_cards():
    often = [(START - day * DAY + n * 9_000, "c", f"{n // 3}#0", 3) for day in (3, 2, 1)
             for n in range(60)]  # fmt: skip
    habits = measure_habits(stand(recent=sorted(often, reverse=True)))
    assert habits.effort == pytest.approx(60 / (20 * 1.12))
    once = [(at, course, f"{at}#0", 3) for at, course, *_ in often]
    assert measure_habits(stand(recent=sorted(once, reverse=True))).effort == pytest.approx(
        1 / 1.12
    )
    budget = make_budget(Settings(minutes=5), Habits(seconds=15, effort=2.0), 10)
    assert budget.answers == 10


def test_minutes_are_answers_at_the_own_speed():
    budget = make_budget(Settings(minutes=5), Habits(seconds=20, today=6), 10)
    assert budget.answers == 9


@pytest.mark.parametrize(
    ("goal", "new", "trouble"),
    [
        (Goal(date(2024, 10, 20)), 10, None),
        (Goal(date(2024, 10, 20), 1), 6, None),
        (Goal(date(2024, 10, 12)), 30, "too_soon"),
        (Goal(date(2024, 10, 10)), 30, "too_soon"),
        (Goal(date(2024, 10, 4)), 30, "past"),
    ],
)
def test_a_goal_says_what_it_takes_or_why_it_cannot_be_reached(goal, new, trouble):
    """100 cards, 60 of them in stage 1; the last new one comes a week before the date."""
    cards = cards_of(deck("a", 60), deck("b", 40, stage=2))
    plan = plan_goal(stand(cards, settings=Settings(goal=goal)), Habits())
    assert (plan.new, plan.trouble) == (new, trouble)
    assert plan.possible > TODAY


def test_a_goal_counts_what_is_unseen_and_is_done_when_nothing_is():
    cards = cards_of(deck("a", 4))
    memories = {("c", card.id): seen(START) for card in cards[:3]}
    goal = Settings(goal=Goal(date(2024, 11, 20)))
    assert plan_goal(stand(cards, memories, goal), Habits()).cards == 1
    memories = {("c", card.id): seen(START) for card in cards}
    goal = Settings(goal=Goal(date(2024, 10, 1)))
    assert plan_goal(stand(cards, memories, goal), Habits()).is_done


def test_the_goal_sets_the_pace_of_the_day():
    cards = cards_of(deck("a", 60))
    settings = Settings(goal=Goal(date(2024, 10, 15), 1))
    today = plan_today(stand(cards, settings=settings))
    assert len(today.plan.new) == 12
    assert today.stage_ends == {1: date(2024, 10, 8)}


def test_the_end_of_a_stage_is_announced_at_the_pace_that_full_days_leave():
    full = Habits(usual=60, new=4.0, most_new=10)
    assert find_new_pace(Habits(), 10) == 10
    assert find_new_pace(full, 10, planned=3) == 4.0
    assert find_new_pace(full, 10, planned=10) == 4.0  # one good day is no pace
    assert find_new_pace(full, 3, planned=3) == 3


def test_what_today_brings_is_the_pace_if_the_days_before_brought_less():
    """They had other settings: seven new cards come today, so seven come on other days."""
    few = Habits(usual=20, new=2.0, most_new=3)
    assert find_new_pace(few, 10, planned=7) == 7
    assert find_new_pace(replace(few, new_today=5), 10, planned=2) == 7
    assert find_new_pace(few, 10, planned=12) == 10


def test_when_a_backlog_is_gone_does_not_depend_on_what_was_answered_today():
    """Thirty cards wait and five minutes hold twenty answers, also when those are given."""
    cards = cards_of(deck("a", 60))
    late = {("c", f"a{n}#0"): seen(START - 20 * DAY)._replace(due=START - DAY) for n in range(50)}
    settings = Settings(minutes=5)
    answered = [(NOW - n * 15_000, "c", "x", 3) for n in range(20)]
    morning = plan_today(stand(cards, late, settings))
    evening = plan_today(stand(cards, late, settings, answered))
    assert morning.plan.waiting > 20
    assert evening.plan.due == ()
    assert None is not evening.backlog_days >= morning.backlog_days


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


def test_with_minutes_and_a_goal_the_goal_says_how_many_and_the_minutes_are_the_most():
    """150 cards in 30 days are five a day; two minutes of 15 seconds each hold one."""
    cards = cards_of(deck("a", 150))
    goal = Goal(date(2024, 11, 9))
    for minutes, new in ((30, 5), (2, 3)):
        settings = Settings(minutes=minutes, goal=goal)
        today = plan_today(stand(cards, settings=settings))
        assert (today.goal.new, len(today.plan.new)) == (5, new)
        late = today.stage_ends[1] - TODAY
        assert late == timedelta(29) if minutes == 30 else late > timedelta(75)
        assert today.goal.trouble == (None if minutes == 30 else "short")


def test_a_goal_that_the_minutes_do_not_hold_says_what_they_reach_and_what_it_would_take():
    cards = cards_of(deck("a", 60))
    minutes = Settings(minutes=5.0, goal=Goal(date(2024, 10, 20)))
    assert find_room(minutes, Habits()).new == pytest.approx(20 / 12.7, rel=0.01)
    plan = plan_goal(stand(cards, settings=minutes), Habits())
    assert (plan.new, plan.pace, plan.trouble) == (6, 2, "short")
    assert plan.possible == date(2024, 11, 19)  # 39 days, and a week to earn the last
    assert plan.room.count_minutes(plan.new) == 20
    over = replace(minutes, goal=Goal(date(2024, 10, 1)))
    past = plan_goal(stand(cards, settings=over), Habits())
    assert (past.trouble, past.pace, past.possible) == ("past", 2, plan.possible)


def test_a_goal_whose_day_is_over_does_not_set_the_pace():
    settings = Settings(goal=Goal(date(2024, 10, 1)))
    assert len(plan_today(stand(cards_of(deck("a", 60)), settings=settings)).plan.new) == 10


def test_the_goal_is_about_every_card_whatever_is_asked_today():
    cards = cards_of(deck("a", 60), deck("b", 40, stage=2))
    settings = Settings(goal=Goal(date(2024, 10, 20), 2))
    whole = plan_today(stand(cards, settings=settings))
    part = plan_today(stand(cards[60:], settings=settings, every=cards))
    assert (part.goal, len(part.plan.new)) == (whole.goal, len(whole.plan.new))


def test_who_learns_on_every_second_day_is_told_a_date_twice_as_far():
    cards = cards_of(deck("a", 60))
    daily = [at for n in range(1, 11) for at in answers_at(n)]
    lazy = [at for n in range(1, 11) for at in answers_at(2 * n)]
    memories = {("c", f"x{n}#0"): seen(START - 30 * DAY) for n in range(3)}
    ends = [
        plan_today(stand(cards, memories, recent=recent)).stage_ends[1] - TODAY
        for recent in (daily, lazy)
    ]
    assert ends[1].days == pytest.approx(2 * ends[0].days, abs=2)


def test_days_that_are_skipped_by_habit_or_once_are_no_sign_of_needing_few_answers():
    """They answer as often as is expected of their cards; the last answer is days ago."""

    def weigh(gap, away):
        days = range(away, 20 * gap + away, gap)
        times = [(START - ago * DAY + DAY // 3 - n * 9_000, "c", f"x{n}#0", 3)
                 for ago in days for n in range(18)]  # fmt: skip
        memories = {("c", f"x{n}#0"): seen(START - days[-1] * DAY)._replace(reviews=40)
                    for n in range(60)}  # fmt: skip
        return measure_habits(stand(recent=times, memories=memories)).weight

    assert weigh(1, 7) == pytest.approx(weigh(1, 1), rel=0.03)
    assert weigh(2, 3) == pytest.approx(weigh(2, 1), rel=0.03)


def answers_at(days_ago):
    return [(START - days_ago * DAY + DAY // 3 - n * 9_000, "c", f"x{n}#0", 3) for n in range(3)]


def test_new_cards_begin_with_the_stage_that_is_set_and_what_was_seen_before_stays():
    cards = cards_of(deck("a", 9), deck("b", 9, stage=2))
    memories = {("c", "a3#0"): seen(START - 9 * DAY)}
    marks = {("c", "b0#0"): CardMarks(suspended=1)}
    standing = stand(memories=memories, settings=Settings(stage=2), marks=marks)
    kept = standing.list_learned(cards)
    assert [card.id for card in kept] == ["a3#0", *(f"b{n}#0" for n in range(1, 9))]


def test_what_counts_for_the_goal_is_learned_and_new_cards_still_begin_with_the_stage():
    decks = [deck(name, 2, stage=stage) for stage, name in enumerate("abcd", 1)]
    cards = cards_of(*decks)
    settings = Settings(stage=3, new=8, goal=Goal(date(2024, 10, 18), 3))
    assert stand(settings=settings).list_learned(cards) == cards
    today = plan_today(stand(cards, settings=settings))
    assert [card.note.stage for card in today.plan.coming] == [3, 3, 1, 1, 2, 2, 4, 4]
    assert today.goal.cards == 6
    first = Settings(stage=3, goal=Goal(date(2024, 10, 18), 1))
    first = stand(settings=first).list_learned(cards)
    assert [card.note.stage for card in first] == [1, 1, 3, 3, 4, 4]


def test_an_end_without_the_stages_before_it_is_told_as_such():
    cards = cards_of(deck("a", 30), deck("b", 30, stage=2))
    assert plan_today(stand(cards[30:], every=cards)).is_part
    assert not plan_today(stand(cards[30:], settings=Settings(stage=2), every=cards)).is_part
    assert not plan_today(stand(cards)).is_part


def test_the_end_of_a_stage_is_not_announced_by_a_part_of_it():
    cards = cards_of(deck("a", 30))
    assert plan_today(stand(cards[:3], every=cards)).stage_ends == {}
    assert plan_today(stand(cards)).stage_ends != {}


def test_the_day_says_how_long_it_takes():
    today = plan_today(stand(cards_of(deck("a", 30))))
    assert (len(today.plan.new), today.minutes) == (10, 6)


def test_what_month_three_costs_is_told_only_if_there_are_new_cards_until_then():
    many, few = cards_of(deck("a", 620)), cards_of(deck("a", 580))
    assert plan_today(stand(many)).cost == (26, 39)
    assert plan_today(stand(few)).cost is None
    goal = Settings(goal=Goal(TODAY + timedelta(87)))
    assert plan_today(stand(many[:400], settings=goal)).goal.cost == (13, 19)
    soon = Settings(goal=Goal(TODAY + timedelta(27)))
    assert plan_today(stand(few, settings=soon)).goal.cost is None
    assert plan_today(stand(many, settings=Settings(minutes=5))).cost is None
