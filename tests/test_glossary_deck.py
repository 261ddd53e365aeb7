"""The deck of words: a table of terms, asked after the topics of their stage and in no quiz."""

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.course.load import load_course
from flashcards.course.model import Block, Quiz, Selection
from flashcards.errors import ProblemsFound
from flashcards.questions.draw import draw_quiz
from flashcards.selection import filter_by_quiz
from flashcards.study.plan import order_new_cards
from tests.helpers.course_files import write_course

HEAD = "deck: glossary\ntitle: Glossary\ntags: [word]\n"
LIST = "entries: [{key: late, stage: 2, term: late, meaning: After all.}]\n"
TABLE = """\
terms:
  rank: {stage: 2, term: rank, meaning: A process., aliases: [global rank]}
  lane: {stage: 1, term: lane, meaning: A place., both: true}
"""
TOPICS = """\
deck: topics
title: Topics
entries:
- {key: two, stage: 2, choose: What?, right: {a: A}, wrong: {b: B, c: C}}
- {key: one, stage: 1, choose: Where?, right: {a: A}, wrong: {b: B, c: C}}
"""
FILES = {
    "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: L\n",
    "decks/a.yaml": TOPICS,
    "decks/0.yaml": HEAD + TABLE + LIST,
}
WORDS, NO_TOPICS = Selection(deck=("glossary",)), Selection(exclude_deck=("topics",))
BOTH = Block(select=Selection(deck=("topics", "glossary"), exclude_deck=("x",)), count=3)


@pytest.fixture
def folder(tmp_path):
    return write_course(tmp_path / "course", FILES)


@pytest.fixture
def course(folder):
    return load_course(folder, label="")


def test_its_terms_are_entries_behind_the_others_with_the_defaults_of_the_deck(course):
    late, rank, lane = course.decks[0].entries
    assert (late.key, rank.key, lane.key) == ("late", "rank", "lane")
    assert (rank.tags, rank.aliases, rank.both, lane.both) == (("word",), ("global rank",), 0, 1)
    assert [card.id for card in list_cards(course)][:4] == ["late#1", "rank#1", "lane#0", "lane#1"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("entries: []\n" + TABLE, ":4:10: 'entries' must be a list"),
        ("terms: [lane]\n", ":4:8: 'terms' must be a mapping"),
        ("terms:\n  lane: {term: lane, stage: 1, answer: A.}\n", ":5:32: unknown field 'answer'"),
        ("terms:\n  Lane: {term: lane, stage: 1, meaning: A.}\n", ":5:9: 'key' must be lower-case"),
        (LIST + TABLE.replace("rank:", "late:", 1), ":6:9: key 'late' is already used"),
    ],
)
def test_a_mistake_in_a_table_is_told_at_its_place(tmp_path, text, told):
    folder = write_course(tmp_path, {**FILES, "decks/0.yaml": HEAD + text})
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    assert f"decks/0.yaml{told}" in str(found.value)


@pytest.mark.parametrize(
    ("fields", "keys"),
    [
        ({}, "two one"),
        ({"select": WORDS}, "late rank lane"),
        ({"select": Selection(key=("lane", "one"))}, "lane one"),
        ({"picks": (Block(select=WORDS, count=3), Block(count=2))}, "late rank lane two one"),
        ({"picks": (Block(count=2),)}, "two one"),
        ({"select": NO_TOPICS, "picks": (BOTH,)}, "late rank lane"),
    ],
)
def test_a_quiz_asks_for_words_only_where_it_names_them(course, fields, keys):
    quiz, notes = Quiz(quiz="q", title="Q", **fields), list_notes(course)
    assert [note.key for note in filter_by_quiz(notes, quiz)] == keys.split()
    for exam in (True, False):
        drawn = draw_quiz(quiz, notes, "s", exam=exam).cards
        assert {card.note.key for card in drawn} == {*keys.split()}


def test_new_words_come_after_the_topics_of_their_stage(course):
    ordered = [card.note.key for card in order_new_cards(list_cards(course))]
    assert ordered == ["one", "lane", "lane", "two", "late", "rank"]


def test_a_deck_is_excluded_by_its_name(ptquiz, folder):
    preview = ("preview", str(folder), "-o", "p.html", "--exclude-deck")
    assert ptquiz(*preview, "glossary") == (0, "Wrote p.html: 2 cards of C.\n", "")
    none = "no cards match --exclude-deck glossary,topics\n"
    assert ptquiz(*preview, "glossary", "--exclude-deck", "topics") == (1, "", none)
    assert "--exclude-deck: the course has no deck 'topic'" in ptquiz(*preview, "topic")[2]


@pytest.mark.parametrize(
    ("words", "kept"), [((), 2), (("--deck", "glossary"), 4), (("--key", "lane"), 2)]
)
def test_an_export_has_the_words_only_where_they_are_named(ptquiz, folder, words, kept):
    said = ptquiz("export", "csv", str(folder), *words, "-o", "q.csv")
    assert said[:2] == (0, f"{kept} kept, 0 degraded, 0 refused of C\nWrote q.csv\n")
