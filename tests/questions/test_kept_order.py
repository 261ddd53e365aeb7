"""Options that are not shuffled: one order in every form, and it gives nothing away."""

from collections import Counter

import pytest

from flashcards.anki.fields import list_options
from flashcards.cards import Note
from flashcards.course.model import Deck
from flashcards.errors import ProblemsFound
from flashcards.questions.build import make_question
from flashcards.questions.question import TermNames
from tests.helpers.one_deck import read_deck
from tests.helpers.quiz_plans import make_choice

DECK = "deck: d\ntitle: D\nentries:\n"
LISTED = """\
- choose: How many processes does DDP start on 4 GPUs?
  key: processes
  options:
    one: one
    two: {text: two, why: Each has a GPU of its own.}
    four: four
    none: {text: none of these, lock: last}
  right: four
  shuffle: false
  why: One for each GPU.
"""


def ask(entry, seed="s"):
    note = Note(entry.key, entry, Deck(deck="d", title="D", entries=(entry,)), "c")
    (card,) = note.cards
    question = make_question(card, TermNames([note]), seed)
    return [option.name for option in question.options]


def test_the_right_option_is_equally_often_in_every_place():
    places = Counter(
        ask(make_choice(f"k{n}", wrong="bcd", shuffle=False)).index("a") for n in range(400)
    )
    assert set(places) == {0, 1, 2, 3}
    assert all(70 <= times <= 130 for times in places.values())


def test_every_form_and_anki_show_the_same_order():
    entry = make_choice(wrong="bcd", shuffle=False)
    assert len({tuple(ask(entry, seed)) for seed in "abcdefgh"}) == 1
    (card,) = Note(entry.key, entry, Deck(deck="d", title="D", entries=(entry,)), "c").cards
    assert [option.name for option in list_options(card)] == ask(entry)


def test_options_of_one_list_keep_the_authors_order():
    (entry,) = read_deck(DECK + LISTED, "d.yaml").entries
    assert ask(entry) == ["one", "two", "four", "none"]
    assert list(entry.right) == ["four"]
    assert entry.wrong["two"].why == "Each has a GPU of its own."
    several = LISTED.replace("right: four", "right: [four, two]")
    (entry,) = read_deck(DECK + several, "d.yaml").entries
    assert set(entry.right) == {"four", "two"}


def test_options_of_one_list_are_shuffled_unless_the_author_says_no():
    (entry,) = read_deck(DECK + LISTED.replace("  shuffle: false\n", ""), "d.yaml").entries
    assert len({tuple(ask(entry, seed)) for seed in "abcdefgh"}) > 1
    assert {ask(entry, seed)[-1] for seed in "abcdefgh"} == {"none"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("right: four", "right: for", "d.yaml:11:10: 'right' names no option: 'for'"),
        ("right: four", "right: {four: 4}", "'right' must name the right ones of 'options'"),
        ("  right: four\n", "", "'right' must name the right ones of 'options'"),
        ("two: {text: two,", "two: {text: one,", "d.yaml:8:17: option 'two' says the same"),
        ("why: Each", "wy: Each", "d.yaml:8:22: unknown field 'wy'"),
    ],
)
def test_a_mistake_in_one_list_is_told_at_its_place(old, new, told):
    with pytest.raises(ProblemsFound) as found:
        read_deck(DECK + LISTED.replace(old, new), "d.yaml")
    assert told in str(found.value)
