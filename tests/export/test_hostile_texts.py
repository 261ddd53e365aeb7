"""Hostile texts in every field: read back they are the same, or were refused by name."""

import csv
import io
import json
import random

import pytest

from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Option,
    Order,
    Recall,
    Row,
    Term,
)
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.sheet import export_sheet
from tests.helpers.changes import replace
from tests.helpers.expected_moodle import compare_row, show_option, show_prompt, squeeze
from tests.helpers.export_readers import (
    read_canvas,
    read_csv,
    read_moodle,
    shown_markdown,
    spoken,
    visible,
)
from tests.helpers.quiz_plans import plan_of

PIECES = [
    "->", "=", "~", "{", "}", "{}", "#", "*", ":", "\\", "'", '"', "]]>", "&", "&amp;", "&#35;",
    "\n", "\n\n", "\t", "  ", "+1", "-1", "@x", "%50%", "%", "[html]", "&&058;", "####", "//", "::",
    "<script>alert(1)</script>", "<b>", "</p>", "<!--", "{1:SA:=x}", "[gap]", "[", "]", "`",
    "`a  b`", "**", "_x_", " $x^2$ ", "![p](p.svg)", "[l](http://x.y)", "- i", "```\ncode\n```",
    "é", "梯度", "`<class 'int'> <class 'float'>`", "(y)", "> <", "]]", "0", "|", "a", "b c", "1.",
    "~~~", "\\n", "\\*", "\u2060", "😀",
]  # fmt: skip
PICTURES = {"p.svg": b"<svg/>"}


def option(words, why=None):
    return Option(text=words, why=why)


def make_entries(a, b, c, d, e, f):
    row = Row(
        aspect=e, a=c, b=d, c=f, wrong={"w": option(e, f)}, ask={"a": b}, which={"b": a},
        why={"a": e, "b": f},
    )  # fmt: skip
    gap = {"cloze": f"{a} GAPTEXT {b}", "gaps": {1: "GAPTEXT"}}
    return [
        Choose(key="one", choose=a, right={"r": option(b, c)}, wrong={"w": option(d, e)}, why=f),
        Choose(key="two", choose=b, right={"r": option(a), "s": option(c)}, wrong={"w": option(d)}),
        Code(key="code", code=a, prints=b, wrong={"w": {"text": c}, "v": {"text": d}}, why=e),
        Code(key="typed", code=a, prints=b),
        Order(key="order", order=a, steps={"a": b, "b": c, "c": d}, why=e),
        Concept(key="concept", concept=d, ask=a, points={"a": b, "b": c}, why=d),
        Recall(key="recall", recall=a, answer=b, why=c),
        Term(key="term", term=a, meaning=b, aliases=(c,), why=d),
        Compare(key="pair", compare={"a": a, "b": b, "c": c}, rows={"row": row}),
        Cloze(key="gap", accept={1: (c,)}, **gap),
        Cloze(key="cgap", language="python", **gap),
    ]


def make_hostile_plan(sets):
    """Questions of six hostile texts for each set, always the same ones."""
    chance, entries = random.Random(16), []
    for place in range(sets):
        texts = {}
        while len(texts) < 6:  # white space between everything: what a reader may lose
            pieces = chance.choices(PIECES, k=chance.randint(1, 5))
            spaces = chance.choices(["", " ", "\n", "  \n  ", "\t"], [8, 4, 2, 1, 1], k=6)
            made = "".join(map("".join, zip(pieces, spaces, strict=False)))
            if shown := squeeze(shown_markdown(made)):
                texts[shown] = made
        made = [replace(e, key=f"{e.key}{place}") for e in make_entries(*texts.values())]
        entries += made[place % 2 :: 2]
    return replace(plan_of(*entries), pictures=PICTURES)


@pytest.fixture(scope="module")
def plan():
    return make_hostile_plan(40)


def pair_with_json(plan, exported, rows):
    """Each question that arrived, and what the JSON says of it; a refusal says why."""
    said = {outcome.id: outcome for outcome in exported.outcomes}
    told = json.loads(export_json(plan).files[".json"])["questions"]
    assert list(said) == [question["id"] for question in told]
    assert all(o.said and all(o.said) for o in said.values() if o.status == "refused")
    held = [question for question in told if said[question["id"]].status != "refused"]
    return [*zip(rows, held, strict=True)]


def test_moodle_holds_every_text_or_refuses_it(plan):
    exported = export_moodle(plan)
    for row, question in pair_with_json(plan, exported, read_moodle(exported.files[".xml"])):
        compare_row(row, question)


def test_canvas_holds_every_text_or_refuses_it(plan):
    exported = export_canvas(plan)
    rows = read_canvas(exported.files[".zip"])
    for row, question in pair_with_json(plan, exported, rows):
        assert row["id"] == question["id"]
        assert squeeze(row["text"]) == show_prompt(question)
        shown = {option["name"]: show_option(option) for option in question.get("options", [])}
        if "options" in row:
            right = [shown[option["name"]] for option in question["options"] if option["right"]]
            assert {*map(squeeze, row["options"])} == {*shown.values()}
            assert sorted(map(squeeze, row["right"])) == sorted(right)
        if "accepted" in row:
            wanted = dict.fromkeys(answer.strip() for answer in question["accepted"])
            assert row["accepted"] == list(wanted)
        if "steps" in row:
            wanted = [shown[name] for name in question["sequence"]]
            assert [*map(squeeze, row["steps"])] == wanted


def test_csv_holds_every_letter_and_no_formula(plan):
    exported = export_csv(plan)
    rows = read_csv(exported.files[".csv"])
    for row, question in pair_with_json(plan, exported, rows):
        cells = {name: spoken(cell) for name, cell in row.items()}
        for name in ("question", "code", "explanation"):
            assert cells[name] == question.get(name, "")
        wrong = [each["text"] for each in question.get("options", []) if not each["right"]]
        if question["form"] in ("single", "multiple"):
            assert [cells[f"wrong_{n}"] for n in range(1, len(wrong) + 1)] == wrong
        for number, answer in enumerate(question.get("accepted", []), 1):
            assert cells.get(f"right_{number}", "") == answer
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


def test_paper_shows_every_text_and_runs_nothing(plan):
    exported = export_sheet(plan, ["A", "B"], one_file=True)
    page = exported.files[".html"].decode()
    shown = squeeze(visible(page.partition("<body>")[2]))
    for _, question in pair_with_json(plan, exported, plan.questions):
        assert show_prompt(question) in shown
        for each in question.get("options", []) if question["form"] != "points" else ():
            assert show_option(each) in shown
    assert "<script" not in page
    assert "onerror" not in page


@pytest.mark.parametrize(
    "cell",
    ["a;=1+1", 'a;"=1+1;b', "a; =1+1", "a;+1", "a;-1", "a;@x", "a\t=1", "a\n=1+1", "a;'=1",
     "a\n+cmd|' /C calc'!A0", ";=1", "a;'b", "'a\n'=b"],
)  # fmt: skip
def test_a_spreadsheet_that_splits_at_semicolons_finds_no_formula(cell):
    data = export_csv(plan_of(Recall(key="r", recall=cell, answer=cell))).files[".csv"]
    (row,) = read_csv(data)
    assert spoken(row["question"]) == spoken(row["right_1"]) == cell
    for mark in ";\t":
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=mark)
        for split in (each for line in lines for each in line):
            assert not split.lstrip(' "').startswith(("=", "+", "@", "-"))


def test_code_in_csv_gets_no_apostrophes_inside():
    code = "@torch.no_grad()\ndef f(x):\n    return x\n@f\n-1"
    exported = export_csv(plan_of(Code(key="c", code=code, prints="1")))
    assert read_csv(exported.files[".csv"])[0]["code"] == f"'{code}"
