"""The course of the hand-written tables."""

from pathlib import Path

import pytest

from flashcards.course.load import load_course
from tests.helpers.quiz_plans import plan_course

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def table_course():
    return load_course(DATA / "table", label="")


@pytest.fixture(scope="session")
def table_plan(table_course):
    return plan_course(table_course, table_course.quizzes["table"])
