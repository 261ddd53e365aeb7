"""Choosing cards: every filter, and samples that stay put."""

import pytest

from flashcards.cards import Note, list_notes
from flashcards.course.filters import filter_items
from flashcards.course.model import Deck, Recall, Selection, Term
from flashcards.selection import sample_cards
from tests.helpers.changes import replace
from tests.helpers.courses import course_of


def make_notes(count: int) -> list[Note]:
    one = tuple(
        Term(
            key=f"term-{n}",
            term=f"t{n}",
            meaning="m",
            stage=1 + n % 2,
            tags=("even",) if n % 2 == 0 else (),
            about=("topic",) if n == 3 else (),
            difficulty="hard" if n == 4 else "medium",
        )
        for n in range(count)
    )
    two = (Recall(key="why", recall="Why?", answer="So.", stage=2),)
    decks = (Deck(deck="one", title="One", entries=one), Deck(deck="two", title="Two", entries=two))
    return list_notes(replace(course_of(), decks=decks))


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), ["term-0", "term-1", "term-2", "term-3", "term-4", "why"]),
        (Selection(stage=(2,)), ["term-1", "term-3", "why"]),
        (Selection(stage=(2,), kind=("term",)), ["term-1", "term-3"]),
        (Selection(tag=("even",)), ["term-0", "term-2", "term-4"]),
        (Selection(deck=("two",)), ["why"]),
        (Selection(key=("why", "term-0")), ["term-0", "why"]),
        (Selection(about=("topic",)), ["term-3"]),
        (Selection(difficulty=("hard",)), ["term-4"]),
        (Selection(exclude=("term-0", "why"), stage=(1,)), ["term-2", "term-4"]),
    ],
)
def test_each_filter_leaves_what_it_names_in_teaching_order(selection, expected):
    assert [note.key for note in filter_items(make_notes(5), selection)] == expected


def test_a_sample_depends_on_the_seed_alone_and_an_added_entry_does_not_reshuffle_it():
    before = [card for note in make_notes(40) for card in note.cards]
    first = sample_cards(before, 20, "seed")
    assert len(first) == 20
    assert first == sample_cards(list(before), 20, "seed")
    assert first != sample_cards(before, 20, "other seed")
    assert [before.index(card) for card in first] == sorted(before.index(card) for card in first)
    after = [card for note in make_notes(41) for card in note.cards]
    old, new = {card.id for card in first}, {card.id for card in sample_cards(after, 20, "seed")}
    assert new - old <= {"term-40#0", "term-40#1"}
    assert len(old - new) == len(new - old)


def test_at_most_one_card_of_a_note_is_taken():
    cards = [card for note in make_notes(20) for card in note.cards]
    chosen = sample_cards(cards, 21, "seed")
    assert len(chosen) == len({card.note.key for card in chosen}) == 21


def test_every_card_has_about_the_same_chance():
    cards = [card for note in make_notes(10) for card in note.cards]
    drawn = [card.id for seed in range(400) for card in sample_cards(cards, 5, str(seed))]
    expected = 400 * 5 / len(cards)
    assert all(0.6 * expected < drawn.count(card.id) < 1.4 * expected for card in cards)
