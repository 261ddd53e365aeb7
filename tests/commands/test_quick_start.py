"""The quick way into the quiz reads a command line exactly as typer does."""

import sys
from pathlib import Path

import pytest

from flashcards.commands import environment
from flashcards.commands.quick import quiz_wishes
from flashcards.commands.table import make_table
from flashcards.study.start import NEW_A_DAY, USUAL_COUNT


@pytest.fixture
def by_typer(monkeypatch):
    """What the quiz is started with when typer reads the command line."""

    def read(arguments):
        started = []
        monkeypatch.setattr(environment, "run_quiz", lambda **wishes: started.append(wishes))
        make_table()(args=list(arguments), standalone_mode=False)
        return {name: value for name, value in started[0].items() if value}

    return read


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--stage 2",
        "--stage 2 --stage 3 --kind code --kind term",
        "--stage=2 --tag autograd --deck tensors --key a --key b --exclude c",
        "--difficulty hard -n 5 --new 3 --seed 7 --form type --lang zh --plain",
        "--count=8 --quiz quizzes/week3.yaml --course my-course",
    ],
)
def test_both_ways_start_the_same_quiz(by_typer, line):
    quick = quiz_wishes(line.split())
    usual = {"count": USUAL_COUNT, "new": NEW_A_DAY}
    assert {**usual, **quick} == {**usual, **by_typer(line.split())}


@pytest.mark.parametrize(
    "line",
    [
        "--help", "-h", "stats", "--stage 2 stats", "--stage", "--stage x", "--stage 0",
        "--stage ２",
        "--kind nothing", "--form nothing", "--difficulty nothing", "-n 0", "-n -1", "--count x",
        "--unknown 1", "extra", "--plain=1", "--new -1", "--tag --plain", "--lang=", "-n5",
    ],
)  # fmt: skip
def test_whatever_is_not_plain_is_left_to_typer(line):
    assert quiz_wishes(line.split()) is None


def test_the_quick_way_knows_every_option_of_the_quiz():
    from flashcards.commands.quick import LISTS, NUMBERS, TEXTS

    options = {parameter.name for parameter in make_table().params}
    known = {*LISTS, *TEXTS, *NUMBERS, "course", "plain"}
    assert known == options - {"help", "install_completion", "show_completion"}


def test_the_first_question_needs_neither_typer_nor_yaml_nor_pydantic(tmp_path):
    import os
    import subprocess

    root = Path(__file__).parents[2]
    code = (
        "import sys; from flashcards.cli import run; run(sys.argv[1:]); "
        "heavy = {'typer', 'yaml', 'pydantic', 'questionary', 'fsrs', 'markdown_it'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    course = root / "tests" / "commands" / "data" / "plain-course"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code, "--course", str(course)],
            input="", capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": str(root), "PTQUIZ_HOME": str(tmp_path)},
        )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"
