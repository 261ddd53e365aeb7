"""New cards begin easy, mix kinds and topics, and keep sisters apart."""

from collections import Counter
from itertools import pairwise

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Code, Course, CourseInfo, Deck, Recall, Term
from flashcards.reviews.memory import REVIEW, Memory
from flashcards.study.new_cards import order_new_cards
from flashcards.study.plan import plan_day
from flashcards.study.standing import Moment, name_card
from tests.helpers.builtin import builtin_course

INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")
DAY = 86_400_000
NOW = 20_000 * DAY
MOMENT = Moment(NOW, NOW - DAY // 2, NOW + DAY // 2)


def recalls(name, count, stage=1):
    entries = [Recall(key=f"{name}{n}", recall="Q?", answer="A", stage=stage) for n in range(count)]
    return Deck(deck=name, title=name, entries=tuple(entries))


def cards_of(*decks):
    return list_cards(Course(info=INFO, decks=decks))


def order(*entries):
    cards = cards_of(Deck(deck="d", title="D", entries=entries))
    return [card.id for card in order_new_cards(cards, cards)]


def term(key, difficulty="easy"):
    return Term(key=key, term=key, meaning=f"what {key} is", difficulty=difficulty)


@pytest.fixture(scope="module")
def first_twenty():
    """What a newcomer to the curriculum is asked first, ten on each of two days."""
    cards, yesterday = list_cards(builtin_course()), NOW - DAY
    first = plan_day(cards, {}, MOMENT, 10).new
    held = Memory(REVIEW, None, 3.0, 5.0, NOW + 2 * DAY, yesterday, yesterday, 2, 0)
    memories = {name_card(card): held for card in first}
    return [*first, *plan_day(cards, memories, MOMENT, 10).new]


def test_decks_take_turns_and_stages_come_in_order():
    cards = cards_of(*(recalls(name, 9) for name in "abcdef"), recalls("z", 9, stage=2))
    ordered = list(order_new_cards(cards, cards))
    assert sorted(card.id for card in ordered) == sorted(card.id for card in cards)
    decks = [card.note.deck.deck for card in ordered]
    assert decks[:12] == [*"abcdefabcdef"]
    assert not any(one == other for one, other in pairwise(decks[:54]))
    assert decks[54:] == ["z"] * 9
    assert [card.id for card in ordered if card.note.deck.deck == "b"] == [
        f"b{n}#0" for n in range(9)
    ]


def test_a_small_last_deck_does_not_leave_a_large_one_alone():
    cards = cards_of(*(recalls(name, 20) for name in "abcdef"), recalls("g", 5))
    decks = [card.note.deck.deck for card in order_new_cards(cards, cards)]
    assert sum(one == other for one, other in pairwise(decks)) <= 3


def test_the_easy_ones_of_a_kind_come_first_and_otherwise_they_come_as_taught():
    asked = [Recall(key=f"{label[0]}{n}", recall="Q?", answer="A", difficulty=label)
             for n in (1, 2) for label in ("hard", "medium", "easy")]  # fmt: skip
    assert order(*asked) == ["e1#0", "e2#0", "m1#0", "m2#0", "h1#0", "h2#0"]


def test_kinds_take_turns():
    code = [Code(key=f"c{n}", code="print(1)", prints="1", difficulty="easy") for n in range(10)]
    found = order(*(term(f"t{n}") for n in range(10)), *code)
    kinds = [each[0] for each in found]
    assert all(1 <= kinds[at : at + 6].count("c") <= 3 for at in range(0, 24, 6))


def test_the_first_card_of_every_note_comes_before_the_sisters():
    assert order(term("a"), term("b"), term("c")) == ["a#0", "b#0", "c#0", "a#1", "b#1", "c#1"]


def test_what_was_seen_does_not_change_the_order_of_the_rest():
    cards = list_cards(builtin_course())
    whole = [card.id for card in order_new_cards(cards, cards) if card.note.deck.deck == "tensors"]
    unseen = [card for card in cards if card.id not in whole[:12]]
    rest = [card.id for card in order_new_cards(unseen, cards) if card.note.deck.deck == "tensors"]
    assert rest == whole[12:]


def test_the_first_twenty_cards_of_a_newcomer_are_easy_and_of_many_kinds(first_twenty):
    labels = Counter(card.entry.difficulty for card in first_twenty)
    assert labels["easy"] >= 15
    assert labels["hard"] == 0
    kinds = Counter(card.entry.kind for card in first_twenty)
    assert len(kinds) >= 3
    assert kinds["code"] >= 3
    assert max(kinds.values()) <= 10


def test_the_first_twenty_cards_of_a_newcomer_mix_topics_without_sisters(first_twenty):
    assert len({card.note.key for card in first_twenty}) == 20
    decks = [card.note.deck.deck for card in first_twenty]
    assert len(set(decks)) >= 4
    assert not any(one == other for one, other in pairwise(decks))
