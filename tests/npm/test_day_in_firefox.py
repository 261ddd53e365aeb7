"""A day of 300 cards of the curriculum in Firefox: no script fails."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.builtin import builtin_course
from tests.helpers.study_pages import serving, write_course_site

HERE = Path(__file__).parent


@pytest.mark.thorough
def test_a_day_of_300_cards_is_studied_in_firefox_without_a_script_error(tmp_path):
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "Firefox is not there: apt install firefox-esr"
    with serving(write_course_site(builtin_course(), tmp_path, "en")) as address:
        done = subprocess.run(
            ["node", str(HERE / "day_in_firefox.mjs"), address, firefox, "300"],
            capture_output=True, text=True, timeout=900,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == []
    assert len(found["seen"]) == 300
