"""A pool: each block's whole selection, and how many to draw from it."""

import json
import re
from dataclasses import replace

import pytest

from flashcards.export.quiz_export import export_quiz
from flashcards.model import Pick, Quiz, Selection, Term
from flashcards.selection import TooFewCards
from tests.helpers.export_readers import canvas_document, moodle_categories, read_moodle

QUIZ = Quiz(
    quiz="q", title="Exam", seed="s",
    picks=(
        Pick(title="Terms", count=3, points=2),
        Pick(title="Named", select=Selection(key=("t0", "t1")), count=1),
        Pick(title="All of these", select=Selection(key=("t2",))),
    ),
)  # fmt: skip


@pytest.fixture
def course(table_course):
    terms = tuple(
        Term(key=f"t{n}", term=f"term {n}", meaning=f"The meaning {n}.") for n in range(9)
    )
    return replace(table_course, decks=(replace(table_course.decks[0], entries=terms),))


def keys(ids):
    return sorted(name.partition("#")[0] for name in ids)


def test_moodle_gets_a_category_for_each_block_that_says_how_many_to_draw(course):
    data = export_quiz(course, QUIZ, "moodle", pool=True).files[".xml"]
    assert [path.rpartition("/")[2] for path in moodle_categories(data)] == [
        "Terms (draw 3)", "Named (draw 1)", "All of these",
    ]  # fmt: skip
    assert re.findall(rb"Draw \d+ of these \d+ questions", data) == [
        b"Draw 3 of these 6 questions", b"Draw 1 of these 2 questions",
    ]  # fmt: skip
    assert len(read_moodle(data)) == 6 + 2 + 2


def test_a_block_with_a_count_pools_one_card_of_each_note_so_that_none_is_asked_twice(
    course,
):
    told = json.loads(export_quiz(course, QUIZ, "json", pool=True).files[".json"])
    blocks = {}
    for each in told["questions"]:
        blocks.setdefault(each["block"], []).append(each["id"])
    assert keys(blocks["Terms"]) == ["t3", "t4", "t5", "t6", "t7", "t8"]
    assert keys(blocks["Named"]) == ["t0", "t1"]
    assert keys(blocks["All of these"]) == ["t2", "t2"]
    assert told["pools"] == [
        {"block": "Terms", "draw": 3, "of": 6}, {"block": "Named", "draw": 1, "of": 2},
    ]  # fmt: skip
    assert told["points"] == 3 * 2 + 1 + 2


def test_a_card_that_two_blocks_select_is_in_the_pool_of_the_narrower_one_whatever_their_order(
    course,
):
    for picks in (QUIZ.picks, QUIZ.picks[::-1]):
        exported = export_quiz(course, replace(QUIZ, picks=picks), "moodle", pool=True)
        rows = read_moodle(exported.files[".xml"])
        assert len({row["id"] for row in rows}) == len(rows) == 10


def test_canvas_gets_groups_that_pick_so_many(course):
    exported = export_quiz(course, QUIZ, "canvas", pool=True)
    settings = canvas_document(exported.files[".zip"], "assessment_meta.xml")
    quiz = canvas_document(exported.files[".zip"], f"{settings.get('identifier')}.xml")
    groups = quiz.findall(".//section/section")
    assert [
        (g.get("title"), g.findtext(".//selection_number"), len(g.findall("item"))) for g in groups
    ] == [("Terms", "3", 6), ("Named", "1", 2), ("All of these", "2", 2)]
    assert settings.findtext("points_possible") == "9"


def test_a_quiz_without_blocks_is_one_pool(course):
    quiz = Quiz(quiz="q", title="Exam", count=4)
    data = export_quiz(course, quiz, "moodle", pool=True).files[".xml"]
    assert [path.rpartition("/")[2] for path in moodle_categories(data)] == ["Exam (draw 4)"]
    assert len(read_moodle(data)) == 9


def test_a_pool_that_is_too_small_is_an_error_that_names_the_block(course):
    picks = (Pick(title="Few", select=Selection(key=("t0",)), count=2),)
    with pytest.raises(TooFewCards, match="Few: 1 of 2 questions"):
        export_quiz(course, replace(QUIZ, picks=picks), "moodle", pool=True)


def test_without_a_pool_nothing_says_draw(course):
    data = export_quiz(course, QUIZ, "moodle").files[".xml"]
    assert b"raw " not in data
    assert moodle_categories(data)[0].endswith("/Terms")
