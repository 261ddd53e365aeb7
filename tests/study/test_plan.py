"""Due cards weakest first, new ones among them, sisters apart, no more than there is room for."""

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Course, CourseInfo, Deck, Recall, Term
from flashcards.reviews.memory import LEARNING, RELEARNING, REVIEW, Memory
from flashcards.study.plan import interleave, plan_day, spread
from flashcards.study.standing import Moment

DAY = 86_400_000
NOW = 1_700_000_000_000
MOMENT = Moment(NOW, NOW - DAY // 2, NOW + DAY // 2)
INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")
SEEN = Memory(REVIEW, None, 10.0, 5.0, NOW, NOW - 10 * DAY, NOW - 99 * DAY, 3, 0)
ALL = 9


def course(*entries) -> Course:
    return Course(info=INFO, decks=(Deck(deck="d", title="D", entries=entries),))


def recalls(*keys, **more) -> list[Recall]:
    return [Recall(key=key, recall="Q?", answer="A", **more) for key in keys]


def ids(found) -> list[str]:
    return [card.id for card in found]


def test_due_cards_come_weakest_first():
    all_ = list_cards(course(*recalls("new", "strong", "weak")))
    memories = {("c", "strong#0"): SEEN, ("c", "weak#0"): SEEN._replace(stability=2.0)}
    found = plan_day(all_, memories, MOMENT, ALL)
    assert (ids(found.due), ids(found.new)) == (["weak#0", "strong#0"], ["new#0"])


def test_new_cards_are_spread_among_the_due_ones():
    cards = list_cards(course(*recalls(*"abcdefxyz")))
    due, new = cards[:6], cards[6:]
    assert ids(spread(due, new)) == [f"{key}#0" for key in "axbcydezf"]
    assert (spread((), new), spread(due, ())) == (tuple(new), tuple(due))


def test_a_card_of_today_is_due_all_day_and_a_step_of_soon_belongs_to_the_session():
    all_ = list_cards(course(*recalls("today", "tomorrow", "step", "slow")))
    memories = {
        ("c", "today#0"): SEEN._replace(due=NOW + DAY // 4),
        ("c", "tomorrow#0"): SEEN._replace(due=NOW + DAY),
        ("c", "step#0"): SEEN._replace(state=LEARNING, due=NOW + 600_000),
        ("c", "slow#0"): SEEN._replace(state=RELEARNING, due=NOW + 3_600_000),
    }
    found = plan_day(all_, memories, MOMENT, ALL)
    assert ids(found.due) == ["today#0"]
    assert [(at, card.id) for at, card in found.steps] == [(NOW + 600_000, "step#0")]
    assert found.next_due == NOW + 3_600_000


def test_due_cards_take_the_room_first_and_the_strongest_wait():
    all_ = list_cards(course(*recalls(*"abcdefgh", "x", "y", "z")))
    memories = {("c", f"{key}#0"): SEEN._replace(stability=n + 1.0)
                for n, key in enumerate("abcdefgh")}  # fmt: skip
    found = plan_day(all_, memories, MOMENT, 3, room=4)
    assert ids(sorted(found.due, key=lambda card: card.id)) == ["a#0", "b#0", "c#0", "d#0"]
    assert (found.new, found.waiting) == ((), 4)


def test_new_cards_take_the_room_that_is_left():
    all_ = list_cards(course(*recalls(*"ab", *"uvwxyz")))
    memories = {("c", "a#0"): SEEN, ("c", "b#0"): SEEN}
    for room, new in ((None, 5), (12, 5), (8, 3), (3, 0), (0, 0)):
        found = plan_day(all_, memories, MOMENT, 5, room)
        assert (len(found.new), found.waiting) == (new, 2 if room == 0 else 0)


def test_of_one_note_one_new_card_comes_a_day():
    all_ = list_cards(course(Term(key="t", term="T", meaning="M"), *recalls("r")))
    assert ids(plan_day(all_, {}, MOMENT, ALL).new) == ["t#0", "r#0"]
    today = {("c", "t#0"): SEEN._replace(first=NOW - 9, last=NOW - 9, due=NOW + 2 * DAY)}
    assert ids(plan_day(all_, today, MOMENT, ALL).new) == ["r#0"]
    yesterday = {("c", "t#0"): SEEN._replace(last=NOW - DAY, due=NOW + 2 * DAY)}
    assert ids(plan_day(all_, yesterday, MOMENT, ALL).new) == ["r#0", "t#1"]


def test_a_due_card_waits_a_day_for_its_sister_and_no_longer():
    all_ = list_cards(course(Term(key="t", term="T", meaning="M")))
    weak = SEEN._replace(stability=1.0)
    both = {("c", "t#0"): weak, ("c", "t#1"): SEEN}
    assert ids(plan_day(all_, both, MOMENT, ALL).due) == ["t#0"]
    answered = {("c", "t#0"): SEEN._replace(last=NOW - 9, due=NOW + DAY), ("c", "t#1"): SEEN}
    assert ids(plan_day(all_, answered, MOMENT, ALL).due) == []
    waited = {("c", "t#0"): weak, ("c", "t#1"): SEEN._replace(due=NOW - DAY)}
    assert ids(plan_day(all_, waited, MOMENT, ALL).due) == ["t#0", "t#1"]


def test_answers_from_the_future_are_not_of_today():
    all_ = list_cards(course(Term(key="t", term="T", meaning="M"), *recalls("r")))
    later = NOW + 3_600_000
    ahead = {("c", "t#0"): SEEN._replace(first=later, last=later, due=NOW + 9 * DAY)}
    assert ids(plan_day(all_, ahead, MOMENT, ALL).new) == ["r#0", "t#1"]


def test_neighbours_are_about_different_but_confusable_things():
    dp = recalls("dp-a", "dp-b", tags=("parallel",), about=("dp",))
    ddp = recalls("ddp-a", "ddp-b", tags=("parallel",), about=("ddp",))
    found = interleave(list_cards(course(*dp, *ddp)))
    assert ids(found) == ["dp-a#0", "ddp-a#0", "dp-b#0", "ddp-b#0"]


def test_nothing_to_do_says_when_something_will_be():
    all_ = list_cards(course(*recalls("a")))
    found = plan_day(all_, {("c", "a#0"): SEEN._replace(due=NOW + 9 * DAY)}, MOMENT, ALL)
    assert (found.cards, found.steps, found.next_due) == ((), (), NOW + 9 * DAY)


@pytest.mark.parametrize("hours", [-11, 0, 11])
def test_a_card_is_due_on_its_day_whatever_the_hour_of_its_last_answer(hours):
    """It was answered at another hour: it is asked from the morning of its day on."""
    all_ = list_cards(course(*recalls("a")))
    due = MOMENT.day_start + DAY + DAY // 2 + hours * 3_600_000
    found = plan_day(all_, {("c", "a#0"): SEEN._replace(due=due)}, MOMENT, ALL)
    assert found.next_due == NOW + DAY
