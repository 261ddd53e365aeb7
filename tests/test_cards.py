"""Notes and cards: permanent names, the ordinals of the design's table."""

from textwrap import dedent

import pytest

from flashcards.cards import list_cards, list_notable_aliases, list_notes
from flashcards.course.model import Compare, Course, CourseInfo, Row, Term
from tests.helpers.changes import translate
from tests.helpers.courses import course_of
from tests.helpers.one_deck import read_deck

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0", languages=("en", "zh"))

ALL_KINDS = dedent("""\
    deck: all
    title: All kinds
    entries:
    - concept: How DDP keeps replicas equal
      key: ddp-sync
      points: {init: Rank 0 broadcasts., grad: Gradients are averaged.}
    - term: bucket
      key: ddp-bucket
      meaning: Gradients reduced in one call.
    - compare: {dp: DataParallel, ddp: DistributedDataParallel, fsdp: FSDP}
      key: dp-ddp
      rows:
        process:
          aspect: Processes
          dp: one for all GPUs
          ddp: one per GPU
          fsdp: "One  per `GPU`"
          wrong: {node: one per machine}
          ask: {ddp: How many processes does DDP start?}
        shards:
          aspect: Shards
          dp: no
          ddp: nothing
          fsdp: parameters
          which: {dp: Which one is first?, fsdp: Which one shards parameters?}
        plain: {aspect: Plain, dp: 1, ddp: 2, fsdp: 3}
    - code: print(1)
      key: one
      prints: 1
    - choose: Which?
      key: which
      right: {a: {text: A}}
      wrong: {b: {text: B}}
    - order: One step
      key: step
      steps: {fwd: Forward, bwd: Backward}
    - cloze: at::Tensor y = f({{1, 2}});
      key: call
      gaps: {1: "at::Tensor", 3: "{{1, 2}}"}
    - recall: Why?
      key: why
      answer: Because.
    """)


def course(text: str = ALL_KINDS, **more) -> Course:
    return Course(info=INFO, decks=(read_deck(text, "all.yaml"),), **more)


def test_every_kind_has_the_cards_of_the_table():
    assert [card.id for card in list_cards(course())] == [
        "ddp-sync#0",
        "ddp-bucket#0", "ddp-bucket#1",
        "dp-ddp/process#2",
        "dp-ddp/shards#0", "dp-ddp/shards#1", "dp-ddp/shards#3",
        "dp-ddp/plain#0",
        "one#0", "which#0", "step#0",
        "call#0", "call#2",
        "why#0",
    ]  # fmt: skip


def test_retired_entries_are_left_out_unless_asked_for():
    retired = course(ALL_KINDS.replace("  key: why\n", "  key: why\n  retired: Asked elsewhere.\n"))
    assert "why" not in [note.key for note in list_notes(retired)]
    assert "why" in [note.key for note in list_notes(retired, retired=True)]


@pytest.mark.parametrize("is_stale", [False, True])
def test_another_language_has_the_entries_that_are_translated_with_the_same_ids(is_stale):
    why = read_deck(ALL_KINDS, "all.yaml").entries[-1]
    texts = {("recall",): "为什么？", ("answer",): "因为。"}
    done = translate(why, texts, is_stale)
    (note,) = list_notes(course(translations={"zh": {"why": done}}), "zh")
    assert (note.key, note.entry.recall, note.entry.answer) == ("why", "为什么？", "因为。")
    assert [card.id for card in note.cards] == ["why#0"]
    assert note.stale is is_stale


@pytest.mark.parametrize(
    ("term", "aliases", "shown"),
    [
        ("gradient bucket", ["bucket", "DDP bucket", "gradient buckets"], ("DDP bucket",)),
        ("DTensor", ["distributed tensor", "torch.DTensor"], ("distributed tensor",)),
        ("a", ["bb", "cc", "dd", "ee"], ("bb", "cc", "dd")),
    ],
)
def test_a_card_shows_three_aliases_at_most_that_are_other_words(term, aliases, shown):
    entry = Term(key="t", term=term, meaning="M.", aliases=aliases)
    assert list_notable_aliases(entry) == shown


def test_of_more_things_the_first_four_are_asked_about():
    things = {f"t{n}": f"Thing {n}" for n in range(6)}
    row = Row(aspect="R", **dict.fromkeys(things, "x"), ask=dict.fromkeys(things, "What?"))
    [note] = list_notes(course_of(Compare(key="c", compare=things, rows={"r": row})))
    assert [card.ordinal for card in note.cards] == [1, 2, 3, 4]
