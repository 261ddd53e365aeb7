"""Tags: what custom study, filtered decks and searches choose by."""

import re
from pathlib import Path

import pytest

from flashcards.course.model import Term
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import course_of, package_of, write_package

DOCS = Path(__file__).parents[2] / "docs" / "anki.md"


def test_a_note_has_its_stage_kind_difficulty_deck_and_topics():
    term = Term(
        key="a", term="a", meaning="m", stage=2, tags=("memory", "cuda"), difficulty="hard",
    )  # fmt: skip
    [note] = package_of(course_of(term)).notes
    assert note.tags == [
        "ptquiz::lang::en", "ptquiz::stage::2", "ptquiz::kind::term", "ptquiz::difficulty::hard",
        "ptquiz::deck::all", "ptquiz::topic::memory", "ptquiz::topic::cuda",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def student(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tags")
    made = package_of(builtin_course(), lang="en")
    with learner(folder / "student") as who:
        who.imports(write_package(folder, made))
        who.review(5, rating=0)
        yield who


def _searches_of_the_docs():
    section = DOCS.read_text(encoding="utf-8").partition("## Ready searches")[2].partition("\n## ")
    return re.findall(r"^\| `([^`]+)` \|", section[0], re.MULTILINE)


@pytest.mark.thorough
def test_the_docs_have_five_searches_that_find_cards(student):
    searches = _searches_of_the_docs()
    assert len(searches) == 5
    for search in searches:
        assert student.col.find_cards(search), search


def test_a_filtered_deck_can_be_made_of_a_tag(student):
    deck = student.col.sched.get_or_create_filtered_deck(deck_id=0)
    deck.config.search_terms[0].search = "tag:ptquiz::kind::code tag:ptquiz::difficulty::hard"
    made = student.col.sched.add_or_update_filtered_deck(deck)
    assert student.col.decks.card_count(made.id, include_subdecks=False) > 0
