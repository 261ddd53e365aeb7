"""What Canvas needs beside the questions: groups, settings, locks, notes for graders."""

import re
from html import unescape

import pytest

from flashcards.cards import Note
from flashcards.course.model import (
    Choose,
    Code,
    Compare,
    Concept,
    Deck,
    Option,
    Order,
    Pick,
    Quiz,
    Row,
    Selection,
)
from flashcards.export.canvas import export_canvas
from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions.draw import draw_quiz
from tests.helpers.changes import replace
from tests.helpers.export_readers import canvas_document, read_canvas


def plan_of(*entries, quiz=None):
    deck = Deck(deck="d", title="D", entries=entries)
    notes = [
        Note(f"{e.key}/row" if isinstance(e, Compare) else e.key, e, deck, "c",
             row="row" if isinstance(e, Compare) else None)
        for e in entries
    ]  # fmt: skip
    quiz = quiz or Quiz(quiz="q", title="Q")
    return QuizPlan(
        title="Q", course="C", questions=draw_quiz(quiz, notes, "s").questions, seed="s",
        version="1", shuffle=quiz.shuffle, minutes=quiz.minutes,
    )  # fmt: skip


def choose(key, lock=None):
    wrong = {"w": Option(text="wrong"), "n": Option(text="None of these", lock=lock)}
    return Choose(key=key, choose=key, right={"r": Option(text="right")}, wrong=wrong)


def order(*steps):
    named = dict(zip("abcdefgh", steps, strict=False))
    return Order(key="o", order="Steps", steps=named)


TWO_PARTS = Quiz(
    quiz="q", title="Q", minutes=29.5,
    picks=(
        Pick(title="First", select=Selection(key=("a", "b")), points=2),
        Pick(title="Then", select=Selection(key=("c", "d")), points=1),
    ),
)  # fmt: skip


def quiz_of(plan):
    return canvas_document(export_canvas(plan).files[".zip"], "/assessment_meta.xml"), next(
        iter(canvas_document(export_canvas(plan).files[".zip"], f"{name(plan)}.xml"))
    )


def name(plan):
    manifest = canvas_document(export_canvas(plan).files[".zip"], "imsmanifest.xml")
    return next(manifest.iter("resource")).get("identifier")


def test_parts_of_a_shuffled_exam_are_named_groups_that_ask_all_their_questions():
    settings, quiz = quiz_of(plan_of(*map(choose, "abcd"), quiz=TWO_PARTS))
    groups = quiz.findall("section/section")
    assert [group.get("title") for group in groups] == ["First", "Then"]
    assert [sorted(item.get("title") for item in group.iter("item")) for group in groups] == [
        ["a#0", "b#0"], ["c#0", "d#0"],
    ]  # fmt: skip
    selections = [group.find("selection_ordering/selection") for group in groups]
    assert [each.findtext("selection_number") for each in selections] == ["2", "2"]
    assert [each.findtext("selection_extension/points_per_item") for each in selections] == [
        "2", "1",
    ]  # fmt: skip
    assert settings.findtext("shuffle_questions") == "false"


def test_an_exam_in_a_fixed_order_has_no_groups_which_canvas_would_shuffle():
    quiz = replace(TWO_PARTS, shuffle=False)
    settings, assessment = quiz_of(plan_of(*map(choose, "abcd"), quiz=quiz))
    assert assessment.findall("section/section") == []
    assert [item.get("title") for item in assessment.iter("item")] == ["a#0", "b#0", "c#0", "d#0"]
    assert settings.findtext("shuffle_questions") == "false"


def test_time_attempts_points_and_shuffling_are_told_where_new_quizzes_looks():
    plan = plan_of(*map(choose, "abcd"), quiz=TWO_PARTS)
    settings, quiz = quiz_of(plan)
    told = {element.tag: element.text for element in settings}
    assert told == {
        "title": "Q", "shuffle_questions": "false", "shuffle_answers": "true",
        "scoring_policy": "keep_highest", "quiz_type": "assignment", "points_possible": "6",
        "allowed_attempts": "1", "time_limit": "30",
    }  # fmt: skip
    manifest = canvas_document(export_canvas(plan).files[".zip"], "imsmanifest.xml")
    first, meta = manifest.iter("resource")
    assert first.find("dependency").get("identifierref") == meta.get("identifier")
    assert meta.get("href").endswith("/assessment_meta.xml")
    fields = {f.findtext("fieldlabel"): f.findtext("fieldentry") for f in quiz.find("qtimetadata")}
    assert fields == {"qmd_timelimit": "30", "cc_maxattempts": "1"}


def test_a_quiz_without_parts_is_shuffled_by_its_settings():
    settings, quiz = quiz_of(plan_of(*map(choose, "ab")))
    assert settings.findtext("shuffle_questions") == "true"
    assert quiz.findall("section/section") == []
    assert settings.find("time_limit") is None


def test_one_locked_option_is_locked_among_shuffled_ones_and_classic_is_told():
    exported = export_canvas(plan_of(choose("a", lock="last"), choose("b")))
    told = {outcome.id: str(outcome) for outcome in exported.outcomes}
    assert told["a#0"].startswith("degraded  a#0: Classic Quizzes shuffles no options of this quiz")
    assert told["b#0"] == "kept      b#0"
    settings, quiz = quiz_of(plan_of(choose("a", lock="last"), choose("b")))
    assert settings.findtext("shuffle_answers") == "false"
    item = next(item for item in quiz.iter("item") if item.get("title") == "a#0")
    assert item.find(".//render_choice").get("shuffle") == "Yes"
    labels = list(item.iter("response_label"))
    assert [label.get("lock") for label in labels] == [None, None, "Yes"]
    assert labels[-1].findtext(".//mattext") == "None of these"


def test_a_question_that_keeps_its_order_is_not_shuffled():
    quiz = Quiz(quiz="q", title="Q", lock=("a",))
    _, assessment = quiz_of(plan_of(choose("a"), quiz=quiz))
    assert assessment.find(".//render_choice").get("shuffle") == "No"
    assert not any(label.get("lock") for label in assessment.iter("response_label"))


def shown_by_classic(html):
    """A step as Canvas's converter makes plain text of it (`clear_html` in its source)."""
    text = re.sub(r"</?[^>\n]*>", "", html)
    text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text)
    return re.sub(r"&\w+;", "", text)


@pytest.mark.parametrize("step", ["a < b && c > d", "`x[0] < 3`", "`a -> b`", '**x** & "y"'])
def test_a_step_keeps_its_signs_in_classic_quizzes(step):
    plan = plan_of(order(step, "second", "third"))
    _, quiz = quiz_of(plan)
    texts = [label.findtext(".//mattext") for label in quiz.iter("response_label")]
    wanted = step.replace("`", "").replace("*", "")
    assert wanted in [shown_by_classic(text) for text in texts]
    assert wanted in [unescape(re.sub(r"<[^>]*>", "", text)) for text in texts]


def test_what_classic_makes_of_steps_is_told():
    (outcome,) = export_canvas(plan_of(order("`&lt;`", "b", "c"))).outcomes
    assert tuple(map(str, outcome.said)) == (
        "Classic Quizzes asks to match the steps with their numbers",
        "Classic Quizzes drops '&lt;'",
    )


def test_the_person_who_grades_gets_points_rows_and_output_line_by_line():
    row = Row(aspect="Processes", question="How many?", a="one", b="many")
    rows = read_canvas(export_canvas(plan_of(
        Concept(key="p", concept="Why", points={"a": "First `x`.", "b": "Then."}),
        Code(key="c", code="print()", prints="1\n  2"),
        Compare(key="k", compare={"a": "DP", "b": "DDP"}, rows={"row": row}),
        quiz=Quiz(quiz="q", title="Q", shuffle=False),
    )).files[".zip"])  # fmt: skip
    notes = {each["id"]: each["grader"] for each in rows if "grader" in each}
    assert notes["p#0"] == "- First x.\n- Then."
    assert notes["c#0"] == "1\n  2"
    assert notes["k/row#0"] == "DP: one\nDDP: many"
