"""A plain command line is read without typer, exactly as typer reads it."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.commands.options import Command, complete_values, parse_plain
from flashcards.commands.registry import COMMANDS, find_command, load_command
from flashcards.commands.speaker import Speaker

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("", {}),
        ("--stage 2 --stage=3 --kind code", {"stage": [2, 3], "kind": ["code"]}),
        ("--tag autograd --deck tensors --key a --key b --exclude c",
         {"tag": ["autograd"], "deck": ["tensors"], "key": ["a", "b"], "exclude": ["c"]}),
        ("--difficulty hard -n 5 --new 3 --seed 7 --form type --lang zh --plain",
         {"difficulty": ["hard"], "count": 5, "new": 3, "seed": "7", "form": "type",
          "lang": "zh", "plain": True}),
        ("--count=8 --quiz quizzes/week3.yaml --course my-course",
         {"count": 8, "quiz": "quizzes/week3.yaml", "course": Path("my-course")}),
        ("check my-course --strict", {"folder": Path("my-course"), "strict": True}),
        ("build -o a.apkg --release week3",
         {"output": Path("a.apkg"), "release": True, "folder": Path("week3")}),
        ("export gift week3 --no-shuffle --points 1.5 -o -",
         {"format_name": "gift", "folder": Path("week3"), "shuffle": False, "points": 1.5,
          "output": Path("-")}),
        ("log export -", {"file": Path("-")}),
        ("schema", {}),
    ],
)  # fmt: skip
def test_a_plain_line_is_read_at_once(line, values):
    command, words = find_command(line.split())
    assert parse_plain(command.options, words) == values


@pytest.mark.parametrize(
    "line",
    [
        "--help", "-h", "--stage 2 stats", "--stage", "--stage x", "--stage ２", "-n 0", "-n -1",
        "--count x", "--unknown 1", "extra", "--plain=1", "--new -1", "--tag --plain", "--lang=",
        "-n5", "-n=5", "--seed a\tb", "--", "check a b", "check -- a", "check --str", "new",
        "plan", "log export", "export gift --points 1001", "export gift --points 1e2",
        "--install-completion",
    ],
)  # fmt: skip
def test_whatever_is_not_plain_is_left_to_typer(line):
    command, words = find_command(line.split(" "))
    assert parse_plain(command.options, words) is None


def test_a_subcommand_that_is_missing_or_unknown_is_left_to_typer():
    assert find_command(["log"]) == (None, [])
    assert find_command(["log", "nothing"]) == (None, [])


def commands():
    for name in ("", *COMMANDS):
        found = load_command(name)
        inner = {name: found} if isinstance(found, Command) else found
        yield from (pytest.param(each, id=key or "quiz") for key, each in inner.items())


@pytest.mark.parametrize("command", [*commands()])
def test_the_parameters_of_a_command_are_its_options(command):
    values = complete_values(command.options, {})
    values.pop("lang", None)  # the speaker knows it
    inspect.signature(command.run).bind(Speaker(), **values)
    names = [option.name for option in command.options]
    flags = [flag for option in command.options for flag in option.flags]
    assert len(names) == len(set(names))
    assert len(flags) == len(set(flags))
    assert all(option.help or option.hidden for option in command.options)


HEAVY = ("typer", "yaml", "pydantic_core", "questionary", "fsrs", "markdown_it", "jinja2")


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


@pytest.mark.parametrize("line", [["--course", "{}"], ["check", "{}"]])
def test_a_second_start_needs_no_heavy_library(tmp_path, line):
    course = ROOT / "tests" / "commands" / "data" / "plain-course"
    words = [word.format(course) for word in line]
    loaded_by(*words, home=tmp_path)
    assert loaded_by(*words, home=tmp_path) == "[]"


def test_the_package_is_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "flashcards", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("ptquiz ")
