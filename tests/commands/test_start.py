"""A command line is read as it is typed, and starts nothing that it does not need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.words import LANGUAGES, load_texts
from tests.helpers.command_tree import list_commands

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "tests" / "commands" / "data" / "plain-course"
HEAVY = ("questionary", "fsrs", "markdown_it", "jinja2", "genanki", "anki")


def loaded_by(*line, home):
    """The heavy libraries that a command line loads."""
    code = (
        "import sys; from flashcards.cli import run; run(sys.argv[1:]); "
        f"print(sorted(set({HEAVY}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line],
        input="", capture_output=True, text=True, check=True, cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home)},
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "loaded"),
    [("--course {}", "['markdown_it', 'questionary']"), ("list {}", "[]"), ("check {}", "[]")],
)
def test_a_start_loads_only_what_its_command_needs(tmp_path, line, loaded):
    assert loaded_by(*line.format(COURSE).split(), home=tmp_path) == loaded


def test_the_package_is_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "flashcards", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("ptquiz ")
    assert run(["-V"]) == 0


def test_the_quiz_is_what_starts_without_a_command(monkeypatch):
    asked = []
    monkeypatch.setattr("flashcards.commands.quiz.run_quiz", lambda *values: asked.append(values))
    assert run(["--stage", "2", "--stage=3", "-n5", "--kind", "code", "--course", str(COURSE)]) == 0
    assert run(["quiz", "--stage", "2", "--stage", "3", "-n", "5", "--kind=code",
                "--course", str(COURSE)]) == 0  # fmt: skip
    first, second = asked
    assert first == second
    context, cards, request, *_ = first
    assert (context.folder, cards.stage, cards.kind, request.limit) == (
        COURSE,
        (2, 3),
        ("code",),
        5,
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_that_learners_are_told_is_there(lang):
    names = {words[0] for words in list_commands() if words}
    for id, text in load_texts(lang).items():
        for command in str(text).split("'ptquiz ")[1:]:
            assert command.split()[0].rstrip("'") in names, id


def test_a_reader_who_left_is_no_traceback():
    done = subprocess.run(
        f"{sys.executable} -m flashcards schema | head -c 1",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("{", "")


@pytest.mark.parametrize("line", ["--version >&-", "list --json >&-", "check nothing 2>&-"])
def test_streams_that_were_closed_are_no_traceback(line):
    done = subprocess.run(
        f"{sys.executable} -m flashcards {line}",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
