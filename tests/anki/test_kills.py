"""Builds that are killed: the target is always whole."""

import base64
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.course_folders import DECK, make_course

KILLS = 42
SCRIPT = Path(__file__).parents[1] / "helpers" / "kill_builds.py"


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_kills_leave_a_whole_file(tmp_path, own_home):
    noise = base64.b64encode(os.urandom(400_000))  # 400 kB that do not compress
    picture = b'<svg xmlns="http://www.w3.org/2000/svg"><!--' + noise + b"--></svg>"
    old = make_course(tmp_path / "old", picture=picture)
    new = make_course(tmp_path / "new", DECK.replace("without", "with no"), picture)
    out = tmp_path / "out"
    out.mkdir()
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(old), str(new), str(out), str(KILLS)],
        capture_output=True,
        text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONPATH": os.getcwd()},
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    print(Counter((each["signal"], each["target"], each["code"]) for each in results))
    assert len(results) == KILLS
    assert {each["target"] for each in results} == {"old", "new"}
    assert {each["left"] for each in results if each["signal"] == "SIGINT"} == {0}
    assert {each["left"] for each in results if each["signal"] != "SIGINT"} <= {0, 1}
    assert {each["left_after_next"] for each in results} == {0}
