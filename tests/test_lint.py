"""Warnings about cards that are sound but bad, and none about good ones."""

from textwrap import dedent

import pytest

from flashcards.lint import lint
from flashcards.model import Course, CourseInfo
from flashcards.source.decks import read_deck

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0")


def findings(*entries: str) -> list[str]:
    listed = "".join(dedent(entry) for entry in entries)
    deck = read_deck(f"deck: a\ntitle: A\nentries:\n{listed}", "a.yaml")
    found = lint(Course(info=INFO, decks=(deck,)))
    return [f"{'/'.join((each.key, *each.path))}: {each.message}" for each in found]


RECALL = """\
- recall: {question}
  key: k
  answer: {answer}
"""


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        ("What is a stride and why is it kept?", "Steps.", "recall: asks two things at once"),
        ("What is a leaf? What is a root?", "Ends.", "recall: asks two things at once"),
        ("List all dispatch keys.", "Many.", "recall: asks for a bare list"),
        ("What does it do?", "Adds.", "recall: has a pronoun without a referent"),
        ("Does eval() stop autograd?", "No.", "recall: is a yes/no question without a why"),
        (
            "Which call is zero_grad of the optimizer?",
            "zero_grad",
            "recall: the question holds its answer",
        ),
    ],
)
def test_a_bad_question_is_told(question, answer, message):
    entry = RECALL.format(question=f'"{question}"', answer=answer)
    assert findings(entry) == [f"k/{message}"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which tensors keep their gradient by default?", "Leaves that require grad."),
        ("What does `view` do to the storage?", "Nothing, it is shared."),
        ("How do strides and offset find an element?", "As a dot product plus the offset."),
        ("When is a stream synchronised?", "When an event on it is waited for."),
    ],
)
def test_a_good_question_is_left_alone(question, answer):
    assert findings(RECALL.format(question=f'"{question}"', answer=answer)) == []


def test_a_meaning_that_holds_its_term_is_told():
    entry = "- term: bucket\n  key: k\n  meaning: A bucket of gradients.\n"
    assert findings(entry) == [
        "k/meaning: the meaning holds the term 'bucket', which it should single out"
    ]


def test_a_term_inside_a_longer_word_is_fine():
    assert findings("- term: grad\n  key: k\n  meaning: What a gradient is stored in.\n") == []


CHOOSE = """\
- choose: Which call clears the gradients?
  key: k
  right: {{a: {{text: "{right}"}}}}
  wrong: {{b: {{text: "{wrong}"}}, c: {{text: train()}}}}
"""


def test_a_right_option_that_is_much_longer_than_the_others_is_told():
    entry = CHOOSE.format(right="zero_grad() of the optimizer, before the step", wrong="step()")
    assert findings(entry) == ["k/right/a/text: the right option gives itself away by its length"]


def test_options_of_similar_length_are_fine():
    assert findings(CHOOSE.format(right="zero_grad()", wrong="backward()")) == []


def test_all_of_the_above_must_keep_its_place():
    (told,) = findings(CHOOSE.format(right="zero_grad()", wrong="All of the above"))
    assert told.startswith("k/wrong/b/text: an option like 'all of the above' moves")


def test_two_entries_that_ask_nearly_the_same_are_told_once():
    twice = [
        '- recall: "Why does DDP use one process per GPU on each node of the cluster?"\n'
        f"  key: k{n}\n  answer: So that no interpreter lock is shared by GPUs{end}\n"
        for n, end in ((1, "."), (2, "!"))
    ]
    assert findings(*twice) == ["k2: asks nearly the same as 'k1'"]


def test_a_cell_that_names_its_thing_is_told():
    entry = """\
        - compare: {dp: DataParallel, ddp: DDP}
          key: k
          rows:
            p: {aspect: Processes, dp: one, ddp: DDP has many}
        """
    assert findings(entry) == ["k/rows/p/ddp: the cell names 'DDP', which it should single out"]


def test_retired_entries_are_not_judged():
    entry = RECALL.format(question='"What does it do?"', answer="Adds.")
    assert findings(entry + "  retired: Bad card.\n") == []
