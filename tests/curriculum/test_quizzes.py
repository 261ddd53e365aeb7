"""The quizzes that come with the curriculum can be taken, in both languages."""

import pytest

from flashcards.cards import list_notes
from flashcards.questions.draw import draw_quiz
from flashcards.source import load_course

STAGES = (1, 2, 3, 4)
TOPICS = {"compiler-stack", "distributed", "autograd", "interview", "placement"}
OF_STAGES = {f"stage-{n}" for n in STAGES} | {f"stage-{n}-practice" for n in STAGES}
COURSE = load_course()


def asked(name, lang="en", seed="any"):
    quiz = COURSE.quizzes[name]
    return draw_quiz(quiz, list_notes(COURSE, lang), seed, exam=True).require_enough().questions


def test_there_are_a_practice_and_an_exam_for_every_stage_and_one_for_each_topic():
    assert COURSE.quizzes.keys() == TOPICS | OF_STAGES


@pytest.mark.parametrize("name", sorted(TOPICS | OF_STAGES))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_quiz_has_questions_that_can_be_graded(name, lang):
    assert asked(name, lang)


@pytest.mark.parametrize("stage", STAGES)
def test_quizzes_of_a_stage_ask_about_that_stage_alone(stage):
    for name in (f"stage-{stage}", f"stage-{stage}-practice"):
        assert {each.question.card.note.stage for each in asked(name)} == {stage}
    assert COURSE.quizzes[f"stage-{stage}"].pass_mark
    assert COURSE.quizzes[f"stage-{stage}-practice"].minutes is None


def test_the_interview_is_thirty_hard_ones_of_many_kinds():
    entries = [each.question.card.entry for each in asked("interview")]
    assert [entry.difficulty for entry in entries] == ["hard"] * 30
    assert len({entry.kind for entry in entries}) >= 4


def test_the_placement_asks_as_much_about_each_stage():
    stages = [each.question.card.note.stage for each in asked("placement")]
    assert {stages.count(stage) for stage in STAGES} == {7}
