"""The plan of a day: what fits into the minutes, in which order, the goal, and dates of stages."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Code, Course, CourseInfo, Deck, Recall, Selection, Term
from flashcards.reviews.memory import LEARNING, RELEARNING, REVIEW, Memory
from flashcards.reviews.review import CardMarks
from flashcards.study.learner import LearnerState, Moment, name_card
from flashcards.study.plan import (
    measure_seconds,
    order_new_cards,
    plan_ahead,
    plan_choice,
    plan_today,
)
from flashcards.study.settings import USUAL, Goal, Settings
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace
from tests.helpers.reviews import make_answer

DAY = 86_400_000
START = 20_000 * DAY
NOW = START + DAY // 2
MOMENT = Moment(NOW, START, START + DAY - 1, 20_000)
TODAY = date(2024, 10, 4)
INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")
SEEN = Memory(REVIEW, None, 10.0, 5.0, NOW, NOW - 10 * DAY, NOW - 99 * DAY, 3, 0)


def deck(name, count, stage=1):
    entries = [Recall(key=f"{name}{n}", recall="Q?", answer="A", stage=stage) for n in range(count)]
    return Deck(deck=name, title=name, entries=tuple(entries))


def cards_of(*decks):
    return list_cards(Course(info=INFO, decks=decks))


def cards_about(*entries):
    return cards_of(Deck(deck="d", title="D", entries=entries))


def recalls(*keys, **more):
    return [Recall(key=key, recall="Q?", answer="A", **more) for key in keys]


def stand(cards=(), memories=None, settings=USUAL, recent=(), every=None, **more):
    """Where a learner stands with some cards; `every` are those of the whole course."""
    return LearnerState(
        course=Course(info=INFO, decks=()),
        notes=[*{card.note.key: card.note for card in every or cards}.values()],
        cards=cards,
        moment=MOMENT,
        settings=settings,
        memories=memories or {},
        recent=recent,
        **more,
    )


def plan(cards, memories=None, **more):
    return plan_today(stand(cards, memories, **more))


def ids(cards):
    return [card.id for card in cards]


def seen(first):
    return Memory(REVIEW, None, 10.0, 5.0, NOW + 5 * DAY, first, first, 2, 0)


def answered(*counts, gap=20_000, times=1):
    """So many cards answered on the days before today, each some times; the newest answer first."""
    answers = [
        make_answer(f"x{n // times}#0", at=START - ago * DAY + DAY // 3 + n * gap, duration=9_000)
        for ago, count in enumerate(counts, 1)
        for n in range(count * times)
    ]
    return sorted(answers, key=lambda answer: answer.at, reverse=True)


# What fits into the minutes


@pytest.mark.parametrize(("times", "seconds"), [(1, 19.45), (3, 59.45)])
def test_a_card_takes_what_it_took_lately_with_all_its_answers(times, seconds):
    assert measure_seconds(stand(recent=answered(20, 20, times=times))) == seconds


def test_until_there_are_twenty_cards_a_card_takes_half_a_minute():
    assert measure_seconds(stand()) == measure_seconds(stand(recent=answered(10, 9))) == 30


def test_a_break_does_not_count_as_answering():
    times = [
        make_answer(f"{n}#0", at=START - DAY + n * 10_000 + (n // 20) * 600_000, duration=6_000)
        for n in range(40)
    ]
    assert measure_seconds(stand(recent=times[::-1])) == 9.8


def test_minutes_hold_as_many_cards_all_day_whatever_is_answered():
    cards = cards_of(deck("a", 60))
    today = [make_answer(f"a{n}#0", at=NOW - n * 1000) for n in range(8)]
    begun = {("c", answer.card): seen(answer.at) for answer in today}
    settings = Settings(minutes=10, new=40)
    before = answered(20, gap=591_000 // 19)  # and nine seconds for the first
    assert len(plan(cards, settings=settings, recent=before).new) == 10
    assert len(plan(cards, begun, settings=settings, recent=[*today, *before]).new) == 2


def test_due_cards_take_the_minutes_before_new_ones_and_the_strongest_wait():
    cards = cards_of(deck("a", 60))
    late = {
        ("c", f"a{n}#0"): seen(START - 20 * DAY)._replace(due=START - DAY, stability=n + 1.0)
        for n in range(15)
    }
    for minutes, due, new in ((5, 10, 0), (9, 15, 1), (60, 15, 10)):
        today = plan(cards, late, settings=Settings(minutes=minutes))
        assert (len(today.due), len(today.new), len(today.backlog)) == (due, new, 15 - due)
        assert today.minutes <= minutes
        assert sorted(ids(today.due)) == sorted(f"a{n}#0" for n in range(due))


def test_a_later_session_gets_the_new_cards_that_the_day_has_left():
    cards = cards_of(deck("a", 60))
    memories = {("c", f"a{n}#0"): seen(NOW - 60_000) for n in range(7)}
    assert len(plan(cards, memories).new) == 3


# Beyond today


@pytest.mark.parametrize(
    ("late", "begun", "settings", "due", "new"),
    [
        (0, 10, USUAL, 0, 10),
        (4, 10, USUAL, 4, 6),
        (4, 30, USUAL, 4, 6),
        (15, 30, USUAL, 10, 0),
        (15, 0, USUAL, 15, 10),
        (0, 10, Settings(new=3), 0, 3),
        (0, 10, Settings(new=0), 0, 10),
        (0, 10, Settings(minutes=5), 0, 5),
        (0, 10, Settings(minutes=1), 0, 1),
    ],
)
def test_a_choice_brings_as_many_cards_as_a_day_brings_new_ones_due_ones_first(
    late, begun, settings, due, new
):
    """Some cards are due, and some of another deck came as new ones today."""
    cards, others = cards_of(deck("a", 60)), cards_of(deck("x", 30))
    memories = {("c", f"x{n}#0"): seen(NOW - 60_000) for n in range(begun)}
    memories |= {
        ("c", f"a{n}#0"): seen(START - 9 * DAY)._replace(due=START - DAY) for n in range(late)
    }
    learner = stand(cards, memories, settings, every=[*cards, *others])
    today = plan_choice(learner)
    assert (len(today.due), len(today.new), len(today.backlog)) == (due, new, late - due)


def test_a_choice_of_a_stage_behind_the_goal_or_of_a_sibling_of_today_brings_it():
    cards = cards_of(deck("a", 2), deck("b", 2, stage=2))
    goal = Settings(goal=Goal(TODAY + timedelta(30), 1))
    assert ids(plan_choice(stand(cards[2:], settings=goal, every=cards)).new) == ["b0#0", "b1#0"]
    cards = cards_about(Term(key="t", term="t", meaning="m", both=True))
    asked = {("c", "t#0"): seen(NOW - 60_000)}
    assert ids(plan(cards, asked).new) == []
    assert ids(plan_choice(stand(cards, asked)).new) == ["t#1"]


def test_a_stage_whose_cards_all_rest_does_not_hide_those_before_it():
    cards = cards_of(deck("a", 1), deck("b", 1, stage=2))
    marks = {("c", "b0#0"): CardMarks(suspended=1)}
    assert ids(plan(cards, settings=Settings(stage=2), marks=marks).new) == ["a0#0"]


def test_cards_are_reviewed_ahead_weakest_first_one_of_a_note_and_with_steps_of_later():
    cards = cards_about(
        *recalls("strong", "weak", "step", "new"), Term(key="t", term="t", meaning="m", both=True)
    )
    later = SEEN._replace(due=NOW + 9 * DAY)
    step = Memory(LEARNING, 1, 0.1, 5.0, NOW + DAY // 4, NOW - DAY // 4, NOW - DAY // 4, 1, 0)
    memories = {
        ("c", "strong#0"): later,
        ("c", "weak#0"): later._replace(stability=2.0),
        ("c", "step#0"): step,
        ("c", "t#0"): later._replace(stability=30.0),
        ("c", "t#1"): later._replace(stability=20.0),
    }
    learner = stand(cards, memories)
    today = plan_ahead(learner)
    assert ids(today.cards) == ["weak#0", "step#0", "strong#0", "t#1"]
    assert (today.minutes, today.left) == (2, (0, 0, 0))
    assert len(plan_ahead(replace(learner, settings=Settings(minutes=1))).ahead) == 2


# Which cards, in which order


def test_due_cards_come_weakest_first_and_new_ones_are_spread_among_them():
    cards = cards_about(*recalls("new", "strong", "weak"))
    memories = {("c", "strong#0"): SEEN, ("c", "weak#0"): SEEN._replace(stability=2.0)}
    today = plan(cards, memories)
    assert (ids(today.due), ids(today.new)) == (["weak#0", "strong#0"], ["new#0"])
    cards = cards_about(*recalls(*"abcdefxyz"))
    today = replace(today, due=cards[:6], new=cards[6:])
    assert ids(today.cards) == [f"{key}#0" for key in "axbcydezf"]


def test_a_card_of_today_is_due_all_day_and_a_step_of_soon_belongs_to_the_session():
    cards = cards_about(*recalls("today", "tomorrow", "step", "slow"))
    memories = {
        ("c", "today#0"): SEEN._replace(due=NOW + DAY // 4),
        ("c", "tomorrow#0"): SEEN._replace(due=NOW + DAY),
        ("c", "step#0"): SEEN._replace(state=LEARNING, due=NOW + 600_000),
        ("c", "slow#0"): SEEN._replace(state=RELEARNING, due=NOW + 3_600_000),
    }
    today = plan(cards, memories)
    assert ids(today.due) == ["today#0"]
    assert [(at, card.id) for at, card in today.steps] == [(NOW + 600_000, "step#0")]
    assert today.next_wait == 3_600_000


@pytest.mark.parametrize("hours", [-11, 0, 11])
def test_the_next_card_is_due_in_so_many_days_of_the_learner(hours):
    memories = {("c", "later#0"): SEEN._replace(due=NOW + 2 * DAY + hours * DAY // 24)}
    assert plan(cards_about(*recalls("later")), memories).next_wait == 2 * DAY


def test_of_one_note_one_new_card_comes_a_day():
    cards = cards_about(Term(key="t", term="T", meaning="M", both=True), *recalls("r"))
    assert ids(plan(cards).new) == ["t#0", "r#0"]
    today = {("c", "t#0"): SEEN._replace(first=NOW - 9, last=NOW - 9, due=NOW + 2 * DAY)}
    assert ids(plan(cards, today).new) == ["r#0"]
    yesterday = {("c", "t#0"): SEEN._replace(last=NOW - DAY, due=NOW + 2 * DAY)}
    assert ids(plan(cards, yesterday).new) == ["r#0", "t#1"]


def test_a_due_card_waits_a_day_for_its_sibling_and_no_longer():
    cards = cards_about(Term(key="t", term="T", meaning="M", both=True))
    weak = SEEN._replace(stability=1.0)
    assert ids(plan(cards, {("c", "t#0"): weak, ("c", "t#1"): SEEN}).due) == ["t#0"]
    answered = {("c", "t#0"): SEEN._replace(last=NOW - 9, due=NOW + DAY), ("c", "t#1"): SEEN}
    assert ids(plan(cards, answered).due) == []
    waited = {("c", "t#0"): weak, ("c", "t#1"): SEEN._replace(due=NOW - DAY)}
    assert ids(plan(cards, waited).due) == ["t#0", "t#1"]


def test_decks_take_turns_and_stages_come_in_order():
    cards = cards_of(*(deck(name, 9) for name in "abcdef"), deck("z", 9, stage=2))
    ordered = order_new_cards(cards)
    decks = [card.note.deck.deck for card in ordered]
    assert decks[:12] == [*"abcdefabcdef"]
    assert decks[54:] == ["z"] * 9
    assert ids(c for c in ordered if c.note.deck.deck == "b") == [f"b{n}#0" for n in range(9)]


def test_kinds_take_turns_easy_ones_first_and_siblings_last():
    code = [Code(key=f"c{n}", code="print(1)", prints="1", difficulty="easy") for n in range(10)]
    both = {"meaning": "m", "both": True, "difficulty": "easy"}
    terms = [Term(key=f"t{n}", term="t", **both) for n in range(10)]
    cards = cards_about(*terms, *code)
    ordered = ids(order_new_cards(cards))
    assert all(1 <= sum(id[0] == "c" for id in ordered[at : at + 6]) <= 3 for at in (0, 6, 12, 18))
    assert [id for id in ordered if id[0] == "t"] == [
        f"t{n}#{o}" for o in (0, 1) for n in range(10)
    ]
    labels = ("hard", "medium", "easy")
    asked = [card for n in "12" for x in labels for card in recalls(x[0] + n, difficulty=x)]
    cards = cards_about(*asked)
    assert ids(order_new_cards(cards)) == [f"{x}{n}#0" for x in "emh" for n in "12"]


def test_the_first_twenty_cards_of_a_newcomer_are_easy_and_of_many_kinds_and_topics():
    cards, yesterday = list_cards(builtin_course()), NOW - DAY
    first = plan(cards).new
    held = Memory(REVIEW, None, 3.0, 5.0, NOW + 2 * DAY, yesterday, yesterday, 2, 0)
    twenty = [*first, *plan(cards, {name_card(card): held for card in first}).new]
    assert len({card.note.key for card in twenty}) == 20
    labels = Counter(card.entry.difficulty for card in twenty)
    assert (labels["easy"] >= 15, labels["hard"]) == (True, 0)
    kinds = Counter(card.entry.kind for card in twenty)
    assert len(kinds) >= 3
    assert max(kinds.values()) <= 12
    decks = [card.note.deck.deck for card in twenty]
    assert len(set(decks)) >= 4
    assert not any(one == other for one, other in pairwise(decks))


# The stage to begin with


def test_new_cards_begin_with_the_stage_that_is_set_and_what_was_seen_before_stays():
    cards = cards_of(deck("a", 9), deck("b", 9, stage=2))
    memories = {("c", "a3#0"): seen(START - 9 * DAY)}
    marks = {("c", "b0#0"): CardMarks(suspended=1)}
    learner = stand(memories=memories, settings=Settings(stage=2), marks=marks)
    assert ids(learner.list_in_scope(cards)) == ["a3#0", *(f"b{n}#0" for n in range(1, 9))]
    assert stand(settings=Settings(stage=3)).list_in_scope(cards) == cards


def test_who_names_a_stage_is_asked_all_of_it_and_the_goal_counts_as_ever():
    cards = cards_of(deck("a", 30), deck("b", 30, stage=2))
    settings = Settings(stage=2, goal=Goal(TODAY + timedelta(30)))
    whole = plan(cards, settings=settings)
    named = plan(cards[:30], settings=settings, every=cards, selection=Selection(stage=(1,)))
    assert (whole.new[0].id, named.new[0].id) == ("b0#0", "a0#0")
    assert whole.goal == named.goal
    assert whole.goal.cards == 30


# The goal


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
    today = plan(cards_of(deck("a", 60), deck("b", 40, stage=2)), settings=Settings(goal=goal))
    assert (today.goal.new, today.goal.is_over) == (new, is_over)


def test_when_all_cards_of_a_goal_are_seen_nothing_new_comes_until_its_date():
    cards = cards_of(deck("a", 4), deck("b", 40, stage=2))
    memories = {("c", card.id): seen(START - DAY) for card in cards[:3]}
    settings = Settings(goal=Goal(TODAY + timedelta(30), 1))
    today = plan(cards, memories, settings=settings)
    assert (ids(today.new), today.goal.cards, [*today.stage_ends]) == (["a3#0"], 1, [1])
    memories["c", "a3#0"] = seen(START - DAY)
    today = plan(cards, memories, settings=settings)
    assert (today.goal.is_done, today.new, today.unseen) == (True, (), 0)
    over = plan(cards, memories, settings=Settings(goal=Goal(TODAY, 1)))
    assert (over.goal.is_over, over.goal.is_done, len(over.new)) == (True, True, 10)


def test_a_goal_raises_the_new_cards_of_a_day_and_never_lowers_them():
    cards = cards_of(deck("a", 60))
    for new, day, comes in ((10, 15, 12), (3, 15, 12), (20, 15, 20), (10, 25, 10), (10, 1, 10)):
        today = plan(cards, settings=Settings(new=new, goal=Goal(date(2024, 10, day), 1)))
        assert len(today.new) == comes
        assert today.stage_ends == {1: TODAY + timedelta(-(-60 // comes) - 1)}


def test_a_goal_says_if_the_minutes_do_not_hold_it():
    """150 cards in 30 days are five a day; four minutes hold four of a minute."""
    cards, goal = cards_of(deck("a", 150)), Goal(date(2024, 11, 9))
    short = plan(cards, settings=Settings(new=4, minutes=4, goal=goal))
    assert (short.goal.new, len(short.new), short.goal.affordable) == (5, 4, 4)
    assert plan(cards, settings=Settings(goal=goal)).goal.affordable is None


def test_a_goal_that_is_reached_as_fast_as_lately_is_held_whatever_one_day_brings():
    cards = cards_of(deck("a", 150), deck("x", 100))
    late = {
        ("c", f"x{n}#0"): seen(START - (n % 9 + 1) * DAY)._replace(due=START) for n in range(90)
    }
    settings = Settings(minutes=2, goal=Goal(date(2024, 11, 9)))
    today = plan(cards, late, settings=settings, recent=answered(*[10] * 9))
    assert (len(today.new), today.goal.new, today.goal.affordable) == (0, 6, None)


# Dates of stages


def brought(new, every=1):
    """What so many new cards on each of these days of four weeks leave."""
    days = range(every, 29, every)
    memories = {
        ("c", f"x{ago}-{n}#0"): seen(START - ago * DAY + 1) for ago in days for n in range(new)
    }
    recent = [make_answer(f"x{ago}-0#0", at=START - ago * DAY + 1) for ago in days[: 14 // every]]
    return {"memories": memories, "recent": recent}


@pytest.mark.parametrize(("new", "every", "days"), [(10, 1, 6), (10, 2, 12), (5, 1, 12)])
def test_a_stage_ends_at_the_pace_of_the_last_two_weeks(new, every, days):
    """60 cards are unseen; ten came a day, ten on every second day, or five a day."""
    today = plan(cards_of(deck("a", 60)), **brought(new, every))
    assert today.stage_ends == {1: TODAY + timedelta(days - 1)}


def test_who_is_held_back_by_the_minutes_is_given_no_date_farther_than_two_weeks():
    cards = cards_of(deck("a", 60), deck("b", 60, stage=2))
    assert [*plan(cards, **brought(10)).stage_ends] == [1, 2]
    assert [*plan(cards, **brought(5)).stage_ends] == [1]
    assert [*plan(cards, settings=Settings(new=5), **brought(5)).stage_ends] == [1, 2]
    assert plan(cards, **brought(4)).stage_ends == {1: TODAY + timedelta(14)}
    assert plan(cards, **brought(3)).stage_ends == {}


def test_a_stage_ends_as_the_settings_say_if_no_card_came_lately():
    cards = cards_of(deck("a", 60))
    for memories in ({}, {("c", "x#0"): seen(START - 20 * DAY)}):
        today = plan(cards, memories, settings=Settings(new=20))
        assert today.stage_ends == {1: TODAY + timedelta(2)}
    assert plan(cards, settings=Settings(new=0)).stage_ends == {}
    memories = {("c", "x#0"): seen(START - 20 * DAY)._replace(last=START - DAY)}
    assert plan(cards, memories, recent=answered(1)).stage_ends == {}


def test_a_stage_ends_after_those_before_it_whatever_is_asked_today():
    cards = cards_of(deck("a", 30), deck("b", 30, stage=2))
    ends = {1: TODAY + timedelta(2), 2: TODAY + timedelta(5)}
    assert plan(cards).stage_ends == ends
    assert plan(cards[30:], every=cards).stage_ends == {2: ends[2]}
    assert plan(cards[:3], every=cards).stage_ends == {}  # a part of a stage tells nothing
