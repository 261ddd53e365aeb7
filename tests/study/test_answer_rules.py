"""How a typed answer is read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.cards import Card, Note
from flashcards.course.model import Deck, Term
from flashcards.questions.question import Question
from flashcards.study.answer_rules import NAME_SPELLING, fold_name, to_javascript
from flashcards.study.grading import grade_answer
from tests.helpers.typed_answers import CASES

CARD = Card(Note("t", Term(key="t", term="t", meaning="m"), Deck(deck="d", title="D"), "c"), 1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.typed}={case.names[-1]}")
def test_the_terminal_accepts_what_is_the_same_name(case):
    question = Question(CARD, "type", "", "", accepted=case.names, case=case.case)
    assert grade_answer(question, [case.typed]).right is case.accepted


@given(st.text(), st.booleans())
def test_a_folded_name_has_no_code_marks_and_only_single_spaces(text, case):
    once = fold_name(text, case)
    assert "`" not in once
    assert once == once.strip()
    assert not re.search(r"\s\s", once)


def test_no_rule_needs_what_older_phones_do_not_know():
    for pattern, _ in to_javascript(NAME_SPELLING):
        assert "(?<" not in pattern, "a look behind breaks the whole script before iOS 16.4"
        assert "{letter}" not in pattern
