"""What Moodle's reader and filters would do to a text, and how the file keeps it whole."""

import re
import xml.etree.ElementTree as ET

import pytest

from flashcards import __version__
from flashcards.course.model import Order, Recall
from flashcards.export.moodle import export_moodle
from tests.helpers.changes import replace
from tests.helpers.export_readers import moodle_categories, read_moodle
from tests.helpers.quiz_plans import IN_ORDER, make_choice, plan_of


def read_rows(*entries, quiz=IN_ORDER):
    return read_moodle(export_moodle(plan_of(*entries, quiz=quiz)).files[".xml"])


def test_long_lines_are_broken_and_pictures_shrink_in_a_narrow_window():
    entry = Recall(key="wide", recall="Read:\n\n```\nx\n```\n\n![A drawing](a.svg)", answer="1")
    plan = replace(plan_of(entry), pictures={"a.svg": b"<svg/>"})
    text = ET.fromstring(export_moodle(plan).files[".xml"]).findtext(".//questiontext/text")
    assert text.startswith('<span class="nolink" style="overflow-wrap:anywhere"><p>')
    assert re.findall("<(?:pre|img) [^>]*>", text) == [
        '<pre style="white-space:pre-wrap">',
        '<img style="max-width:100%;height:auto" src="@@PLUGINFILE@@/a.svg" alt="A drawing">',
    ]


def test_a_step_is_one_element_because_moodle_sets_what_it_holds_in_columns():
    steps = {"a": "Call `backward()` once.", "b": "Then `step()`.", "c": "`zero_grad()`"}
    plan = plan_of(Order(key="steps", order="In which order?", steps=steps))
    (question,) = ET.fromstring(export_moodle(plan).files[".xml"])[1:]
    shown = [ET.fromstring(text.text) for text in question.findall("answer/text")]
    assert ["".join(step.itertext()) for step in shown] == [
        step.replace("`", "") for step in steps.values()
    ]


def test_moodle_writes_no_instruction_above_ours():
    (question,) = ET.fromstring(export_moodle(plan_of(make_choice())).files[".xml"])[1:]
    assert "Choose one." in question.findtext("questiontext/text")
    assert question.findtext("showstandardinstruction") == "0"


def test_one_locked_option_stops_all_shuffling_in_moodle_and_that_is_told():
    exported = export_moodle(plan_of(make_choice(lock="last")))
    assert [str(outcome) for outcome in exported.outcomes] == [
        "degraded  k#0: options are not shuffled: Moodle cannot keep one of them in place"
    ]
    assert not read_moodle(exported.files[".xml"])[0]["shuffle"]
    kept = make_choice(lock="last", shuffle=False)
    assert export_moodle(plan_of(kept)).counts()["kept"] == 1


@pytest.mark.parametrize("count", [2, 3, 7, 10])
def test_up_to_ten_right_options_have_weights_of_moodles_list(count):
    (row,) = read_rows(make_choice(right="abcdefghij"[:count], wrong="y"))
    assert {abs(weight) for _, weight, _ in row["answers"]} == {round(100 / count, 5)}


def test_categories_name_the_course_the_quiz_the_version_and_the_block(table_plan):
    top = "$course$/top/Training in parallel/A table of questions"
    version = f"v{__version__}-{table_plan.digest}"
    assert moodle_categories(export_moodle(table_plan).files[".xml"]) == [
        f"{top}/{version}/Choices", f"{top}/{version}/The rest",
    ]  # fmt: skip


def test_beside_a_formula_code_between_braces_keeps_its_colors():
    """Moodle's MathJax filter writes tags between braces out, where a text has a formula."""
    entry = Recall(
        key="r", recall='Is $\\frac{1}{2}$ in\n\n```python\nd = {"a": 1}\n```', answer="1"
    )
    xml = export_moodle(plan_of(entry)).files[".xml"].decode()
    shown = ET.fromstring(xml).findtext(".//questiontext/text")
    assert r"\(\frac{1}{2}\)" in shown
    assert not re.findall(r"\{[^}]*<", shown)
    assert 'd = {"a": 1}' in read_rows(entry)[0]["text"]
