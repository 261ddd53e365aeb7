"""Names of decks, and what stands under them."""

import pytest

from flashcards.anki.decks import make_decks
from flashcards.anki.lock import Released
from flashcards.cards import list_notes
from flashcards.course.model import Resource, StageInfo, Term
from flashcards.text.plain_text import html_to_text
from flashcards.words import Words
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace
from tests.helpers.courses import NOW, course_of, sample_course

TERM = Term(key="a", term="a", meaning="m", stage=1)
ONE = {1: StageInfo(title="Start", weeks="week 1", goal="Use <tensors>.")}
TWO = {**ONE, 2: StageInfo(title="Inside")}
RELEASED = {"en/term": Released("0", NOW)}


def _decks(course, name=None, lang="en", stage=None, lock=RELEASED):
    notes = [note for note in list_notes(course, lang) if stage in (None, note.stage)]
    decks = make_decks(course, notes, Words(lang), lock, name)
    return {deck.name: deck.description for deck in decks.values()}


def test_a_course_of_one_stage_is_one_deck():
    assert list(_decks(course_of(TERM, stages=ONE))) == ["Sample course"]
    assert list(_decks(course_of(TERM, stages={}))) == ["Sample course"]


def test_a_course_that_will_have_more_stages_has_a_deck_for_each():
    decks = ["Sample course", "Sample course::1 Start"]
    assert list(_decks(course_of(TERM, stages=TWO))) == decks


def test_a_stage_under_its_own_name_is_one_deck_and_in_the_main_deck_it_keeps_its_place():
    course = sample_course()
    assert list(_decks(course, "Week: 3", stage=3)) == ["Week: 3"]
    assert list(_decks(course, stage=3)) == ["Sample course", "Sample course::3 Many"]


def test_stages_are_listed_in_their_order_whatever_the_files_order():
    late, early = replace(TERM, key="b", stage=2), TERM
    assert list(_decks(course_of(late, early, stages=TWO))) == [
        "Sample course", "Sample course::1 Start", "Sample course::2 Inside",
    ]  # fmt: skip


def test_a_stage_says_its_goal_how_to_study_and_one_link():
    course = course_of(replace(TERM, see=("docs",)), stages=TWO)
    goal, study, link, origin = _decks(course)["Sample course::1 Start"].split("<br>")
    assert goal == "Goal: Use &lt;tensors&gt;. (week 1)"
    assert "reviews first" in study
    assert link == 'Read on: <a href="https://pytorch.org/docs">The docs</a>'
    assert origin == "A. Author, CC BY 4.0 · Text of 2023-11-14"


def test_the_link_is_the_courses_own_page_if_it_has_one():
    course = course_of(replace(TERM, see=("docs",)), stages=TWO, home="https://example.org/a")
    for text in _decks(course).values():
        assert text.count("<a href") == 1
        assert '<a href="https://example.org/a">Guide, updates and reports</a>' in text


def test_a_course_without_goal_link_or_release_says_the_rest():
    course = replace(course_of(TERM, stages={}), resources={"x": Resource(title="Gone")})
    study, origin = _decks(course, lock={})["Sample course"].split("<br>")
    assert "take turns" in study
    assert origin == "A. Author, CC BY 4.0 · Not released yet"


def test_the_top_deck_lists_its_stages_in_the_decks_language():
    texts = _decks(sample_course(), lang="zh")
    assert next(iter(texts.values())).startswith("1 开始 → 2 内部 → 3 多卡<br>学习这个牌组")
    assert list(texts)[1] == "示例课程::1 开始"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_built_in_descriptions_fit_on_a_phone(lang):
    top, *stages = _decks(builtin_course(), lang=lang).values()
    assert top.count("<a href") == 0, "no source stands for a whole course"
    for text in stages:
        assert text.count("<a href") == 1
        assert text.count("<br>") == 3
    for text in (top, *stages):
        assert len(html_to_text(text)) < 350
