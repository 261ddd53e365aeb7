"""One draw for exams, exports and decks: seeded, no card twice."""

from collections import Counter

import pytest

from flashcards.cards import list_notes
from flashcards.course.model import Block, Deck, Order, Quiz, Recall, Selection, Term
from flashcards.questions.draw import choose_notes, draw_quiz
from flashcards.selection import CardChoice
from tests.helpers.changes import replace
from tests.helpers.courses import course_of

WORDS = ("amber", "birch", "cedar", "delta", "ember", "flint", "grove", "heron")
TERMS = tuple(
    Term(key=f"t{n}", term=f"{one}{two}", meaning=f"{two} of {one} {n} kind", stage=1)
    for n, (one, two) in enumerate((a, b) for a in WORDS for b in WORDS if a != b)
)
SPOKEN = tuple(Recall(key=f"r{n}", recall="Why?", answer="So.", stage=2) for n in range(4))
COURSE = course_of(*TERMS, *SPOKEN)
NOTES = list_notes(COURSE)
FIVE = Quiz(quiz="five", title="Five", count=5, select=Selection(stage=(1,)))
TWO_BLOCKS = Quiz(
    quiz="two",
    title="Two",
    picks=(
        Block(title="Spoken", select=Selection(kind=("recall",)), count=2, points=3),
        Block(title="Terms", select=Selection(kind=("term",)), count=4),
    ),
)


def ids(drawn):
    return [each.question.id for each in drawn.questions]


@pytest.mark.parametrize("exam", [True, False])
def test_the_same_seed_draws_the_same_questions_and_another_seed_others(exam):
    assert ids(draw_quiz(FIVE, NOTES, "s", exam=exam)) == ids(
        draw_quiz(FIVE, NOTES, "s", exam=exam)
    )
    assert len({tuple(ids(draw_quiz(FIVE, NOTES, str(n), exam=exam))) for n in range(8)}) == 8


def test_an_exam_asks_for_terms_and_not_for_their_meanings():
    quiz = Quiz(quiz="q", title="Q", select=Selection(key=("t0", "t1")))
    drawn = draw_quiz(quiz, NOTES, "s", exam=True)
    assert {each.question.id: each.question.form for each in drawn.questions} == {
        "t0#1": "type",
        "t1#1": "type",
    }


def test_an_exam_leaves_out_what_only_a_person_can_grade_and_an_export_asks_it():
    exam = draw_quiz(TWO_BLOCKS, NOTES, "s", exam=True)
    assert (exam.left_out, [each.block_number for each in exam.questions]) == (("Spoken",), [1] * 4)
    export = draw_quiz(TWO_BLOCKS, NOTES, "s")
    assert export.left_out == ()
    assert sorted(each.points for each in export.questions) == [1, 1, 1, 1, 3, 3]


def test_a_deck_takes_the_notes_of_the_questions_in_teaching_order():
    course = replace(COURSE, quizzes={"five": FIVE})
    notes = choose_notes(course, CardChoice(quiz="five", seed="s"))
    assert {note.key for note in notes} == {
        card.note.key for card in draw_quiz(FIVE, NOTES, "s").cards
    }
    order = [note.key for note in NOTES]
    assert [note.key for note in notes] == sorted((n.key for n in notes), key=order.index)


def test_a_block_that_names_several_decks_and_kinds_is_mixed_from_them():
    """Of 60 terms in one deck and 3 cards of each kind in two others, six are two of each deck."""
    kinds = [
        Order(key=f"o{d}{n}", order=f"Order {d}{n}", steps={"a": "A", "b": "B", "c": "C"})
        for d in "xy"
        for n in range(3)
    ]
    small = [
        Deck(deck=d, title=d, entries=(*TERMS[40 + 3 * n : 43 + 3 * n], *kinds[3 * n : 3 * n + 3]))
        for n, d in enumerate("xy")
    ]
    decks = (Deck(deck="d", title="D", entries=TERMS[:40]), *small)
    notes = list_notes(replace(COURSE, decks=decks))
    select = Selection(deck=("d", "x", "y"), kind=("term", "order"))
    for seed in map(str, range(20)):
        drawn = draw_quiz(Quiz(quiz="q", title="Q", count=6, select=select), notes, seed).cards
        assert Counter(card.note.deck.deck for card in drawn) == {"d": 2, "x": 2, "y": 2}
        assert Counter(card.entry.kind for card in drawn) in (
            {"term": 3, "order": 3}, {"term": 4, "order": 2},
        )  # fmt: skip
