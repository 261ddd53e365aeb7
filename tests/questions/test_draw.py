"""One draw for exams, exports and decks: seeded, lazy, no card twice."""

import pytest

from flashcards.cards import list_notes
from flashcards.model import Course, CourseInfo, Deck, Pick, Quiz, Recall, Selection, Term
from flashcards.questions import Neighbours
from flashcards.questions.draw import draw_notes, draw_quiz
from flashcards.selection import TooFewCards

WORDS = ("amber", "birch", "cedar", "delta", "ember", "flint", "grove", "heron")
TERMS = tuple(
    Term(key=f"t{n}", term=f"{one}{two}", meaning=f"{two} of {one} {n} kind", stage=1)
    for n, (one, two) in enumerate((a, b) for a in WORDS for b in WORDS if a != b)
)
SPOKEN = tuple(Recall(key=f"r{n}", recall="Why?", answer="So.", stage=2) for n in range(4))
NOTES = list_notes(
    Course(
        info=CourseInfo(id="c", title="C", author="A", licence="L"),
        decks=(Deck(deck="d", title="D", entries=(*TERMS, *SPOKEN)),),
    )
)
FIVE = Quiz(quiz="five", title="Five", count=5, select=Selection(stage=(1,)))
TWO_BLOCKS = Quiz(
    quiz="two",
    title="Two",
    picks=(
        Pick(title="Spoken", select=Selection(kind=("recall",)), count=2, points=3),
        Pick(title="Terms", select=Selection(kind=("term",)), count=4),
    ),
)


class Watched(Neighbours):
    """Neighbours that remember which cards a search was made for."""

    def __init__(self, notes):
        super().__init__(notes)
        self.searched = set()

    def find_distractors(self, note, ordinal, seed):
        self.searched.add(f"{note.key}#{ordinal}")
        return super().find_distractors(note, ordinal, seed)


def ids(drawn):
    return [each.question.id for each in drawn.questions]


@pytest.mark.parametrize("exam", [True, False])
def test_the_same_seed_draws_the_same_questions_and_another_seed_others(exam):
    assert ids(draw_quiz(FIVE, NOTES, "s", exam=exam)) == ids(
        draw_quiz(FIVE, NOTES, "s", exam=exam)
    )
    assert len({tuple(ids(draw_quiz(FIVE, NOTES, str(n), exam=exam))) for n in range(8)}) == 8


@pytest.mark.parametrize("exam", [True, False])
def test_distractors_are_looked_for_only_of_cards_that_are_asked(exam):
    near = Watched(NOTES)
    drawn = draw_quiz(FIVE, NOTES, "s", exam=exam, neighbours=near)
    asked = {card.id for card in drawn.cards}
    assert near.searched <= asked
    assert len(drawn.questions) == 5
    assert near.searched <= asked


def test_a_typed_term_is_asked_without_a_search():
    near = Watched(NOTES)
    term = Quiz(quiz="q", title="Q", select=Selection(key=("t0",)))
    drawn = draw_quiz(term, NOTES, "s", exam=True, neighbours=near)
    assert {each.question.id: each.question.form for each in drawn.questions} == {
        "t0#0": "single",
        "t0#1": "type",
    }
    assert near.searched == {"t0#0"}


def test_an_exam_leaves_out_what_only_a_person_can_grade_and_an_export_asks_it():
    exam = draw_quiz(TWO_BLOCKS, NOTES, "s", exam=True)
    assert (exam.left_out, [each.section for each in exam.questions]) == (("Spoken",), [1] * 4)
    export = draw_quiz(TWO_BLOCKS, NOTES, "s")
    assert export.left_out == ()
    assert sorted(each.points for each in export.questions) == [1, 1, 1, 1, 3, 3]


def test_a_block_that_gets_too_few_raises_only_where_enough_is_required():
    greedy = Quiz(quiz="g", title="G", count=500)
    drawn = draw_quiz(greedy, NOTES, "s")
    assert [str(block) for block in drawn.blocks] == ["all: 60 of 500 questions"]
    with pytest.raises(TooFewCards, match="too few cards: all: 60 of 500 questions"):
        drawn.require_enough()


def test_a_deck_takes_the_notes_of_the_questions_in_teaching_order():
    notes = draw_notes(FIVE, NOTES, Selection(), None, "s")
    assert {note.key for note in notes} == {
        card.note.key for card in draw_quiz(FIVE, NOTES, "s").cards
    }
    order = [note.key for note in NOTES]
    assert [note.key for note in notes] == sorted((n.key for n in notes), key=order.index)
