"""The page in Firefox, driven by puppeteer: every form is answered and nothing is lost."""

import json
import shutil
import subprocess
from pathlib import Path

from tests.browser.test_study import CHOSEN, COURSE, PAIRS, STEPS, TYPED, check_scores
from tests.helpers.study_pages import make_site, serving

ANSWERS = {
    **{key: [sorted(texts) for texts in choices] for key, choices in CHOSEN.items()},
    **TYPED,
    "steps": STEPS,
    "winds/letter": PAIRS,
}


def test_every_form_is_scored_in_firefox_and_an_answer_outlives_a_browser_that_is_killed(tmp_path):
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "Firefox is not there: apt install firefox-esr"
    script = Path(__file__).with_name("study_in_firefox.mjs")
    with serving(make_site(COURSE, tmp_path)) as address:
        done = subprocess.run(
            ["node", script, address, firefox, tmp_path / "profile", json.dumps(ANSWERS)],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    check_scores(seen["rows"], "half")
    last = {row["card"]: row for row in sorted(seen["rows"], key=lambda row: row["at"])}
    assert (last["one#0"]["form"], last["one#0"]["rating"]) == ("single", 2)  # after choices
    assert last["sum#0"]["form"] == "reveal"
    assert seen["views"] == ["Browse", "Progress", "Settings"]
    assert seen["lost"][0] == seen["lost"][1] > 0
    assert seen["errors"] == []
