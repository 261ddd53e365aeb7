"""Tables and displayed formulas arrive in every format, or the report says what is lost."""

import csv
import io
import json
import zipfile

import pytest

from flashcards.cards import Note
from flashcards.export.canvas import export_canvas
from flashcards.export.csv_table import export_csv
from flashcards.export.gift import export_gift
from flashcards.export.json_file import export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.model import Choose, Compare, Deck, Option, Quiz, Recall, Row
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
        rows={"r": Row(aspect="Copies", cells={"x": TABLE, "y": "once", "z": "twice"})},
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
    assert "a table stands on one line" in str(exported.outcomes)


def test_canvas_shows_tables_and_its_graders_read_them(plan):
    files = zipfile.ZipFile(io.BytesIO(export_canvas(plan).files[".zip"]))
    told = "".join(files.read(name).decode() for name in files.namelist() if name.endswith(".xml"))
    assert told.count("&lt;table border=") >= 3
    assert "Call | Copies" in told
    assert "x.t() | never" in told


def test_gift_shows_tables_and_formulas(plan):
    text = export_gift(plan).files[".gift"].decode()
    assert text.count("<table border") >= 3
    assert r"\\[\\frac\{a\}\{b\}\\]" in text


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
