"""A term with a scope: shown on every side and in every outlet, never asked for."""

import pytest

from flashcards.anki.fields import render_fields
from flashcards.cards import Card, list_notes
from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.questions.build import make_question
from flashcards.questions.question import TermNames
from flashcards.study.grading import grade_answer
from tests.helpers.changes import replace
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.courses import ask

DECK = """\
deck: words
title: Words
stage: 1
entries:
- {term: region, key: region, scope: MLIR, both: true, meaning: A list of blocks.}
- {term: region, key: map-region, scope: maps, meaning: A part of a country.}
"""
ZH = """\
lang: zh
entries:
  region: {term: 区域, scope: MLIR, meaning: 一组基本块。}
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    files = {**COURSE, "decks/words.yaml": DECK, "decks/zh/words.yaml": ZH}
    return load_course(write_course(tmp_path_factory.mktemp("course"), files))


@pytest.mark.parametrize(
    ("lang", "name", "meaning"),
    [
        ("en", "region (MLIR)", "(MLIR) A list of blocks."),
        ("zh", "区域（MLIR）", "（MLIR）一组基本块。"),
    ],
)
def test_the_scope_stands_with_the_question_in_both_directions(course, lang, name, meaning):
    assert ask(course, "region#0", lang=lang).stem == name
    assert ask(course, "region#1", lang=lang).stem == meaning


@pytest.mark.parametrize(
    ("lang", "typed"),
    [("en", "Region"), ("en", "region (MLIR)"), ("zh", "区域"), ("zh", "区域 (MLIR)")],
)
def test_the_scope_need_not_be_typed_and_does_no_harm(course, lang, typed):
    asked = ask(course, "region#1", lang=lang)
    assert asked.accepted[0] == asked.answer == {"en": "region", "zh": "区域"}[lang]
    assert grade_answer(asked, [typed]).right
    assert not grade_answer(asked, ["MLIR"]).right


def test_a_meaning_that_begins_with_a_block_keeps_its_lines(course):
    note = next(each for each in list_notes(course) if each.key == "region")
    listed = replace(note, entry=replace(note.entry, meaning="- one\n- two"))
    assert make_question(Card(listed, 1), TermNames([listed])).stem == "(MLIR)\n\n- one\n- two"


def test_anki_shows_it_in_the_fields_that_are_there_and_types_the_bare_term(course):
    note = next(each for each in list_notes(course) if each.key == "region")
    fields = render_fields(note)
    assert fields["Question"] == "region (MLIR)"
    assert fields["Meaning"] == "<p>(MLIR) A list of blocks.</p>"
    assert fields["Answer"] == "region"
    assert "<li>region (mlir)</li>" in fields["Accepted"]
    bare = render_fields(replace(note, entry=replace(note.entry, scope=None)))
    assert (bare["Question"], "mlir" in bare["Accepted"]) == ("region", False)
    assert "MLIR" not in bare["Meaning"]


def test_the_glossary_has_two_words_of_one_name(course, capsys):
    run(["glossary", "region", "--course", course.root])
    told = capsys.readouterr().out
    assert "region (MLIR)" in told
    assert "region (maps)" in told
