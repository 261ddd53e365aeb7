"""What Moodle's reader and filters would do to a text, and how the file keeps it whole."""

import re
import xml.etree.ElementTree as ET

import pytest

from flashcards.cards import Note
from flashcards.course.model import Choose, Cloze, Code, Deck, Option, Order, Quiz, Recall
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions.draw import draw_quiz
from tests.helpers.changes import replace
from tests.helpers.export_readers import read_moodle
from tests.helpers.moodle_filters import replace_emoticons
from tests.helpers.moodle_parser import parse_as_moodle


def plan_of(*entries, lock=()):
    deck = Deck(deck="d", title="D", entries=entries)
    notes = [Note(entry.key, entry, deck, "c") for entry in entries]
    quiz = Quiz(quiz="q", title="Q", shuffle=False, lock=lock)
    questions = draw_quiz(quiz, notes, "s").questions
    return QuizPlan(title="Q", course="C", questions=questions, seed="s", version="1")


def moodle_rows(*entries):
    exported = export_moodle(plan_of(*entries))
    return read_moodle(exported.files[".xml"])


def test_the_model_of_the_reader_loses_white_space_between_entities_as_moodle_does():
    written = b"<quiz><text>y[0, 0] = 1&lt;/a&gt;\n&lt;b&gt; &lt;c&gt; d</text></quiz>"
    assert parse_as_moodle(written).findtext("text") == "y[0, 0] = 1</a><b><c> d"
    kept = b"<quiz><text><![CDATA[1</a>\n<b> <c> d]]></text></quiz>"
    assert parse_as_moodle(kept).findtext("text") == "1</a>\n<b> <c> d"


def test_an_answer_with_a_space_between_brackets_arrives_as_it_is_typed():
    types = "<class 'int'> <class 'float'>"
    rows = moodle_rows(Code(key="types", code="print(type(1), type(1.0))", prints=types))
    assert rows[0]["answers"] == [[types, 100, ""]]


def test_long_lines_are_broken_and_pictures_shrink_in_a_narrow_window():
    code = "raise RuntimeError('" + "a very long message " * 12 + "')"
    entry = Recall(
        key="wide", recall=f"Read it:\n\n```\n{code}\n```\n\n![A drawing](a.svg)", answer="1"
    )
    plan = replace(plan_of(entry), pictures={"a.svg": b"<svg/>"})
    text = ET.fromstring(export_moodle(plan).files[".xml"]).findtext(".//questiontext/text")
    assert text.startswith('<span class="nolink" style="overflow-wrap:anywhere"><p>')
    assert re.findall("<(?:pre|img) [^>]*>", text) == [
        '<pre style="white-space:pre-wrap">',
        '<img style="max-width:100%;height:auto" src="@@PLUGINFILE@@/a.svg" alt="A drawing">',
    ]


def test_a_step_is_one_element_because_moodle_sets_what_it_holds_in_columns():
    steps = {"a": "Call `backward()` once.", "b": "Then `step()`.", "c": "`zero_grad()`"}
    entry = Order(key="steps", order="In which order?", steps=steps)
    (question,) = ET.fromstring(export_moodle(plan_of(entry)).files[".xml"])[1:]
    shown = [ET.fromstring(text.text) for text in question.findall("answer/text")]
    assert ["".join(step.itertext()) for step in shown] == [
        step.replace("`", "") for step in steps.values()
    ]


def test_moodle_writes_no_instruction_above_ours():
    (question,) = ET.fromstring(export_moodle(plan_of(locked(None))).files[".xml"])[1:]
    assert "Choose one." in question.findtext("questiontext/text")
    assert question.findtext("showstandardinstruction") == "0"


def test_the_end_mark_of_cdata_and_a_lone_zero_arrive():
    rows = moodle_rows(Recall(key="end", recall="a]]> b ]]>", answer="0"))
    assert rows[0]["text"].startswith("a]]> b ]]>")
    assert rows[0]["grader"] == "0"


@pytest.mark.parametrize(
    "text",
    ["`x.add(y)`", "`f(n)` is `O(n)`", "shape:(3, 4)", "a range 0-8-) of > -) it", "$O(n)$", "( )",
     ":-)-)", "`a:(b)`(y)", "```python\nx.add(y)\n```", "x > (y)", "&-) a;-)"],
)  # fmt: skip
def test_no_text_becomes_an_emoticon_in_moodle_xml(text):
    entry = Choose(
        key="k", choose=text, right={"r": Option(text=text, why=text)},
        wrong={"w": Option(text="other")}, why=text,
    )  # fmt: skip
    (row,) = moodle_rows(entry)
    assert "[emoticon]" not in str(row)


def test_the_model_of_the_filter_sees_into_code_without_the_mark():
    assert replace_emoticons("<code>x.add(y)</code>") == '<code>x.add<img alt="emoticon"></code>'


def test_a_gap_whose_answer_looks_like_an_emoticon_stays_a_gap():
    (row,) = moodle_rows(Cloze(key="k", cloze="Thumbs up is (y) there.", gaps={1: "(y)"}))
    assert row["type"] == "cloze"
    assert "{1:SHORTANSWER:=(y)}" in row["text"]


def locked(lock):
    return Choose(
        key="k", choose="Q", right={"r": Option(text="right")},
        wrong={"w": Option(text="wrong"), "n": Option(text="None of these", lock=lock)},
    )  # fmt: skip


def test_one_locked_option_stops_all_shuffling_in_moodle_and_that_is_told():
    exported = export_moodle(plan_of(locked("last")))
    assert [str(outcome) for outcome in exported.outcomes] == [
        "degraded  k#0: options are not shuffled: Moodle cannot keep one of them in place"
    ]
    assert not read_moodle(exported.files[".xml"])[0]["shuffle"]


def test_a_question_whose_options_all_keep_their_order_is_kept():
    exported = export_moodle(plan_of(locked(None), lock=("k",)))
    assert exported.lost == []
