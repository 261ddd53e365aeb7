"""A command line is read without typer, and starts nothing that it does not need."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.commands.options import complete_values, parse_line
from flashcards.commands.registry import COMMANDS, find_command, load_command
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError

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
        ("export csv week3 --no-shuffle --points 1.5 -o -",
         {"format_name": "csv", "folder": Path("week3"), "shuffle": False, "points": 1.5,
          "output": Path("-")}),
        ("log export -", {"file": Path("-")}),
        ("schema", {}),
    ],
)  # fmt: skip
def test_a_line_is_read_by_the_table_of_options(line, values):
    command, words = find_command(line.split())
    assert parse_line(command.options, words) == (values, [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--stage", "option-needs-value"), ("--stage x", "option-unreadable"),
        ("--stage ２", "option-unreadable"), ("-n 0", "option-short-wrong"),
        ("-n -1", "option-short-wrong"), ("-n=5", "option-short-wrong"),
        ("--minutes nan", "option-unreadable"), ("--unknown 1", "option-unknown"),
        ("-x", "option-unknown"), ("check --str", "option-unknown-near"),
        ("--plain=1", "option-without-value"), ("export csv --points 1001", "option-unreadable"),
        ("new", "argument-missing"), ("log export", "argument-missing"),
        ("-n x --unknown", "option-unknown"), ("-n x new", "option-short-wrong"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_told_by_name(line, told):
    command, words = find_command(line.split(" "))
    with pytest.raises(UsageError) as wrong:
        parse_line(command.options, words)
    assert wrong.value.message.id == told


@pytest.mark.parametrize(
    ("line", "values", "extra"),
    [
        ("--tag --plain", {"tag": ["--plain"]}, []),
        ("--lang=", {"lang": ""}, []),
        ("-n5 --new=3", {"count": 5, "new": 3}, []),
        ("-n 1 -n 2", {"count": 2}, []),
        ("check -- --strict", {"folder": Path("--strict")}, []),
        ("check a b", {"folder": Path("a")}, ["b"]),
        ("glossary a --json b", {"words": ["a", "b"], "as_json": True}, []),
        ("-", {}, ["-"]),
    ],
)
def test_values_that_look_like_options_and_words_too_many(line, values, extra):
    command, words = find_command(line.split(" "))
    assert parse_line(command.options, words) == (values, extra)


def test_a_subcommand_that_is_missing_or_unknown_is_left_to_its_group():
    assert find_command(["log"]) == (load_command("log"), [])
    assert find_command(["log", "nothing"]) == (load_command("log"), ["nothing"])


def commands():
    for name in ("", *COMMANDS):
        found = load_command(name)
        inner = found.commands or {name: found}
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
def test_a_start_needs_no_heavy_library_but_those_that_read_a_course(tmp_path, line):
    course = ROOT / "tests" / "commands" / "data" / "plain-course"
    words = [word.format(course) for word in line]
    assert loaded_by(*words, home=tmp_path) == "['pydantic_core', 'yaml']"


def test_the_package_is_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "flashcards", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("ptquiz ")
