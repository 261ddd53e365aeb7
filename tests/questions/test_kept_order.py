"""Options that are not shuffled: one order in every form, and it gives nothing away."""

from collections import Counter

import pytest

from flashcards.anki.fields import list_options
from flashcards.cards import list_cards
from flashcards.errors import ProblemsFound
from tests.helpers.courses import ask, course_of
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


def list_names(entry, seed="s"):
    question = ask(course_of(entry), f"{entry.key}#0", seed)
    return [option.name for option in question.options]


def test_the_right_option_is_equally_often_in_every_place():
    places = Counter(
        list_names(make_choice(f"k{n}", wrong="bcd", shuffle=False)).index("a") for n in range(400)
    )
    assert set(places) == {0, 1, 2, 3}
    assert all(70 <= times <= 130 for times in places.values())


def test_every_form_and_anki_show_the_same_order():
    entry = make_choice(wrong="bcd", shuffle=False)
    assert len({tuple(list_names(entry, seed)) for seed in "abcdefgh"}) == 1
    (card,) = list_cards(course_of(entry))
    assert [option.name for option in list_options(card)] == list_names(entry)


def test_options_of_one_list_keep_the_authors_order():
    (entry,) = read_deck(DECK + LISTED, "d.yaml").entries
    assert list_names(entry) == ["one", "two", "four", "none"]
    assert list(entry.right) == ["four"]
    assert entry.wrong["two"].why == "Each has a GPU of its own."
    several = LISTED.replace("right: four", "right: [four, two]")
    (entry,) = read_deck(DECK + several, "d.yaml").entries
    assert set(entry.right) == {"four", "two"}


def test_options_of_one_list_are_shuffled_unless_the_author_says_no():
    (entry,) = read_deck(DECK + LISTED.replace("  shuffle: false\n", ""), "d.yaml").entries
    assert len({tuple(list_names(entry, seed)) for seed in "abcdefgh"}) > 1
    assert {list_names(entry, seed)[-1] for seed in "abcdefgh"} == {"none"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("right: four", "right: for", "d.yaml:11:10: there is no option 'for'"),
        ("right: four", "right: [[four]]", "d.yaml:11:10: there is no option '['four']'"),
        ("right: four", "right: {four: 4}", "'right' must name the right ones of 'options'"),
        ("  right: four\n", "", "'right' must name the right ones of 'options'"),
        ("two: {text: two,", "two: {text: one,", "d.yaml:8:10: 'two' says the same"),
        ("why: Each", "wy: Each", "d.yaml:8:22: unknown field 'wy'"),
    ],
)
def test_a_mistake_in_one_list_is_told_at_its_place(old, new, told):
    with pytest.raises(ProblemsFound) as found:
        read_deck(DECK + LISTED.replace(old, new), "d.yaml")
    assert told in str(found.value)
