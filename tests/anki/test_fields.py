"""What the fields of a note hold."""

import re
from datetime import date

import pytest

from flashcards.anki.fields import Stamp, list_options, render_fields, render_foot
from flashcards.cards import Note
from flashcards.course.model import (
    Cloze,
    Code,
    Compare,
    Deck,
    Order,
    OutputOption,
    Resource,
    Row,
    StageInfo,
    Term,
)
from flashcards.pages.sides import render_sides
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.courses import ENTRIES, course_of, package_of
from tests.helpers.quiz_plans import make_choice

DECK = Deck(deck="d", title="D")


def _note(entry, lang="en", row=None):
    key = f"{entry.key}/{row}" if row else entry.key
    return Note(key, entry, DECK, "course", Words(lang), row)


def _fields(entry, lang="en"):
    return render_fields(_note(entry, lang))


def test_a_program_is_sorted_by_what_it_does_besides_imports_and_comments():
    code = "import torch\nfrom torch import nn\n# why\ntorch.manual_seed(0)\nx = 1\nprint(x)"
    line = _fields(Code(key="a", code=code, prints="2"))["Line"]
    assert line == "What does this print? · x = 1 print(x)"


def test_the_reason_of_each_gap_stands_beside_its_text():
    cloze = Cloze(key="g", cloze="a **b** c", gaps={1: "a", 2: "b"}, why={2: "Since *b*."})
    assert _fields(cloze)["Why"] == '<ul><li dir="auto">b: Since <em>b</em>.</li></ul>'
    code = Cloze(key="g", cloze="f<T>()", gaps={1: "<T>"}, why={1: "A type."}, language="cpp")
    assert _fields(code, "zh")["Why"] == (
        '<ul><li dir="auto"><code>&lt;T&gt;</code>：A type.</li></ul>'
    )


def test_options_give_nothing_away_and_locked_ones_stay():
    firsts = set()
    for number in range(30):
        [card] = _note(make_choice(f"k{number}", "r", "abz", lock="last")).cards
        names = [option.name for option in list_options(card)]
        assert names[-1] == "z"
        assert names == [option.name for option in list_options(card)]
        firsts.add(names[0])
    assert firsts == {"r", "a", "b"}
    assert "data-shuffle" not in _fields(make_choice(shuffle=False))["Options"]


def test_a_step_knows_its_place_and_the_letter_it_has_where_no_script_runs():
    entry = Order(key="k", order="?", steps={"a": "first", "b": "second", "c": "third"})
    fields = _fields(entry)
    shown = re.findall(r'<li dir="auto" data-step="(\d)">(\w+)</li>', fields["Shuffled"])
    right = re.findall(r'data-letter="(\w)">(\w+)</li>', fields["Steps"])
    assert [text for _, text in right] == ["first", "second", "third"]
    assert sorted(shown) == [("0", "first"), ("1", "second"), ("2", "third")]
    letters = {text: "ABC"[place] for place, (_, text) in enumerate(shown)}
    assert {text: letter for letter, text in right} == letters


def test_outputs_of_code_are_choices_with_the_right_one_among_them():
    wrong = {"w": OutputOption(text="2", why="Off by one."), "x": OutputOption(text="")}
    code = Code(key="c", code="print(1)", prints="1", wrong=wrong)
    choices = _fields(code)["Choices"]
    items = re.findall(r'<li class="(\w+)" dir="auto">(.*?) <span', choices)
    assert sorted(items) == [
        ("no", "<p>(nothing)</p>"),
        ("no", '<pre class="output"><samp>2</samp></pre>'),
        ("ok", '<pre class="output"><samp>1</samp></pre>'),
    ]
    assert "Off by one." in choices


WRONG = {name: OutputOption(text=name) for name in ("2", "3")}
PROGRAM = Code(key="c", code="print(1)", prints="1", wrong=WRONG, why="So.")
CELLS = {"aspect": "Size", "x": "1", "y": "2", "z": "3", "ask": {"x": "How large?"}, "why": "So."}


def _compare(**more):
    rows = {"r": Row(**CELLS, **more)}
    return Compare(key="k", compare={"x": "X", "y": "Y", "z": "Z"}, rows=rows)


@pytest.mark.parametrize(
    ("entry", "is_open"),
    [
        (make_choice(why="So."), False),
        (make_choice(why="So.", needs_options=True), True),
        (make_choice(right="ab", wrong="c", why="So."), True),
        (PROGRAM, False),
        (replace(PROGRAM, needs_options=True), True),
        (_compare(), False),
        (_compare(needs_options=True), True),
    ],
)
def test_choices_are_folded_unless_they_are_needed_and_stand_below_the_answer(entry, is_open):
    note = _note(entry, row="r" if entry.kind == "compare" else None)
    sides = render_sides(note.cards[-1], {**render_fields(note), "Deck": "A::choices"})
    before, _, fold = sides.front.partition('<details class="choices"')
    assert ("<li" in before, fold.startswith(" open>")) == (False, is_open)
    assert fold.index("</summary>") < fold.index("<ol") < fold.index("</details>")
    assert '<textarea class="deck" hidden>A::choices</textarea>' in sides.front
    parts = [sides.back.index(part) for part in ('class="answer"', "So.", '<ol class="options"')]
    assert parts == sorted(parts)
    assert 'class="choices"' not in sides.back


def test_every_accepted_name_is_there_as_it_is_compared_and_few_are_shown():
    aliases = ("Grad-Bucket", "grad bucket", "buckets of gradients", "DDP bucket", "GB")
    term = Term(key="t", term="`Gradient` bucket", meaning="m", aliases=aliases)
    fields = _fields(term)
    assert fields["Answer"] == "Gradient bucket"
    assert fields["Accepted"] == (
        "<ul><li>gradient bucket</li><li>grad bucket</li><li>gradbucket</li>"
        "<li>buckets of gradients</li><li>ddp bucket</li><li>gb</li></ul>"
    )
    assert fields["Aliases"] == "Grad-Bucket, grad bucket, buckets of gradients"
    assert _fields(term, "zh")["Aliases"] == "Grad-Bucket、grad bucket、buckets of gradients"
    exact = replace(term, case=True, aliases=("GB & <co>",))
    assert _fields(exact)["Accepted"] == (
        '<ul data-case=""><li>Gradient bucket</li><li>GB &amp; &lt;co&gt;</li></ul>'
    )


def test_the_head_has_stage_topic_and_kind_without_subtitles():
    def render_head(stages):
        entry = Term(key="t", term="rank", meaning="M.", stage=2)
        deck = Deck(deck="d", title="Ranks: who is who", entries=(entry,))
        [note] = package_of(replace(course_of(entry, stages=stages), decks=(deck,))).notes
        return note.fields[note.model.field_names.index("Head")]

    stages = {1: StageInfo(title="A"), 2: StageInfo(title="B")}
    assert render_head(stages) == "Stage 2 · Ranks · term"
    assert render_head({2: StageInfo(title="B")}) == "Ranks · term"


def test_the_foot_says_where_a_card_comes_from():
    course = course_of(ENTRIES[0])
    assert render_foot(_note(ENTRIES[0]), course, Stamp(1, date(2026, 1, 31), "2.9.0")) == (
        "<code>ddp-sync</code> · Text of 2026-01-31 · As of 2.9 · Verified on PyTorch 2.9.0 · "
        '<a href="https://example.org/report?card=ddp-sync">Report this card</a>'
        '<details class="see"><summary class="tappable">Read on</summary>'
        '<a href="https://pytorch.org/docs">The docs</a></details>'
    )
    hostile = replace(course.info, report="javascript:alert(1)")
    gone = {"docs": Resource(title="Gone <b>", url="https://x.org", status="gone")}
    course = replace(course, info=hostile, resources=gone)
    foot = render_foot(_note(ENTRIES[0], "zh"), course, Stamp(1))
    assert "尚未发布" in foot
    assert "href" not in foot
    assert "Gone &lt;b&gt;" in foot


def test_the_foot_leads_to_where_a_source_is_today():
    def render(**resource):
        docs = Resource(title="Docs", url="https://old.org", **resource)
        course = replace(course_of(ENTRIES[0]), resources={"docs": docs})
        return render_foot(_note(ENTRIES[0]), course, Stamp(1))

    assert '<a href="https://new.org">Docs</a>' in render(status="moved", now="https://new.org")
    kept = '<a href="https://old.org">Docs</a>'
    assert f"{kept} (archived)" in render(status="archived", now="https://new.org")
    assert f"{kept} (replaced by something newer)" in render(status="replaced", now="A book")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (Code(key="c", code="print(torch.ones(1))", prints="tensor([1.])"), True),
        (Code(key="c", code="torch::Tensor x;", prints="", language="cpp"), False),
        (Code(key="c", code="print(1)", prints="1"), False),
    ],
)
def test_only_pytorch_code_that_pytorch_did_not_run_says_so(code, says):
    foot = render_foot(_note(code), course_of(code), Stamp(1))
    assert ("Not verified on PyTorch" in foot) is says
    verified = render_foot(_note(code), course_of(code), Stamp(1, None, "2.13.0"))
    assert "Not verified" not in verified
