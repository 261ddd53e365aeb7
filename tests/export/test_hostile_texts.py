"""Hostile texts in every field: read back they are the same, or were refused by name."""

import csv
import io
import json
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flashcards.cards import Note
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Deck,
    Option,
    Order,
    Quiz,
    Recall,
    Row,
    Term,
)
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.questions.draw import draw_quiz
from tests.helpers.changes import replace
from tests.helpers.export_readers import (
    read_canvas,
    read_csv,
    read_moodle,
    shown_markdown,
    spoken,
    visible,
)
from tests.helpers.moodle_comparison import compare_with_json
from tests.helpers.tiers import draw_often

PIECES = [
    "->", "=", "~", "{", "}", "{}", "#", "*", ":", "\\", "'", '"', "]]>", "&", "&amp;", "&#35;",
    "\n", "\n\n", "\t", "  ", "+1", "-1", "@x", "%50%", "%", "[html]", "[markdown]", "&&058;",
    "####", "//", "::", "$CATEGORY: x", "<script>alert(1)</script>", "<b>", "</p>",
    "<!--", "{1:SA:=x}",
    "[gap]", "[", "]", "`", "`a  b`", "**", "_x_", " $x^2$ ", "![p](p.svg)", "[l](http://x.y)",
    "- i",
    "```\ncode\n```", "é", "梯度", "\u202e", "\u2028", "\x00", "\x07", "\x1b[31m",
    "\ufffe",
    "`<class 'int'> <class 'float'>`", "(y)", ":(", "> <", "]]", "0",
    "\r", "|", "a", "b c", "1.", "~~~", "\\n", "\\*", "&&092;", "\u2060", "\ue000", "😀",
]  # fmt: skip
HELD = re.compile("[^\x00-\x08\x0b-\x1f\ud800-\uf8ff\ufffe]+").fullmatch
"""Characters that XML has."""
text = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join).filter(str.strip)
PICTURES = {"p.svg": b"<svg/>"}


def option(words, why=None):
    return Option(text=words, why=why)


@st.composite
def entries(draw):
    return make_entries(*(draw(text) for _ in range(6)))


def make_entries(a, b, c, d, e, f):
    return [
        Choose(key="one", choose=a, right={"r": option(b, c)}, wrong={"w": option(d, e)}, why=f),
        Choose(key="two", choose=b, right={"r": option(a), "s": option(c)}, wrong={"w": option(d)}),
        Code(key="code", code=a, prints=b, wrong={"w": option(c), "v": option(d)}, why=e),
        Code(key="typed", code=a, prints=b),
        Order(key="order", order=a, steps={"a": b, "b": c, "c": d}, why=e),
        Concept(key="concept", concept=a, points={"a": b, "b": c}, why=d),
        Recall(key="recall", recall=a, answer=b, why=c),
        Term(key="term", term=a, meaning=b, aliases=(c,), why=d),
        Compare(
            key="pair", compare={"a": a, "b": b, "c": c},
            rows={"row": Row(
                aspect=e, a=c, b=d, c=f, wrong={"w": option(e, f)},
                ask={"a": b}, which={"b": a}, why={"a": e, "b": f},
            )},
        ),
        Cloze(key="gap", cloze=f"{a} GAPTEXT {b}", gaps={1: "GAPTEXT"}, accept={1: (c,)}),
        Cloze(key="cgap", cloze=f"{a} GAPTEXT {b}", gaps={1: "GAPTEXT"}, language="python"),
    ]  # fmt: skip


def plan_of(made):
    deck = Deck(deck="d", title="D", entries=tuple(made))
    notes = [
        Note(f"{e.key}/row" if isinstance(e, Compare) else e.key, e, deck, "c",
             row="row" if isinstance(e, Compare) else None)
        for e in made
    ]  # fmt: skip
    questions = draw_quiz(Quiz(quiz="q", title="Q", shuffle=False), notes, "s").questions
    return QuizPlan(
        title="Q", course="C", questions=questions, seed="s", version="1", pictures=PICTURES
    )


def held(plan, exported):
    """The questions that were not refused; a refusal says why."""
    said = {outcome.id: outcome for outcome in exported.outcomes}
    assert list(said) == [asked.id for asked in plan.questions]
    assert all(o.said and all(o.said) for o in said.values() if o.status == "refused")
    return [asked for asked in plan.questions if said[asked.id].status != "refused"]


def prompt(question, gap="[ … ]", described=False):
    parts = [shown_markdown(question.stem, described)] if question.stem else []
    parts += [question.code.rstrip()] if question.code is not None else []
    parts += [question.instruction] if question.instruction else []
    return squeezed("\n".join(part for part in parts if part.strip())).replace("[ … ]", gap)


def squeezed(words):
    return " ".join(words.replace("\u2060", "").split())


def choice(option, described=False):
    return squeezed(option.text if option.literal else shown_markdown(option.text, described))


def check_code(question, shown_prompt, shown_options=()):
    """Code and output keep every space and line break."""
    if question.code is not None and question.form != "gap":
        assert question.code.rstrip().replace("\u2060", "") in shown_prompt
    for each in question.options if shown_options else ():
        if each.literal:
            assert each.text.replace("\u2060", "") in shown_options


def typed(question):
    """Platforms cut spaces off the ends of what is typed, and the report says so."""
    return list(dict.fromkeys(answer.strip() for answer in question.accepted))


def why(option, described=False):
    return squeezed(shown_markdown(option.why or "", described))


SETTINGS = settings(draw_often(150), suppress_health_check=list(HealthCheck))


@settings(SETTINGS, max_examples=min(50, SETTINGS.max_examples))
@given(entries())
def test_moodle_holds_every_text_or_refuses_it(made):
    compare_moodle(plan_of(made))


@pytest.mark.thorough
def test_what_arrives_in_moodle_of_2500_hostile_texts_is_what_the_json_says():
    assert compare_moodle(make_hostile_plan(417)) > 2000


def make_hostile_plan(sets):
    """Questions of six hostile texts for each set, always the same ones."""
    chance = random.Random(16)
    questions = []
    for place in range(sets):
        texts = {}
        while len(texts) < 6:
            texts[make_hostile_text(chance)] = None
        entries = make_entries(*texts)
        made = [replace(entry, key=f"{entry.key}{place}") for entry in entries[place % 2 :: 2]]
        questions += plan_of(made).questions
    return replace(plan_of(made), questions=tuple(questions))


def make_hostile_text(chance):
    """White space between everything: what a reader that skips it would lose."""
    pieces = chance.choices([piece for piece in PIECES if HELD(piece)], k=chance.randint(1, 5))
    spaces = chance.choices(["", " ", "\n", "  \n  ", "\t"], [8, 4, 2, 1, 1], k=6)
    text = "".join(piece + space for piece, space in zip(pieces, spaces, strict=False))
    return text if text.strip() else "<a> <b>"


def compare_moodle(plan):
    """How many questions arrive; each is what the JSON says, or was refused by name."""
    exported = export_moodle(plan)
    told = {each["id"]: each for each in json.loads(export_json(plan).files[".json"])["questions"]}
    rows = read_moodle(exported.files[".xml"])
    for row, asked in zip(rows, held(plan, exported), strict=True):
        compare_with_json(row, told[asked.id], tables=False)
    return len(rows)


@SETTINGS
@given(entries())
def test_canvas_holds_every_text_or_refuses_it(made):
    plan = plan_of(made)
    exported = export_canvas(plan)
    for row, asked in zip(read_canvas(exported.files[".zip"]), held(plan, exported), strict=True):
        question = asked.question
        assert row["id"] == asked.id
        blank = f"[{row['blank']}]" if "blank" in row else "[ … ]"
        assert squeezed(row["text"]) == prompt(question, blank)
        check_code(question, row["text"], list(row.get("options", {})))
        if "options" in row:
            assert {squeezed(t) for t in row["options"]} == {choice(o) for o in question.options}
            assert sorted(map(squeezed, row["right"])) == sorted(
                choice(o) for o in question.options if o.right
            )
        if "accepted" in row:
            assert row["accepted"] == typed(question)
        if "blank" in row:
            before = row["text"].partition(blank)[0]
            assert before.rfind("[") <= before.rfind("]")
        if "steps" in row:
            steps = {o.name: choice(o) for o in question.options}
            assert [squeezed(s) for s in row["steps"]] == [steps[n] for n in question.sequence]


@SETTINGS
@given(entries())
def test_csv_and_json_hold_every_letter_or_refuse_it(made):
    plan = plan_of(made)
    exported = export_csv(plan)
    rows = read_csv(exported.files[".csv"])
    for row, asked in zip(rows, held(plan, exported), strict=True):
        question = asked.question
        cells = {name: spoken(cell) for name, cell in row.items()}
        assert cells["question"] == question.stem
        assert cells["code"] == (question.code or "")
        assert cells["explanation"] == question.explanation
        wrong = [o.text for o in question.options if not o.right]
        if question.form in ("single", "multiple"):
            assert [cells[f"wrong_{n}"] for n in range(1, len(wrong) + 1)] == wrong
        if question.form in ("type", "gap"):
            accepted = [cells.get(f"right_{n}", "") for n in range(1, len(question.accepted) + 1)]
            assert accepted == list(question.accepted)
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())
    told = json.loads(export_json(plan).files[".json"])
    for row, asked in zip(told["questions"], held(plan, export_json(plan)), strict=True):
        assert row.get("question", "") == asked.question.stem
        assert [o["text"] for o in row.get("options", [])] == [
            o.text for o in asked.question.options
        ]
        assert row.get("accepted", []) == list(asked.question.accepted)


@settings(SETTINGS, max_examples=min(60, SETTINGS.max_examples))
@given(entries())
def test_paper_shows_every_text_or_refuses_it_and_runs_nothing(made):
    plan = plan_of(made)
    exported = export_sheet(plan, ["A", "B"], one_file=True)
    page = exported.files[".html"].decode()
    shown = squeezed(visible(page.partition("<body>")[2]))
    for asked in held(plan, exported):
        assert prompt(asked.question) in shown
        for each in asked.question.options:
            if asked.question.form in ("single", "multiple", "order", "match"):
                assert choice(each) in shown
    assert "<script" not in page
    assert "onerror" not in page


def many_right(count):
    right = {f"r{n}": option(f"right {n}") for n in range(count)}
    return plan_of([Choose(key="many", choose="Q", right=right, wrong={"w": option("wrong")})])


@pytest.mark.parametrize("count", range(2, 11))
def test_up_to_ten_right_options_have_weights_of_moodles_list(count):
    (row,) = read_moodle(export_moodle(many_right(count)).files[".xml"])
    assert {abs(weight) for _, weight, _ in row["answers"]} == {round(100 / count, 5)}


def test_more_than_ten_right_options_are_refused_by_moodle_and_kept_by_canvas():
    plan = many_right(11)
    assert [str(outcome) for outcome in export_moodle(plan).outcomes] == [
        "refused   many#0: has 11 right options; Moodle has weights for at most 10"
    ]
    assert export_canvas(plan).lost == []
    (row,) = read_canvas(export_canvas(plan).files[".zip"])
    assert len(row["right"]) == 11


@pytest.mark.parametrize(
    "cell",
    ["a;=1+1", 'a;"=1+1;b', "a; =1+1", "a;+1", "a;-1", "a;@x", "a\t=1", "a\n=1+1", "a;'=1",
     "a\n+cmd|' /C calc'!A0", ";=1", "a;'b", "'a\n'=b"],
)  # fmt: skip
def test_a_spreadsheet_that_splits_at_semicolons_finds_no_formula(cell):
    exported = export_csv(plan_of([Recall(key="r", recall=f"{cell}", answer=cell)]))
    data = exported.files[".csv"]
    (row,) = read_csv(data)
    assert spoken(row["question"]) == spoken(row["right_1"]) == cell
    for mark in ";\t":
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=mark)
        for split in (each for line in lines for each in line):
            assert not split.lstrip(' "').startswith(("=", "+", "@", "-"))


def test_code_in_csv_gets_no_apostrophes_inside():
    code = "@torch.no_grad()\ndef f(x):\n    return x\n@f\n-1"
    exported = export_csv(plan_of([Code(key="c", code=code, prints="1")]))
    assert read_csv(exported.files[".csv"])[0]["code"] == f"'{code}"


@pytest.mark.parametrize("cell", ["`vector<T>` by value", "a <b> c", "`x &lt; y`", "f() -> int"])
def test_a_cell_is_shown_whole_in_moodles_list_which_takes_tags_out(cell):
    row = Row(aspect="Type", a=cell, b="other", c="third")
    things = {"a": "A", "b": "B", "c": "C"}
    plan = plan_of([Compare(key="k", compare=things, rows={"row": row})])
    shown = [["A", cell.replace("`", "")], ["B", "other"], ["C", "third"]]
    assert read_moodle(export_moodle(plan).files[".xml"])[0]["pairs"] == shown
