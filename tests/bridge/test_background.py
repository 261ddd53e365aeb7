"""`sync = "auto"`: a sitting syncs beside itself, never waits for it and never fails by it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.anki.bridge.account import Account, write_account
from flashcards.reviews.store import open_reviews
from flashcards.source import load_course
from tests.helpers.anki_devices import NAME, free_port, household

ROOT = Path(__file__).parents[2]
MODULES = """
import json, sys
from flashcards.cli import run
from flashcards.terminal.lines import LineInterface
show = LineInterface.show_question
def tell_and_show(self, *arguments):
    print("MODULES " + json.dumps(sorted(sys.modules)))
    show(self, *arguments)
LineInterface.show_question = tell_and_show
sys.exit(run(sys.argv[1:]))
"""
"""The quiz, telling what is loaded when the first question is shown."""


PATIENT = """
import sys
from flashcards.cli import run
from flashcards.commands import background_sync
background_sync.PATIENCE_S = 100
sys.exit(run(sys.argv[1:]))
"""
"""The quiz of somebody who waits for the end of a sync, however slow the machine is."""


def ptquiz(home, *words, given="", program=PATIENT):
    return subprocess.run(
        [sys.executable, "-c", program, *words], cwd=ROOT, input=given, capture_output=True,
        text=True, env={**os.environ, "PTQUIZ_HOME": str(home)}, timeout=300,
    )  # fmt: skip


def set_up(home, url, key="0" * 32):
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text('sync = "auto"\n')
    write_account(home / "anki", Account(NAME, key, url))


def test_the_answers_of_a_sitting_are_on_the_phone_after_it(tmp_path, server, tiny_folder):
    course = load_course(tiny_folder)
    with household(tmp_path, server, course) as devices:
        home = tmp_path / "home"
        set_up(home, server.url, server.key)
        done = ptquiz(home, "--plain", "--course", str(tiny_folder), given="1 2 3\n1\n" * 3)
        assert done.returncode == 0, done.stderr
        assert "Not synced" not in done.stdout
        devices.phone.sync()
        with open_reviews(home / "reviews.db") as log:
            given = list(log.reviews())
        assert len(devices.phone.rows()) == len(given) >= 1


def test_a_server_that_is_down_is_one_quiet_line(tmp_path, tiny_folder):
    set_up(tmp_path / "home", f"http://127.0.0.1:{free_port()}/")
    done = ptquiz(tmp_path / "home", "--plain", "--course", str(tiny_folder), given="1\n")
    assert (done.returncode, done.stderr) == (0, "")
    told = [line for line in done.stdout.splitlines() if "synced" in line]
    assert len(told) == 1
    assert told[0].startswith("Not synced with Anki, nothing is lost: http://127.0.0.1:")
    assert told[0].endswith("/ cannot be reached: Connection refused")


@pytest.mark.thorough
def test_logged_in_or_not_the_same_modules_are_loaded_before_the_first_question(
    tmp_path, tiny_folder
):
    words = ("--plain", "--course", str(tiny_folder))
    loaded = []
    for logged_in in (False, True):
        home = tmp_path / str(logged_in)
        home.mkdir()
        (home / "settings.toml").write_text("new = 10\n")
        ptquiz(home, *words)  # fills the cache
        if logged_in:
            set_up(home, f"http://127.0.0.1:{free_port()}/")
        said = ptquiz(home, *words, program=MODULES).stdout
        line = next(each for each in said.splitlines() if each.startswith("MODULES"))
        loaded.append(json.loads(line.removeprefix("MODULES ")))
    assert loaded[0] == loaded[1]
    assert "anki" not in loaded[1]
