"""axe-core finds nothing on the page of a class's results, at three widths, light and dark."""

import pytest

from flashcards.results.results_page import render_results_page
from tests.helpers.axe_core import find_violations
from tests.helpers.class_reports import make_class_report


@pytest.fixture(scope="module")
def page():
    return render_results_page(make_class_report())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [500, 1024, 1600])  # a window is never narrower than 500
def test_axe_finds_nothing(page, width, dark, tmp_path):
    assert find_violations(page, tmp_path, width=width, dark=dark) == []


def test_axe_does_find_letters_too_pale_in_the_dark(page, tmp_path):
    broken = page.replace("--ink: #e4e7ec", "--ink: #3a3d42")
    found = find_violations(broken, tmp_path, dark=True)
    assert "color-contrast" in [violation["id"] for violation in found]
