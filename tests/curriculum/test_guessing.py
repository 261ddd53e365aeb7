"""Options do not give themselves away: simple tricks score about what chance does."""

import re

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import Question, TermNames, guessing_score
from tests.helpers.builtin import builtin_course

SEEDS = 200
EVERY = 8
"""Each seed asks every eighth card, starting at another one: all cards, all seeds."""
POINTS = 0.05
"""What a trick may score more than chance."""


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z_]{3,}", text.casefold()))


def best(asked: Question, marks: list[int]) -> float:
    """The score of choosing an option with the highest mark, ties by chance."""
    highest = [
        option for option, mark in zip(asked.options, marks, strict=True) if mark == max(marks)
    ]
    return sum(option.right for option in highest) / len(highest)


def likeness(asked: Question) -> list[int]:
    """How many words each option shares with the other options."""
    said = [words(option.text) for option in asked.options]
    return [sum(len(one & other) for other in said if other is not one) for one in said]


TRICKS = {
    "the longest": lambda asked: best(asked, [len(option.text) for option in asked.options]),
    "the shortest": lambda asked: best(asked, [-len(option.text) for option in asked.options]),
    "the first": lambda asked: float(asked.options[0].right),
    "the last": lambda asked: float(asked.options[-1].right),
    "most words of the question": lambda asked: best(
        asked,
        [
            len(words(option.text) & words(f"{asked.stem} {asked.code or ''}"))
            for option in asked.options
        ],
    ),
    "the odd one out": lambda asked: best(asked, [-shared for shared in likeness(asked)]),
}


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    course = builtin_course()
    term_names = TermNames(list_notes(course))
    single = [card for card in list_cards(course) if list_forms(card)[0] == "single"]
    assert len(single) > 500
    return [
        make_question(card, term_names, seed=str(seed))
        for seed in range(SEEDS)
        for card in single[seed % EVERY :: EVERY]
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("trick", TRICKS)
def test_always_choosing_this_option_scores_about_what_chance_does(asked, trick):
    scored = sum(TRICKS[trick](each) for each in asked) / len(asked)
    by_chance = sum(guessing_score(each) for each in asked) / len(asked)
    assert scored - by_chance < POINTS
    assert by_chance - scored < 2 * POINTS  # who avoids one of four gains a third of that
