"""Names of decks, and what stands under them."""

import pytest

from flashcards.anki.decks import make_decks
from flashcards.anki.lock import Released
from flashcards.cards import list_notes
from flashcards.course.model import Deck, StageInfo, Term
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.courses import NOW, course_of, package_of

TERM = Term(key="a", term="a", meaning="m", stage=1, see=("docs",))
LATE = replace(TERM, key="b", stage=2)
ONE = {1: StageInfo(title="Start", weeks="week 1", goal="Use <tensors>.")}
TWO = {**ONE, 2: StageInfo(title="Inside")}
GLOSSARY = Deck(deck="glossary", title="Glossary", entries=(replace(TERM, key="w"),))
WORDS = "Sample course::Glossary"
TOP, START, INSIDE = "Sample course", "Sample course::1 Start", "Sample course::2 Inside"


def _decks(course, name=None, lang="en", stage=None, lock=None):
    notes = [note for note in list_notes(course, lang) if stage in (None, note.stage)]
    lock = {"en/term": Released("0", NOW)} if lock is None else lock
    decks = make_decks(course, notes, Words(lang), lock, name)
    return {deck.name: deck.description for deck in decks.values()}


@pytest.mark.parametrize(
    ("course", "options", "names"),
    [
        (course_of(TERM, stages=ONE), {}, [TOP]),
        (course_of(TERM, stages={}), {}, [TOP]),
        (course_of(TERM, stages=TWO), {}, [TOP, START]),  # the other stage will come
        (course_of(LATE, TERM, stages=TWO), {}, [TOP, START, INSIDE]),
        (course_of(LATE, TERM, stages=TWO), {"stage": 2}, [TOP, INSIDE]),
        (course_of(LATE, TERM, stages=TWO), {"stage": 2, "name": "Week::3"}, ["Week: 3"]),
    ],
)
def test_a_stage_is_a_deck_unless_it_is_the_only_one(course, options, names):
    assert list(_decks(course, **options)) == names


@pytest.mark.parametrize(
    ("stages", "words"), [(ONE, WORDS), ({}, WORDS), (TWO, f"{WORDS}::1 Start")]
)
def test_words_of_the_glossary_have_a_deck_of_their_own_beside_the_stages(stages, words):
    course = course_of(TERM, stages=stages)
    course = replace(course, decks=(*course.decks, GLOSSARY))
    topics = START if stages == TWO else TOP
    homes = {note.fields[0]: deck.name for deck in package_of(course).decks for note in deck.notes}
    assert homes == {"sample/en/a": topics, "sample/en/w": words}
    assert next(iter(_decks(course))) == TOP


def test_a_stage_says_its_goal_how_to_study_and_where_it_comes_from():
    goal, study, origin = _decks(course_of(TERM, stages=TWO))[START].split("<br>")
    assert goal == "Goal: Use &lt;tensors&gt;. (week 1)"
    assert "reviews first" in study
    assert origin == "A. Author, CC BY 4.0 · Text of 2023-11-14"
    for text in _decks(course_of(TERM, stages=TWO, home="https://example.org/a")).values():
        assert text.count("<a href") == 1
        assert '<a href="https://example.org/a">Guide, updates and reports</a>' in text


def test_a_course_without_goal_link_or_release_says_the_rest():
    study, origin = _decks(course_of(TERM, stages={}), lock={})[TOP].split("<br>")
    assert "take turns" in study
    assert origin == "A. Author, CC BY 4.0 · Not released yet"
