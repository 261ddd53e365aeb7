"""axe-core finds nothing serious on the preview, by day, by night and at phone width."""

from pathlib import Path

import pytest

from flashcards.cards import list_notes
from flashcards.preview.page import PageDetails, render_page
from flashcards.source import load_course
from tests.helpers.axe_core import find_violations

HERE = Path(__file__).parent
COURSE = HERE.parent / "preview" / "data" / "every-kind"


@pytest.fixture(scope="module")
def preview():
    course = load_course(COURSE, label="")
    every = [note for lang in course.info.languages for note in list_notes(course, lang)]
    sight = PageDetails(
        warnings={"clear-gradients": ["the right option is the longest"]},
    )
    return render_page(course, every, sight)


@pytest.mark.parametrize("state", ["", "night=1", "phone=1", "quiz=1", "quiz=1&night=1"])
def test_axe_finds_nothing_serious(preview, state, tmp_path):
    assert [
        v
        for v in find_violations(preview, tmp_path, state)
        if v["impact"] in ("serious", "critical")
    ] == []


def test_axe_does_find_a_planted_mistake(preview, tmp_path):
    broken = preview.replace('<label>Search <input id="search"', '<div><input id="search"')
    assert "label" in [v["id"] for v in find_violations(broken, tmp_path)]
