"""Much at once on the page of the curriculum: a day of 300 cards."""

from pathlib import Path

import pytest

from tests.helpers.builtin import builtin_course
from tests.helpers.chromium import set_width
from tests.helpers.study_pages import StudyPage, serving, write_course_site

DAY = (Path(__file__).parents[1] / "helpers" / "study_day.js").read_text(encoding="utf-8")
LATER = """
Promise.race([window.day, new Promise((go) => setTimeout(go, 30e3))]).then(arguments[0]);
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return write_course_site(builtin_course(), tmp_path_factory.mktemp("site"), "en")


@pytest.mark.thorough
def test_a_day_of_300_cards_is_studied_without_a_script_error(chromium, site):
    with serving(site) as address:
        set_width(chromium, 390)
        page = StudyPage(chromium, address, builtin_course().info.id).open()
        page.errors()
        chromium.execute_script(f"{DAY} window.day = studyDay(300).catch((error) => error.stack)")
        while (seen := chromium.execute_async_script(LATER)) is None:
            pass  # each step of it has its own limit
        assert isinstance(seen, list), seen
        assert len(seen) == 300
        assert page.errors() == []
        assert (
            len({row["card"] for row in page.rows()}) >= 299
        )  # the last one may wait for a rating
