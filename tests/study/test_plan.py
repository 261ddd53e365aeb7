"""Due first, weakest first; then a few new ones; one card of a note; confusable ones mixed."""

from flashcards.cards import list_cards
from flashcards.model import Course, CourseInfo, Deck, Recall, Term
from flashcards.reviews.memory import LEARNING, REVIEW, Memory
from flashcards.study.plan import Moment, interleave, plan_ahead, plan_session

DAY = 86_400_000
NOW = 1_700_000_000_000
MOMENT = Moment(NOW, NOW - DAY // 2, NOW + DAY // 2)
INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")
SEEN = Memory(REVIEW, None, 10.0, 5.0, NOW - DAY, NOW - 10 * DAY, NOW - 99 * DAY, 3, 0)


def course(*entries) -> Course:
    return Course(info=INFO, decks=(Deck(deck="d", title="D", entries=entries),))


def recalls(*keys, **more) -> list[Recall]:
    return [Recall(key=key, recall="Q?", answer="A", **more) for key in keys]


def ids(found) -> list[str]:
    return [card.id for card in found]


def test_due_cards_come_weakest_first_and_new_ones_after_them():
    all_ = list_cards(course(*recalls("new", "strong", "weak")))
    memories = {("c", "strong#0"): SEEN, ("c", "weak#0"): SEEN._replace(stability=2.0)}
    found = plan_session(all_, memories, MOMENT, 9, 9)
    assert (ids(found.due), ids(found.new)) == (["weak#0", "strong#0"], ["new#0"])


def test_a_card_of_today_is_due_all_day_and_one_in_steps_to_the_minute():
    all_ = list_cards(course(*recalls("today", "tomorrow", "step")))
    memories = {
        ("c", "today#0"): SEEN._replace(due=NOW + DAY // 4),
        ("c", "tomorrow#0"): SEEN._replace(due=NOW + DAY),
        ("c", "step#0"): SEEN._replace(state=LEARNING, due=NOW + 60_000),
    }
    found = plan_session(all_, memories, MOMENT, 9, 9)
    assert ids(found.due) == ["today#0"]
    assert found.next_due == NOW + 60_000


def test_new_cards_are_limited_by_the_day():
    all_ = list_cards(course(*recalls(*"abcdef")))
    memories = {("c", "a#0"): SEEN._replace(due=NOW + 9 * DAY, first=NOW - 1000)}
    found = plan_session(all_, memories, MOMENT, 9, 3)
    assert ids(found.new) == ["b#0", "c#0"]
    assert found.unseen == 5


def test_the_count_is_an_upper_limit():
    all_ = list_cards(course(*recalls(*"abcdef")))
    memories = {("c", f"{key}#0"): SEEN for key in "abcd"}
    found = plan_session(all_, memories, MOMENT, 3, 9)
    assert (len(found.due), len(found.new), found.waiting) == (3, 0, 1)


def test_of_one_note_only_one_card_is_asked():
    all_ = list_cards(course(Term(key="t", term="T", meaning="M"), *recalls("r")))
    assert ids(plan_session(all_, {}, MOMENT, 9, 9).cards) == ["t#0", "r#0"]
    half = plan_session(all_, {("c", "t#1"): SEEN}, MOMENT, 9, 9)
    assert ids(half.cards) == ["t#1", "r#0"]


def test_a_note_comes_when_its_weakest_card_is_due():
    terms = [Term(key=key, term=key, meaning="M") for key in "tu"]
    memories = {
        ("c", "t#0"): SEEN._replace(stability=1.0),
        ("c", "u#0"): SEEN._replace(stability=2.0),
        ("c", "t#1"): SEEN._replace(stability=9.0),
    }
    found = plan_session(list_cards(course(*terms)), memories, MOMENT, 1, 0)
    assert (ids(found.due), found.waiting) == (["t#0"], 2)


def test_neighbours_are_about_different_but_confusable_things():
    dp = recalls("dp-a", "dp-b", tags=("parallel",), about=("dp",))
    ddp = recalls("ddp-a", "ddp-b", tags=("parallel",), about=("ddp",))
    found = interleave(list_cards(course(*dp, *ddp)))
    assert ids(found) == ["dp-a#0", "ddp-a#0", "dp-b#0", "ddp-b#0"]


def test_studying_ahead_takes_the_weakest_then_new_ones():
    all_ = list_cards(course(*recalls("new", "strong", "weak")))
    later = SEEN._replace(due=NOW + 9 * DAY)
    memories = {("c", "strong#0"): later, ("c", "weak#0"): later._replace(stability=2.0)}
    assert ids(plan_ahead(all_, memories, NOW, 9)) == ["weak#0", "strong#0", "new#0"]


def test_nothing_to_do_says_when_something_will_be():
    all_ = list_cards(course(*recalls("a")))
    found = plan_session(all_, {("c", "a#0"): SEEN._replace(due=NOW + 9 * DAY)}, MOMENT, 9, 9)
    assert (found.cards, found.next_due) == ((), NOW + 9 * DAY)
