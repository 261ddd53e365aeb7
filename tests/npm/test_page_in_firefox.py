"""The page in Firefox, driven by puppeteer: every form is answered and nothing is lost."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.test_study import CHOSEN, COURSE, HOWS, PAIRS, STEPS, TYPED, check_scores
from tests.helpers.course_files import write_course
from tests.helpers.study_pages import serving, write_site

HERE = Path(__file__).parent
PASSES = [
    (hand, how)
    for at, hand in enumerate(["mouse", "touch", "keys"])
    for place, how in enumerate(HOWS)
    if at == place or os.environ.get("PTQUIZ_ALL_CARDS")
]
"""How everything is answered: each way once, with `make cards` in every combination."""
ANSWERS = {
    **{key: [sorted(texts) for texts in each] for key, each in CHOSEN.items()},
    **TYPED,
    "steps": STEPS,
    "winds/letter": PAIRS,
}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What became of a learner who tried everything."""
    folder = tmp_path_factory.mktemp("firefox")
    site = write_site(write_course(folder / "forms", COURSE), folder / "site")
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "Firefox is not there: apt install firefox-esr"
    with serving(site) as address:
        script, profile = HERE / "study_in_firefox.mjs", folder / "profile"
        told = [json.dumps(ANSWERS), json.dumps(PASSES)]
        done = subprocess.run(
            ["node", str(script), address, firefox, str(profile), *told],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("hand", "how"), PASSES)
def test_every_form_is_answered_and_scored_as_in_the_terminal(found, hand, how):
    rows = found["studied"][f"{hand} {how}"]
    check_scores(rows, how)
    assert len({row["uid"] for row in rows}) == len(rows)


def test_no_answer_is_lost_once_its_verdict_is_shown(found):
    assert set(found["lost"]) == {"reload", "close", "kill"}
    kept = [before for before, _ in found["lost"].values()]
    assert 0 < kept[0] < kept[1] < kept[2]
    assert [after for _, after in found["lost"].values()] == kept


def test_two_tabs_keep_every_answer_once(found):
    assert len(found["tabs"]) == 2
    assert len({row["card"] for row in found["tabs"]}) == 2


def test_a_browser_that_keeps_nothing_is_told_before_the_first_answer(found):
    assert "keeps nothing" in found["refused"]


def test_every_view_is_drawn_and_no_script_fails(found):
    assert found["views"] == ["Browse", "Progress", "Settings"]
    assert found["errors"] == []
