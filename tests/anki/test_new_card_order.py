"""New cards: teaching order, and the cards of one note days apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.anki.new_card_order import NEW_CARDS_A_DAY, spread_new_cards
from flashcards.model import Cloze, Recall, Term
from tests.helpers.anki_days import study_days
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import course_of, package_of, write_package

NOTES = st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 9).map(range)), max_size=150)


def _distances(order):
    """How many positions each further card comes after the one before it."""
    last, made = {}, []
    for position, (note, _) in enumerate(order):
        if note in last:
            made.append(position - last[note])
        last[note] = position
    return made


@given(NOTES)
def test_every_card_comes_once_in_teaching_order_deck_by_deck(notes):
    order = spread_new_cards(notes, ["b", "a"])
    assert sorted(order) == [(at, card) for at, (_, cards) in enumerate(notes) for card in cards]
    decks = [notes[at][0] for at, _ in order]
    assert decks == sorted(decks, reverse=True)
    for deck in "ab":
        firsts = [at for at, card in order if card == 0 and notes[at][0] == deck]
        assert firsts == sorted(firsts)
    for at in range(len(notes)):
        cards = [card for note, card in order if note == at]
        assert cards == sorted(cards)


def test_a_further_card_comes_three_days_later():
    notes = [("a", (0, 1)) if at == 5 else ("a", (0,)) for at in range(200)]
    assert _distances(spread_new_cards(notes, ["a"])) == [3 * NEW_CARDS_A_DAY]


def test_further_cards_come_one_by_one():
    notes = [("a", (0, 1)) if at < 9 else ("a", (0,)) for at in range(200)]
    order = spread_new_cards(notes, ["a"])
    sisters = [position for position, (_, card) in enumerate(order) if card]
    assert sisters == list(range(60, 78, 2))


@pytest.mark.parametrize("last", [(0, 1), (0, 1, 2), (0, 3, 5, 7)])
def test_the_last_notes_of_a_deck_are_two_days_apart_too(last):
    notes = [("a", (0, 1)) for _ in range(150)] + [("a", (0,)), ("a", last), ("a", (0,))]
    assert min(_distances(spread_new_cards(notes, ["a"]))) >= 2 * NEW_CARDS_A_DAY - 3


def test_a_small_deck_does_what_it_can():
    notes = [("a", (0, 1))] * 3
    assert spread_new_cards(notes, ["a"]) == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert spread_new_cards([("a", (0, 1, 2))], ["a"]) == [(0, 0), (0, 1), (0, 2)]
    assert spread_new_cards([], ["a"]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_two_cards_of_a_note_come_on_one_day_in_the_built_in_decks(lang):
    made = package_of(builtin_course(), lang=lang)
    order = spread_new_cards([(note.deck, note.ordinals) for note in made.notes], made.decks)
    assert min(_distances(order)) >= NEW_CARDS_A_DAY


def test_anki_asks_one_card_of_a_note_a_day_with_its_default_options(tmp_path):
    entries = [Term(key=f"t{n}", term=f"t{n}", meaning=f"m{n}", stage=1) for n in range(30)]
    entries += [Recall(key=f"r{n}", recall=f"r{n}?", answer="a", stage=1) for n in range(45)]
    entries.insert(40, Cloze(key="c", cloze="one two", gaps={1: "one", 2: "two"}, stage=1))
    made = package_of(course_of(*entries, stages={}))
    asked, gaps = {}, []
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, made))
        for day, cards in enumerate(study_days(who, 6)):
            assert len(cards) == len({guid for guid, _ in cards})
            gaps += [day - asked[guid] for guid, _ in cards if guid in asked]
            asked |= {guid: day for guid, _ in cards}
    assert len(asked) == len(made.notes)
    assert len(gaps) == 31
    assert min(gaps) >= 2
