"""What Canvas needs beside the questions: settings, locks, notes for graders."""

import re
from html import unescape

import pytest

from flashcards.course.model import Block, Order, Quiz, Selection
from flashcards.export.canvas import export_canvas
from tests.helpers.changes import replace
from tests.helpers.export_readers import canvas_document
from tests.helpers.quiz_plans import make_choice, plan_of

SHUFFLED = Quiz(quiz="q", title="Q")
TWO_PARTS = Quiz(
    quiz="q", title="Q", minutes=29.5,
    picks=(
        Block(title="First", select=Selection(key=("a", "b")), points=2),
        Block(title="Then", select=Selection(key=("c", "d")), points=1),
    ),
)  # fmt: skip


def read_quiz(*entries, quiz=SHUFFLED):
    """The settings of the quiz as names and texts, and its document."""
    data = export_canvas(plan_of(*entries, quiz=quiz)).files[".zip"]
    settings = {e.tag: e.text for e in canvas_document(data, "/assessment_meta.xml")}
    resource = next(canvas_document(data, "imsmanifest.xml").iter("resource"))
    meta = resource.find("dependency").get("identifierref")
    assert canvas_document(data, "imsmanifest.xml").find(f".//*[@identifier='{meta}']") is not None
    return settings, canvas_document(data, f"{resource.get('identifier')}.xml")


def test_a_quiz_is_known_by_its_course_and_its_title():
    """Canvas takes what has another identifier for another quiz; this is one that teachers have."""
    data = export_canvas(plan_of(make_choice("a"), quiz=SHUFFLED)).files[".zip"]
    resource = next(canvas_document(data, "imsmanifest.xml").iter("resource"))
    assert resource.get("identifier") == "ptquiz_c6a121ba35732640"


def test_time_attempts_points_and_shuffling_are_told_where_new_quizzes_looks():
    settings, quiz = read_quiz(*map(make_choice, "abcd"), quiz=TWO_PARTS)
    assert settings == {
        "title": "Q", "shuffle_questions": "true", "shuffle_answers": "true",
        "scoring_policy": "keep_highest", "quiz_type": "assignment", "points_possible": "6",
        "allowed_attempts": "1", "time_limit": "30",
    }  # fmt: skip
    fields = quiz.find("assessment/qtimetadata")
    told = {field.findtext("fieldlabel"): field.findtext("fieldentry") for field in fields}
    assert told == {"qmd_timelimit": "30", "cc_maxattempts": "1"}
    settings, quiz = read_quiz(*map(make_choice, "abcd"), quiz=replace(TWO_PARTS, shuffle=False))
    assert [item.get("title") for item in quiz.iter("item")] == ["a#0", "b#0", "c#0", "d#0"]
    assert settings["shuffle_questions"] == "false"
    assert "time_limit" not in read_quiz(make_choice("a"))[0]


def test_one_locked_option_is_locked_among_shuffled_ones_and_classic_is_told():
    entries = make_choice("a", lock="last"), make_choice("b")
    told = [str(outcome) for outcome in export_canvas(plan_of(*entries)).outcomes]
    assert told[0].startswith("degraded  a#0: Classic Quizzes shuffles no options of this quiz")
    assert told[1] == "kept      b#0"
    settings, quiz = read_quiz(*entries)
    assert settings["shuffle_answers"] == "false"
    item = quiz.find(".//item[@title='a#0']")
    assert item.find(".//render_choice").get("shuffle") == "Yes"
    locks = {
        label.findtext(".//mattext"): label.get("lock") for label in item.iter("response_label")
    }
    assert locks == {"a of a": None, "b of a": None, "c of a": "Yes"}


def test_a_question_that_keeps_its_order_is_not_shuffled():
    _, quiz = read_quiz(make_choice("a", lock="last", shuffle=False), quiz=SHUFFLED)
    assert quiz.find(".//render_choice").get("shuffle") == "No"
    assert not any(label.get("lock") for label in quiz.iter("response_label"))


def show_in_classic(html):
    """A step as Canvas's converter makes plain text of it (`clear_html` in its source)."""
    text = re.sub(r"</?[^>\n]*>", "", html)
    text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text)
    return re.sub(r"&\w+;", "", text)


@pytest.mark.parametrize("step", ["a < b && c > d", "`x[0] < 3`", '**x** & "y"'])
def test_a_step_keeps_its_signs_in_classic_quizzes(step):
    order = Order(key="o", order="Steps", steps={"a": step, "b": "second", "c": "third"})
    _, quiz = read_quiz(order)
    texts = [label.findtext(".//mattext") for label in quiz.iter("response_label")]
    wanted = step.replace("`", "").replace("*", "")
    assert wanted in [unescape(re.sub(r"<[^>]*>", "", text)) for text in texts]
    assert wanted in map(show_in_classic, texts)
