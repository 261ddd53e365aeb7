"""Notes and cards: permanent names, the ordinals of the design's table."""

import pytest

from flashcards.anki.fields import render_fields
from flashcards.cards import list_cards, list_notes
from flashcards.course.model import Compare, Row, Term
from tests.helpers.changes import replace, translate
from tests.helpers.courses import ENTRIES, course_of

WHY = ENTRIES[-1]


def test_every_kind_has_the_cards_of_the_table():
    assert [card.id for card in list_cards(course_of(*ENTRIES))] == [
        "ddp-sync#0",
        "bucket#0", "bucket#1",
        "dp-ddp/process#0", "dp-ddp/process#1", "dp-ddp/process#2",
        "dp-ddp/loss#0", "dp-ddp/loss#1",
        "stride#0", "clear#0", "one-step#0",
        "cpp#0", "cpp#1", "cpp#3",
        "leaf#0", "leaf#1", "leaf#2",
        "why-process#0",
    ]  # fmt: skip


@pytest.mark.parametrize(("both", "cards"), [(False, ["t#1"]), (True, ["t#0", "t#1"])])
def test_a_term_is_asked_for_by_its_meaning_and_its_meaning_only_if_the_author_says_so(both, cards):
    term = Term(key="t", term="leaf", meaning="It ends.", both=both)
    assert [card.id for card in list_cards(course_of(term))] == cards
    assert render_fields(list_notes(course_of(term))[0])["One way"] == ("" if both else "1")


def test_retired_entries_are_left_out_unless_asked_for():
    retired = course_of(replace(WHY, retired="Asked elsewhere."))
    assert list_notes(retired) == []
    assert [note.key for note in list_notes(retired, retired=True)] == ["why-process"]


def test_another_language_has_the_entries_that_are_translated_with_the_same_ids():
    done = translate(WHY, {("recall",): "为什么？", ("answer",): "因为。"})
    course = replace(course_of(*ENTRIES), translations={"zh": {WHY.key: done}})
    (note,) = list_notes(course, "zh")
    assert (note.key, note.entry.recall, note.entry.answer) == (WHY.key, "为什么？", "因为。")
    assert [card.id for card in note.cards] == ["why-process#0"]


def test_of_more_things_the_first_four_are_asked_about():
    things = {f"t{n}": f"Thing {n}" for n in range(6)}
    row = Row(aspect="R", **dict.fromkeys(things, "x"), ask=dict.fromkeys(things, "What?"))
    [note] = list_notes(course_of(Compare(key="c", compare=things, rows={"r": row})))
    assert [card.ordinal for card in note.cards] == [1, 2, 3, 4]
