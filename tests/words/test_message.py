"""Messages as data: lists, people and other messages in them, said and changed by what they are."""

import pickle
from datetime import date

import pytest

from flashcards.words.catalog import Words, find_words
from flashcards.words.message import Clauses, Message, Names, Number, quote


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        (Names(["a", "b"]), "a, b", "a、b"),
        (Clauses([quote("y"), quote("x")]), "y; x", None),
        (Names(["{ptquiz}", quote("x | y")]), "{ptquiz}, x | y", "{ptquiz}、x | y"),
    ],
)
def test_a_value_is_said_as_what_it_is(value, english, chinese):
    message = Message("text", text=value)
    assert str(message) == english
    if chinese:
        assert find_words("zh").render(message) == chinese


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2.5, "2,5"),
        (30.0, "30"),
        (3, "3"),
        (Number(12.345, ".1f"), "12,3"),
        (Number(1.0, ".1f"), "1,0"),
        ("2.5", "2.5"),  # a name that somebody gave, such as that of a version
        (date(2026, 11, 16), "16.11.2026"),
        (Names([0.5, "1.0"]), "0,5, 1.0"),
    ],
)
def test_what_a_value_is_says_how_it_is_written(value, written):
    assert Words("de").say("next_time", when=value) == f"Kommt {written} wieder."


def test_a_number_keeps_its_digits_between_processes():
    number = pickle.loads(pickle.dumps(Number(1.0, ".1f")))
    assert (type(number), number) == (Number, "1.0")
