"""Choosing cards: every filter, and samples that stay put."""

import pytest

from flashcards.cards import Note, list_notes
from flashcards.course.model import Course, CourseInfo, Deck, Recall, Selection, Term
from flashcards.selection import TooFewCards, filter_notes, sample_cards, select_exactly

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0")


def made(count: int) -> list[Note]:
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
    return list_notes(Course(info=INFO, decks=decks))


def keys(found: list[Note]) -> list[str]:
    return [note.key for note in found]


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
    assert keys(filter_notes(made(5), selection)) == expected


def test_a_sample_has_the_size_asked_for_and_depends_on_the_seed_alone():
    cards = [card for note in made(40) for card in note.cards]
    first = sample_cards(cards, 10, "seed")
    assert len(first) == 10
    assert first == sample_cards(list(cards), 10, "seed")
    assert first != sample_cards(cards, 10, "other seed")
    assert [cards.index(card) for card in first] == sorted(cards.index(card) for card in first)


def test_adding_an_entry_does_not_reshuffle_the_rest():
    before = [card for note in made(40) for card in note.cards]
    after = [card for note in made(41) for card in note.cards]
    old = {card.id for card in sample_cards(before, 20, "seed")}
    new = {card.id for card in sample_cards(after, 20, "seed")}
    added = {"term-40#0", "term-40#1"}
    assert len(old - new) == len(new & added)
    assert new - old <= added


def test_cards_of_one_note_can_be_kept_apart():
    cards = [card for note in made(20) for card in note.cards]
    chosen = sample_cards(cards, 21, "seed", apart=True)
    assert len(chosen) == len({card.note.key for card in chosen}) == 21


def test_every_card_has_about_the_same_chance():
    cards = [card for note in made(10) for card in note.cards]
    drawn = [card.id for seed in range(400) for card in sample_cards(cards, 5, str(seed))]
    expected = 400 * 5 / len(cards)
    assert all(0.6 * expected < drawn.count(card.id) < 1.4 * expected for card in cards)


def test_fewer_cards_than_asked_is_an_error_that_names_each_filter():
    with pytest.raises(TooFewCards) as problem:
        select_exactly(made(5), Selection(stage=(2,), kind=("recall",)), 3, "seed")
    assert str(problem.value) == (
        "asked for 3 cards, found 1: --stage 2 left 5; --kind recall left 1"
    )


def test_no_cards_at_all_names_the_filter_that_left_none():
    with pytest.raises(TooFewCards) as problem:
        select_exactly(made(5), Selection(tag=("even",), deck=("two",)), None, "seed")
    assert str(problem.value) == "no cards match: --tag even left 6; --deck two left 0"
