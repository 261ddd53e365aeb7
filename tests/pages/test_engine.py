"""The cases that the web page is held to are what the terminal does.

`tests/npm/test_engine_in_node.py` plays the same file with the scripts of the page.
"""

import json

import pytest

from flashcards.pages.engine import describe_cards
from tests.helpers.page_cases import (
    CHANGES,
    FILE,
    HISTORIES,
    grade,
    make_beginner,
    make_course,
    make_forms,
    make_questions,
    make_ratings,
    play_history,
    play_month,
)

CASES = json.loads(FILE.read_text(encoding="utf-8"))
BEGINNER = make_beginner(make_course())


def as_json(value):
    return json.loads(json.dumps(value))


def test_the_cases_cover_what_they_are_for():
    histories = CASES["histories"]
    assert len(histories) == HISTORIES == 300
    assert {case["zone"] for case in histories} == {*CHANGES}
    for name in ("retention", "minutes", "new", "stage"):
        assert sum(name in case["settings"] for case in histories) >= 10, name
    kinds = {step[0] for case in histories for step in case["steps"]}
    assert kinds == {"answer", "dayless", "undo", "correct", "back"}
    lengths = {end - start for start, end, _ in (c["expected"]["moment"] for c in histories)}
    assert {length / 3_600_000 for length in lengths} == {23, 23.5, 24, 24.5, 25}
    assert len(CASES["months"]) == 3
    days = [day["today"] for month in CASES["months"] for day in month["expected"]["days"]]
    assert sum(day["waiting"] > 0 for day in days) >= 2


def test_the_cards_of_the_cases_are_those_of_the_course():
    assert describe_cards(BEGINNER.cards) == CASES["cards"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(0, HISTORIES, 10))
def test_the_terminal_stands_where_the_histories_lead(number):
    for case in CASES["histories"][number : number + 10]:
        assert as_json(play_history(BEGINNER, case)) == case["expected"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(3))
def test_the_terminal_asks_what_the_months_ask(number):
    case = CASES["months"][number]
    assert as_json(play_month(BEGINNER, case)) == case["expected"]


def test_forms_and_ratings_are_those_of_the_cases():
    assert as_json(make_forms()) == CASES["forms"]
    assert as_json(make_ratings()) == CASES["ratings"]


def test_the_terminal_grades_as_the_cases_say():
    assert as_json([grade(*each) for each in make_questions(BEGINNER.cards[0])]) == CASES["grades"]
