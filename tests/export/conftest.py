"""The course of the hand-written tables, and courses made by hand."""

from pathlib import Path

import pytest

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.model import Quiz
from flashcards.course.texts import load_pictures
from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions.draw import draw_quiz
from flashcards.words import Words

DATA = Path(__file__).parent / "data"


def plan_of(course, quiz=None, seed=None, lang="en"):
    """The plan of a quiz over a course, as the command makes it."""
    quiz = quiz or Quiz(quiz="all", title="All", shuffle=False)
    seed = seed or quiz.seed or "seed"
    return QuizPlan(
        title=quiz.title,
        course=course.info.title,
        questions=draw_quiz(quiz, list_notes(course, lang), seed).require_enough().questions,
        seed=seed,
        version="1.2.3",
        words=Words(lang),
        shuffle=quiz.shuffle,
        pictures=load_pictures(course, course.media),
    )


@pytest.fixture(scope="session")
def table_course():
    return load_course(DATA / "table", label="")


@pytest.fixture(scope="session")
def table_plan(table_course):
    return plan_of(table_course, table_course.quizzes["table"])


@pytest.fixture
def make_plan():
    return plan_of
