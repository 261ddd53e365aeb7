"""The whole curriculum in every format: nothing breaks a rule, nothing goes missing."""

import json

import pytest

from flashcards.cards import list_notes
from flashcards.course.model import Quiz
from flashcards.course.texts import load_pictures
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.questions.draw import draw_quiz
from flashcards.words import Words
from tests.helpers.builtin import builtin_course
from tests.helpers.export_readers import read_canvas, read_csv, read_moodle
from tests.helpers.moodle_comparison import compare_with_json

WEIGHTS = {round(100 / n, 5) for n in range(1, 11)}


@pytest.fixture(scope="module", params=["en", "zh"])
def plan(request):
    return plan_curriculum(request.param)


def plan_curriculum(lang):
    """Every card of the curriculum as a question."""
    course = builtin_course()
    quiz = Quiz(quiz="all", title="Everything", shuffle=False)
    return QuizPlan(
        title="Everything", course=course.info.title, seed="all", version="1",
        words=Words(lang),
        questions=draw_quiz(quiz, list_notes(course, lang), "all").questions,
        pictures=load_pictures(course, course.media),
    )  # fmt: skip


def tell(plan):
    """What the JSON says of each question."""
    return {each["id"]: each for each in json.loads(export_json(plan).files[".json"])["questions"]}


def ids(plan, exported):
    """The ids of the questions that the format holds."""
    refused = {outcome.id for outcome in exported.outcomes if outcome.status == "refused"}
    assert [outcome.id for outcome in exported.outcomes] == [asked.id for asked in plan.questions]
    return [asked.id for asked in plan.questions if asked.id not in refused]


@pytest.mark.thorough
def test_what_arrives_in_moodle_is_what_the_json_says(plan):
    exported = export_moodle(plan)
    assert exported.counts()["refused"] == 0
    rows = read_moodle(exported.files[".xml"])
    assert [row["id"] for row in rows] == ids(plan, exported)
    assert len({row["id"] for row in rows}) == len(rows)
    told = tell(plan)
    for row in rows:
        compare_with_json(row, told[row["id"]])
        if row["type"] == "multichoice":
            fractions = [fraction for _, fraction, _ in row["answers"]]
            assert {abs(f) for f in fractions} - {0} <= WEIGHTS
            assert round(sum(f for f in fractions if f > 0)) == 100


@pytest.mark.thorough
def test_canvas_holds_every_question_by_its_rules(plan):
    exported = export_canvas(plan)
    assert exported.counts()["refused"] == 0
    rows = read_canvas(exported.files[".zip"])
    assert [row["id"] for row in rows] == ids(plan, exported)
    for row in rows:
        if row["type"] == "ordering_question":
            assert row["cardinality"] == "Ordered"
        if "options" in row:
            assert row["right"]


@pytest.mark.thorough
def test_csv_and_json_hold_everything(plan):
    rows = read_csv(export_csv(plan).files[".csv"])
    assert [row["id"] for row in rows] == [asked.id for asked in plan.questions]
    told = json.loads(export_json(plan).files[".json"])
    assert [row["id"] for row in told["questions"]] == [asked.id for asked in plan.questions]
    assert export_json(plan).lost == []


@pytest.mark.thorough
def test_paper_holds_everything(plan):
    exported = export_sheet(plan, ["A"])
    assert exported.lost == []
    assert exported.files[".html"].count(b'<div class="question"') == len(plan.questions)
