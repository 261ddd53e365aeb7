"""Tables and formulas arrive in every format, or the report says what is lost."""

import csv
import io
import json
import re
from html import unescape

import pytest

from flashcards.anki.fields import render_fields
from flashcards.course.model import Choose, Cloze, Compare, Option, Recall, Row, Term
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.sheet import export_sheet
from flashcards.study.grading import grade_answer
from tests.helpers.changes import replace
from tests.helpers.export_readers import read_canvas, read_csv, read_moodle, unzipped
from tests.helpers.quiz_plans import plan_of

TABLE = "| Call | Copies |\n|:--|--:|\n| `x.t()` | never |\n| `x\\|y` | $n^2$ |"
ASKED = Recall(
    key="r", recall=f"Which copies?\n\n{TABLE}", answer=f"{TABLE}\n\n$$\n\\frac{{a}}{{b}}\n$$"
)
CHOICE = Choose(
    key="c",
    choose="Which table is right?",
    right={"a": Option(text=TABLE)},
    wrong={"b": Option(text="| a |\n|---|\n| 1 |"), "c": Option(text="none")},
)


def match(**cells):
    things = {"x": "$X$", "y": "Y", "z": "Z"}
    return Compare(key="m", compare=things, rows={"r": Row(aspect="Spread", **cells)})


PLAN = plan_of(ASKED, CHOICE, match(x=TABLE, y="once", z="twice"))


def test_moodle_and_canvas_show_tables_and_formulas():
    exported = export_moodle(PLAN)
    xml = exported.files[".xml"].decode()
    assert xml.count('<table border="1"') == 4
    assert r"\(n^2\)" in xml
    assert r"\[\frac{a}{b}\]" in xml
    assert "a table stands on one line" in str(exported.outcomes)
    files = unzipped(export_canvas(PLAN).files[".zip"]).items()
    told = "".join(data.decode() for name, data in files if name.endswith(".xml"))
    assert told.count("&lt;table border=") >= 3
    assert all(row in told for row in ("Call | Copies", "x.t() | never"))


def test_paper_draws_them_and_programs_get_the_markdown_itself():
    exported = export_sheet(PLAN)
    page, key = exported.files[".html"].decode(), exported.files["-key.html"].decode()
    assert page.count('<table border="1"') >= 3
    assert "<mfrac>" in key
    assert "\\[" not in page + key
    assert {outcome.status for outcome in exported.outcomes} == {"kept"}
    assert "Call | Copies; x.t() | never" in exported.files["-key.csv"].decode("utf-8-sig")
    assert json.dumps(TABLE)[1:-1] in export_json(PLAN).files[".json"].decode()
    table = export_csv(PLAN).files[".csv"].decode("utf-8-sig")
    assert TABLE in next(csv.DictReader(io.StringIO(table, newline="")))["question"]


@pytest.mark.parametrize("name", ["moodle", "canvas"])
def test_a_formula_in_a_list_to_match_can_be_read_and_is_never_called_kept(name):
    cells = {"x": r"$\sigma^2$, free of $\mu$", "y": "$np(1-p)$", "z": r"$\binom{n}{k}$"}
    plan = plan_of(match(**cells))
    exported = export_moodle(plan) if name == "moodle" else export_canvas(plan)
    if name == "moodle":
        (row,) = read_moodle(exported.files[".xml"])
        shown = [cell for _, cell in row["pairs"]]
    else:
        (row,) = read_canvas(exported.files[".zip"])
        shown = row["labels"]
    assert {*shown} == {r"\sigma^2, free of \mu", "np(1-p)", r"\binom{n}{k}"}
    assert exported.outcomes[0].status == "degraded"
    assert "a formula is shown as TeX" in exported.outcomes[0].said


TYPED = (
    Cloze(key="c", cloze=r"The level is $\alpha$ here.", gaps={1: r"$\alpha$"}),
    Term(key="t", term=r"$\chi^2$ test", meaning="Compares counts.", aliases=("chi-square test",)),
)
ACCEPTED = {
    "c#0": ["alpha", r"\alpha", r"$\alpha$"],
    "t#1": ["chi^2 test", r"\chi^2 test", r"$\chi^2$ test", "chi-square test"],
}


def test_a_typed_formula_is_accepted_everywhere_as_in_the_terminal():
    plan = plan_of(*TYPED)
    typed = [drawn.question for drawn in plan.questions if drawn.question.accepted]
    assert {question.id: list(question.accepted) for question in typed} == ACCEPTED
    assert all(grade_answer(q, [answer]).right for q in typed for answer in ACCEPTED[q.id])
    assert not any(grade_answer(question, ["beta"]).right for question in typed)
    rows = read_moodle(export_moodle(plan).files[".xml"])
    moodle = {row["id"]: [t for t, *_ in row["answers"]] for row in rows if "answers" in row}
    rows = read_canvas(export_canvas(plan).files[".zip"])
    canvas = {row["id"]: row["accepted"] for row in rows if "accepted" in row}
    rows = read_csv(export_sheet(plan).files["-key.csv"])
    paper = {r["question_id"]: r["answer"].split(" | ") for r in rows if r["type"] != "reveal"}
    assert moodle == canvas == paper == ACCEPTED
    anki = render_fields(plan_of(TYPED[1]).questions[0].question.card.note)
    assert anki["Answer"] == "chi^2 test"
    names = {unescape(name) for name in re.findall("<li>(.*?)</li>", anki["Accepted"])}
    assert {r"\chi^2 test", "chi square test"} <= names


def test_pictures_of_any_name_are_found_by_their_address():
    names = ["Figure 1.PNG", "a (2).png", "plot#3 100%.png", "l'été?.png"]
    shown = " ".join(f"![x](<{name}>)" for name in names)
    pictures = {name: b"\x89PNG\r\n\x1a\n" + name.encode() for name in names}
    plan = plan_of(Recall(key="r", recall=f"Why {shown}?", answer="So."))
    plan = replace(plan, pictures=pictures)
    (moodle,) = read_moodle(export_moodle(plan).files[".xml"])
    (canvas,) = read_canvas(export_canvas(plan).files[".zip"])
    assert (moodle["files"], canvas["files"]) == (pictures, names)
    page = export_sheet(plan).files[".html"].decode()
    assert page.count('<img src="data:image/png;base64,') == len(names)
