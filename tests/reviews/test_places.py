"""A log on a medium that cannot be written, or that is full, and something else in its place."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.paths import home
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews

ROOT = Path(__file__).parents[2]
CODE = "from flashcards.cli import main; main()"


@pytest.fixture
def filled(tmp_path) -> Path:
    """A learner's folder with three answers."""
    with open_reviews(tmp_path / "reviews.db") as log:
        for number in range(3):
            log.record(answer(number))
    return tmp_path


def answer(number: int) -> Review:
    return Review(
        course="tiny-course", card="ddp-gap#0", lang="en", fingerprint="f",
        at=1_700_000_000_000 + number, rating=3, score=1.0, form="type", answer="x", duration=5,
        version="1", uid=f"u{number}",
    )  # fmt: skip


WITHOUT_POWER = """
import ctypes, os
if os.geteuid() == 0:  # what is read-only is so for root too
    for capability in (1, 2):  # DAC_OVERRIDE, DAC_READ_SEARCH
        assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0
"""
WITHOUT_INPUT = "import os; os.close(0)"
FULL_AT = (
    "import sys, resource as r; sys.dont_write_bytecode = True; "  # a cut one would be read later
    "r.setrlimit(r.RLIMIT_FSIZE, ({size}, {size}))"
)


def ptquiz(*arguments, home: Path, before="", **streams) -> subprocess.CompletedProcess:
    """Runs the program in a process in which the Python code `before` was run."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home)}
    start = [sys.executable, "-c", CODE, *arguments]
    code = f"{before}\nimport os, sys\nos.execv(sys.executable, {start!r})"
    return subprocess.run(
        [sys.executable, "-c", code], env=env, text=True,
        **{"capture_output": True, "timeout": 60, **streams},
    )  # fmt: skip


def freeze(folder: Path) -> dict[str, bytes]:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("command", [[], ["stats"]])
def test_a_folder_that_cannot_be_written_is_one_clear_line(filled, tiny_folder, command):
    before = freeze(filled)
    course = ["--course", str(tiny_folder)]
    done = ptquiz(*command, *course, home=filled, before=WITHOUT_POWER, input="1\n" * 9)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "PTQUIZ_HOME" in done.stderr
    assert {file.name: file.read_bytes() for file in filled.iterdir()} == before


@pytest.mark.parametrize("command", [["stats"], ["checklist"], ["path"], ["log", "export", "-"]])
def test_a_reading_command_makes_no_log(own_home, tiny_folder, command):
    course = [] if command[0] == "log" else ["--course", str(tiny_folder)]
    assert ptquiz(*command, *course, home=own_home).returncode == 0
    assert {path.name for path in own_home.iterdir()} <= {"cache"}


def test_a_folder_in_the_place_of_the_log_is_one_clear_line(own_home, tiny_folder):
    (own_home / "reviews.db").mkdir()
    for command in ([], ["stats"]):
        done = ptquiz(*command, "--course", str(tiny_folder), home=own_home, input="1\n")
        assert done.returncode == 1
        assert done.stderr == (
            f"Cannot use the review log {own_home / 'reviews.db'}: it is not a file. "
            "Move what is in its place, free some space, "
            "or choose another folder with PTQUIZ_HOME.\n"
        )


@pytest.mark.parametrize("command", [[], ["--plain"], ["exam", "final"], ["log", "import", "-"]])
def test_a_closed_standard_input_is_one_clear_line(own_home, tiny_folder, command):
    course = [] if command[:1] == ["log"] else ["--course", str(tiny_folder)]
    done = ptquiz(*command, *course, home=own_home, before=WITHOUT_INPUT)
    assert done.returncode == 1
    assert done.stderr == ("The standard input is closed: there is nowhere to read answers from.\n")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("closed", [0, 1, 2])
@pytest.mark.parametrize("command", ["stats", "path", "checklist", "goal", "card list", "config"])
def test_reports_need_no_open_stream(own_home, tiny_folder, command, closed):
    course = [] if command == "config" else ["--course", str(tiny_folder)]
    before = f"import os; os.environ['TERM'] = 'xterm'; os.close({closed})"
    done = ptquiz(*command.split(), *course, home=own_home, before=before)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_export_to_a_closed_standard_output_is_one_clear_line(own_home):
    done = ptquiz("log", "export", "-", home=own_home, before="import os; os.close(1)")
    assert done.returncode == 1
    assert done.stderr == "The standard output is closed: nothing was written.\n"


def test_a_disk_that_fills_up_in_the_middle_of_an_answer_is_told_with_what_was_kept(
    own_home, tiny_folder
):
    from flashcards.commands.learner import read_moment

    with open_reviews(own_home / "reviews.db") as log:
        log.record(answer(0))
        log.back_up(read_moment().date)  # so that none is made before the answers
    done = ptquiz(
        "--course", str(tiny_folder), "--plain", home=own_home, input="1 2 3\n1\n" * 400,
        before=FULL_AT.format(size=100_000),
    )  # fmt: skip
    assert done.returncode == 1
    shown, rated = done.stdout.count("Asked again"), done.stdout.count("Enter: Good")
    assert done.stderr.count("\n") == 1
    assert "Cannot use the review log" in done.stderr
    with open_reviews(own_home / "reviews.db") as log:
        assert shown <= len(list(log.reviews())) - 1 <= shown + rated


def test_a_new_folder_of_data_is_closed_to_others(tmp_path):
    open_reviews(tmp_path / "home" / "reviews.db").close()
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


def test_a_folder_that_begins_with_a_tilde_is_in_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PTQUIZ_HOME", "~/x")
    assert home() == tmp_path / "x"
