"""Tables and displayed formulas arrive in every format, or the report says what is lost."""

import csv
import io
import json
import xml.etree.ElementTree as ET
import zipfile

import pytest

from flashcards.cards import Note
from flashcards.course.model import Choose, Compare, Deck, Option, Quiz, Recall, Row
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.questions.draw import draw_quiz
from tests.helpers.moodle_parser import parse_as_moodle

TABLE = "| Call | Copies |\n|:--|--:|\n| `x.t()` | never |\n| `x\\|y` | $n^2$ |"
CELLS = ["Call", "Copies", "x.t()", "never", "x|y"]
ENTRIES = (
    Recall(
        key="r", recall=f"Which copies?\n\n{TABLE}", answer=f"{TABLE}\n\n$$\n\\frac{{a}}{{b}}\n$$"
    ),
    Choose(
        key="c",
        choose="Which table is right?",
        right={"a": Option(text=TABLE)},
        wrong={"b": Option(text="| a |\n|---|\n| 1 |"), "c": Option(text="none")},
    ),
    Compare(
        key="m",
        compare={"x": "X", "y": "Y", "z": "Z"},
        rows={"r": Row(aspect="Copies", x=TABLE, y="once", z="twice")},
    ),
)


@pytest.fixture
def plan():
    deck = Deck(deck="d", title="D", entries=ENTRIES)
    rows = [Note(e.key, e, deck, "c", row="r" if e.key == "m" else None) for e in ENTRIES]
    questions = draw_quiz(Quiz(quiz="q", title="Q", shuffle=False), rows, "s").questions
    return QuizPlan(title="Q", course="C", questions=questions, seed="s", version="1")


def count_tables(html):
    return html.count('<table border="1"')


def test_moodle_shows_tables_and_formulas(plan):
    exported = export_moodle(plan)
    quiz = parse_as_moodle(exported.files[".xml"])
    stem, *_ = [each.findtext("text") for each in quiz.iter("questiontext")]
    assert all(cell in stem for cell in CELLS)
    assert count_tables(stem) == 1
    assert r"\(n^2\)" in stem
    assert r"\[\frac{a}{b}\]" in next(quiz.iter("graderinfo")).findtext("text")
    assert "a table stands on one line" in str(exported.for_json())


def test_canvas_shows_tables_and_its_graders_read_them(plan):
    files = zipfile.ZipFile(io.BytesIO(export_canvas(plan).files[".zip"]))
    told = "".join(files.read(name).decode() for name in files.namelist() if name.endswith(".xml"))
    assert told.count("&lt;table border=") >= 3
    assert "Call | Copies" in told
    assert "x.t() | never" in told


CELLS_TO_MATCH = {"x": r"$\sigma^2$, free of $\mu$", "y": r"$np(1-p)$", "z": r"$\binom{n}{k}$"}
READABLE = ["σ², free of μ", "np(1 − p)", r"\binom{n}{k}"]


@pytest.fixture
def plan_to_match():
    things = {"x": r"$X$", "y": "Y", "z": "Z"}

    def make(cells):
        entry = Compare(key="m", compare=things, rows={"r": Row(aspect="Spread", **cells)})
        note = Note("m", entry, Deck(deck="d", title="D", entries=(entry,)), "c", row="r")
        questions = draw_quiz(Quiz(quiz="q", title="Q"), [note], "s").questions
        return QuizPlan(title="Q", course="C", questions=questions, seed="s", version="1")

    return make


def list_cells(export, plan):
    exported = export(plan)
    if export is export_canvas:
        files = zipfile.ZipFile(io.BytesIO(exported.files[".zip"]))
        texts = [files.read(name) for name in files.namelist() if name.endswith(".xml")]
        every = (each for text in texts for each in ET.fromstring(text).iter())
        plain = {each.text for each in every if each.get("texttype") == "text/plain"}
        return plain, exported.outcomes
    quiz = parse_as_moodle(exported.files[".xml"])
    return {each.findtext("answer/text") for each in quiz.iter("subquestion")}, exported.outcomes


@pytest.mark.parametrize("export", [export_moodle, export_canvas])
def test_a_formula_in_a_list_to_match_can_be_read_and_is_never_called_kept(export, plan_to_match):
    cells, outcomes = list_cells(export, plan_to_match(CELLS_TO_MATCH))
    assert cells == set(READABLE)
    assert [each.status for each in outcomes] == ["degraded"]
    assert {"a formula is written on one line", "a formula is shown as TeX"} <= {
        *map(str, outcomes[0].said)
    }


def test_paper_has_tables_and_drawn_formulas(plan):
    exported = export_sheet(plan)
    page, key = exported.files[".html"].decode(), exported.files["-key.html"].decode()
    assert count_tables(page) >= 3
    assert "<mfrac>" in key
    assert "\\[" not in page + key
    assert {each.status for each in exported.outcomes} == {"kept"}
    rows = list(csv.DictReader(io.StringIO(exported.files["-key.csv"].decode("utf-8-sig"))))
    assert "Call | Copies; x.t() | never" in str(rows)


def test_programs_get_the_markdown_itself(plan):
    assert json.dumps(TABLE)[1:-1] in export_json(plan).files[".json"].decode()
    assert TABLE in export_csv(plan).files[".csv"].decode("utf-8-sig").replace("\r\n", "\n")
