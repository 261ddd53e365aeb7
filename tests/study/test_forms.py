"""What was asked with options is later typed or recalled."""

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Code, Course, CourseInfo, Deck, Recall
from flashcards.study.answering import choose_form

INFO = CourseInfo(id="c", title="C", author="A", licence="CC0")


def card_of(entry):
    return list_cards(Course(info=INFO, decks=(Deck(deck="d", title="D", entries=(entry,)),)))[0]


@pytest.mark.parametrize(
    ("possible", "young", "old"),
    [
        (("single", "type"), "single", "type"),
        (("single", "reveal"), "single", "reveal"),
        (("type", "single"), "single", "type"),
        (("single",), "single", "single"),
        (("gap",), "gap", "gap"),
    ],
)
def test_the_form_hardens_with_the_memory(possible, young, old):
    card = card_of(Recall(key="r", recall="Q?", answer="A"))
    assert [choose_form(card, possible, days) for days in (0.0, 2.3, 30.0)] == [young, young, old]


@pytest.mark.parametrize(
    ("prints", "form"), [("3\n", "type"), ("1\n2\n3\n", "type"), ("1\n2\n3\n4\n", "single"),
                         ("x" * 81, "single")]
)  # fmt: skip
def test_output_is_typed_unless_it_is_long(prints, form):
    code = card_of(Code(key="k", code="print()", prints=prints))
    assert choose_form(code, ("single", "type"), 30.0) == form
