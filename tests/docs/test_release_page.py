"""What a release hands out beside the packages, which `make rehearsal` makes whole."""

import pytest

import flashcards
from docs.release.make_release import find_changes, list_todo, write_page
from flashcards.cards import list_cards
from tests.helpers.builtin import builtin_course


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_shared_deck_page_has_the_figures_of_the_course(lang):
    course = builtin_course()
    page = write_page(course, lang)
    assert str(len(list_cards(course, lang))) in page
    assert course.titles.get(lang, {}).get("goals/1", course.info.stages[1].goal) in page
    assert flashcards.__version__ in page
    assert "{" not in page
    assert "None" not in page


def test_the_changelog_speaks_of_this_version_and_of_no_other():
    section = find_changes(flashcards.__version__)
    assert section.startswith(f"## {flashcards.__version__}")
    assert section.count("\n## ") == 0
    with pytest.raises(SystemExit, match="says nothing about version 99"):
        find_changes("99.0.0")


def test_a_lock_or_a_changelog_that_is_not_ready_is_told(tmp_path):
    lock, released, notes = (tmp_path / name for name in ("lock", "released", "notes"))
    released.write_text("ptquiz-lock 2\n")
    notes.write_text("## 1.0.0 (unreleased)\n")
    assert len(list_todo(lock, released, notes)) == 2
    lock.write_text("ptquiz-lock 2\n")
    notes.write_text("## 1.0.0 (2026-12-01)\n\nNothing is (unreleased) here.\n")
    assert list_todo(lock, released, notes) == []
    lock.write_text("ptquiz-lock 2\nnote\n")
    assert list_todo(lock, released, notes) == [
        "ptquiz build --release, and commit decks/deck.lock"
    ]
