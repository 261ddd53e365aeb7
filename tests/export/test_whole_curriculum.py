"""The whole curriculum in every format: nothing breaks a rule, nothing goes missing."""

import json

import pytest

from flashcards.course.model import Quiz
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.sheet import export_sheet
from tests.helpers.builtin import builtin_course
from tests.helpers.expected_moodle import compare_row
from tests.helpers.export_readers import read_canvas, read_csv, read_moodle
from tests.helpers.quiz_plans import plan_course

WEIGHTS = {round(100 / n, 5) for n in range(1, 11)}


def plan_curriculum(lang):
    """Every card of the curriculum as a question."""
    return plan_course(builtin_course(), Quiz(quiz="all", title="All", shuffle=False), lang)


@pytest.fixture(scope="module", params=["en", "zh"])
def plan(request):
    return plan_curriculum(request.param)


@pytest.mark.thorough
def test_what_arrives_in_moodle_is_what_the_json_says(plan):
    exported = export_moodle(plan)
    rows = read_moodle(exported.files[".xml"])
    questions = json.loads(export_json(plan).files[".json"])["questions"]
    assert exported.counts()["refused"] == 0
    assert len({row["id"] for row in rows}) == len(rows)
    for row, question in zip(rows, questions, strict=True):
        compare_row(row, question)
        if row["type"] == "multichoice":
            fractions = [fraction for _, fraction, _ in row["answers"]]
            assert {abs(fraction) for fraction in fractions} - {0} <= WEIGHTS
            assert round(sum(fraction for fraction in fractions if fraction > 0)) == 100


@pytest.mark.thorough
def test_canvas_csv_json_and_paper_hold_every_question(plan):
    ids = [drawn.id for drawn in plan.questions]
    rows = read_canvas(export_canvas(plan).files[".zip"])
    assert [row["id"] for row in rows] == ids
    assert all(row["right"] for row in rows if "options" in row)
    assert [row["id"] for row in read_csv(export_csv(plan).files[".csv"])] == ids
    questions = json.loads(export_json(plan).files[".json"])["questions"]
    assert [question["id"] for question in questions] == ids
    paper = export_sheet(plan, ["A"])
    assert paper.files[".html"].count(b'<div class="question"') == len(ids)
    assert [*export_json(plan).lost, *paper.lost] == []
