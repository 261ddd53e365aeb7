"""A whole row: asked by its author's sentence, or matched with one option more than things."""

import io
from textwrap import dedent

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.fields import render_fields
from flashcards.cards import list_cards, list_notes
from flashcards.counts import count_course, list_keys
from flashcards.export.canvas import export_canvas
from flashcards.questions.question import guessing_score
from flashcards.study.grading import Verdict, grade_answer
from flashcards.terminal.card_view import print_reasons
from flashcards.terminal.rich_text import Page
from flashcards.text.plain_text import normalize_text
from tests.helpers.courses import ask, course_of
from tests.helpers.export_readers import read_canvas
from tests.helpers.one_deck import read_deck
from tests.helpers.quiz_plans import plan_course

TWO = dedent("""\
    deck: two
    title: Two things
    entries:
    - compare: {dp: DataParallel, ddp: DDP}
      key: dp-ddp
      rows:
        said:
          aspect: Processes
          question: How many processes do DataParallel and DDP start on 4 GPUs?
          dp: one
          ddp: four
        apart:
          aspect: Copies of the weights
          dp: in every forward
          ddp: once
          wrong: {step: in every step}
          ask: {dp: When does DataParallel copy the weights?}
        lost: {aspect: Speed, dp: low, ddp: high}
    """)
MATCHED = dedent("""\
    deck: three
    title: Three things
    entries:
    - compare: {view: "`view`", reshape: reshape, clone: clone}
      key: copies
      rows:
        copy:
          aspect: Whether data is copied
          view: never
          reshape: if it must
          clone: always
          wrong:
            half: {text: half of it, why: Nothing copies a half.}
            none: {text: none of these, lock: last}
    """)
SHARED = MATCHED.replace("clone: clone}", "clone: clone, repeat: repeat}").replace(
    "      clone: always\n", "      clone: always\n      repeat: Always\n"
)


def read_course(text):
    return course_of(*read_deck(text, "d.yaml").entries)


def test_a_row_is_asked_whole_only_by_a_sentence_or_as_a_match():
    assert [card.id for card in list_cards(read_course(TWO))] == ["dp-ddp/said#0", "dp-ddp/apart#1"]
    assert [card.id for card in list_cards(read_course(MATCHED))] == ["copies/copy#0"]


def test_the_sentence_is_the_question_and_the_aspect_heads_the_answer():
    asked = ask(read_course(TWO), "dp-ddp/said#0")
    assert (asked.form, asked.stem) == (
        "reveal",
        "How many processes do DataParallel and DDP start on 4 GPUs?",
    )
    assert asked.answer == "|  | Processes |\n|---|---|\n| DataParallel | one |\n| DDP | four |"


def test_a_sentence_takes_the_place_of_the_aspect_of_a_match():
    text = MATCHED.replace("      view: never", "      question: Which copies?\n      view: never")
    assert ask(read_course(text), "copies/copy#0").stem == "Which copies?"


def test_a_row_that_nothing_asks_is_nowhere_an_empty_note():
    course = read_course(TWO)
    assert "dp-ddp/lost" not in [source.note.key for source in load_sources(course, "en")[0]]
    assert count_course(course)["cards"] == 2
    only = read_course(TWO[: TWO.index("    said:")] + TWO[TWO.index("    lost:") :])
    assert (list_notes(only), list_keys(only), count_course(only)["cards"]) == ([], [], 0)


def test_more_than_three_things_are_never_recalled_at_once():
    things = "{a: A, b: B, c: C, d: D}"
    row = "{aspect: X, question: What are they?, a: 1, b: 1, c: 2, d: 2}"
    text = f"deck: d\ntitle: D\nentries:\n- compare: {things}\n  key: k\n  rows:\n    r: {row}\n"
    assert list_cards(read_course(text)) == []
    with_ask = text.replace("d: 2}", "d: 2, wrong: {w: 3}, ask: {a: What is A?}}")
    assert [card.id for card in list_cards(read_course(with_ask))] == ["k/r#1"]
    three = text.replace(", d: D", "").replace(", d: 2", "")
    assert [card.id for card in list_cards(read_course(three))] == ["k/r#0"]


@pytest.mark.parametrize("text", [MATCHED, SHARED])
def test_a_match_has_one_option_of_wrong_more_than_cells(text):
    asked = ask(read_course(text), "copies/copy#0")
    assert sorted(each.name for each in asked.options) == ["clone", "half", "reshape", "view"]
    assert [each.name for each in asked.distractors] == ["half"]
    assert guessing_score(asked) == 1 / 4
    assert asked.shares_options == (text is SHARED)


def test_a_surplus_never_says_what_a_cell_says_and_the_seed_chooses_it():
    course = read_course(MATCHED.replace("none of these, lock: last", "a third of it"))
    questions = [ask(course, "copies/copy#0", str(n)) for n in range(20)]
    assert {asked.distractors[0].name for asked in questions} == {"half", "none"}
    for asked in questions:
        assert len({normalize_text(each.text) for each in asked.options}) == len(asked.options)


def test_the_cells_are_never_shown_in_the_order_of_the_things():
    course = read_course(MATCHED)
    for seed in map(str, range(100)):
        asked = ask(course, "copies/copy#0", seed)
        fitting = [each.name for each in asked.options if each.name != "half"]
        assert fitting != ["view", "reshape", "clone"]


def test_a_surplus_in_place_of_a_cell_costs_its_thing_alone():
    asked = ask(read_course(MATCHED), "copies/copy#0")
    assert grade_answer(asked, ("view", "reshape", "clone")).right
    verdict = grade_answer(asked, ("view", "half", "clone"))
    assert verdict.score == pytest.approx(2 / 3)
    assert verdict.false == ("half",)


def test_canvas_offers_the_surplus_and_gives_no_points_for_it():
    data = export_canvas(plan_course(read_course(MATCHED))).files[".zip"]
    (read,) = read_canvas(data)
    assert read["stems"] == {"view": "never", "reshape": "if it must", "clone": "always"}
    assert read["labels"] == ["always", "half of it", "if it must", "never"]


def test_the_terminal_names_the_surplus_before_its_reason():
    asked, to = ask(read_course(MATCHED), "copies/copy#0"), io.StringIO()
    print_reasons(Page(file=to), asked, Verdict(0.0, false=("half",)))
    assert "✗ half of it: Nothing copies a half." in " ".join(to.getvalue().split())


def test_anki_has_no_card_of_a_whole_row_that_is_asked_apart():
    said, apart = (render_fields(note) for note in list_notes(read_course(TWO)))
    assert said["Question"] == "How many processes do DataParallel and DDP start on 4 GPUs?"
    assert (said["Items"] != "", apart["Items"]) == (True, "")
    assert apart["Question"] == "Copies of the weights: how do DataParallel and DDP differ?"
    assert apart["Ask 1"] == "When does DataParallel copy the weights?"
