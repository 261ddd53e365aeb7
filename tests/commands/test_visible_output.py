"""Whatever comes from a file or a command line is printed in one line of visible characters."""

import ast
import json
import re
import shutil
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.terminal.output import make_line, print_json
from tests.helpers.source_code import load_sources, walk

ROOT = Path(__file__).parents[2]
EVERY_KIND = ROOT / "tests" / "pages" / "data" / "every-kind"
CODE = "\x1b[31m\x9b1m\u202e\n"
"""What a terminal would obey, and a line break, which would forge a line."""
SHOWN = "␛[31m<U+009B>1m<U+202E>␊"
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside the course `course`; gives what was printed, line by line."""
    shutil.copytree(EVERY_KIND, tmp_path / "course")
    monkeypatch.chdir(tmp_path)

    def call(*words):
        run([*words])
        said = capsys.readouterr()
        assert not OBEYED.search((said.out + said.err).replace("\t", ""))
        return [*said.out.splitlines(), *said.err.splitlines()]

    return call


def shown_once(lines):
    """The only line that shows the codes."""
    (line,) = (line for line in lines if SHOWN in line)
    return line


def test_the_name_of_a_deck_file_with_a_problem(ptquiz):
    Path("course", "decks", f"a{CODE}.yaml").write_text("deck: a\ntitle: A\n")
    place = f"course/decks/a{SHOWN}.yaml:1:1"
    expected = f"{place}: 'entries' must be a list of entries; write 'entries:' above the entries"
    for command in ("check", "list", "build", "preview", "translate"):
        assert shown_once(ptquiz(command, "course")).startswith(expected)
    assert shown_once(ptquiz("export", "csv", "course")).startswith(expected)
    assert shown_once(ptquiz("--course", "course")).startswith(expected)


def test_a_key_that_no_file_may_have(ptquiz):
    Path("course", "decks", "a.yaml").write_text('deck: a\ntitle: A\n"x\\e[31m": 1\n')
    (line,) = (line for line in ptquiz("check", "course") if "[31m" in line)
    assert line.startswith("course/decks/a.yaml:3:1: ")
    assert "␛[31m" in line


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["build", "course", "-o", "{}"], "Wrote {}: "),
        (["preview", "course", "-o", "{}"], "Wrote {}: "),
        (["export", "csv", "course", "-o", "{}"], "Wrote {}"),
        (["log", "export", "{}"], "0 reviews in {}"),
    ],
)
def test_the_name_of_a_file_that_was_written(ptquiz, words, expected):
    line = shown_once(ptquiz(*(word.format(f"x{CODE}") for word in words)))
    assert line.startswith(expected.format(f"x{SHOWN}"))


@pytest.mark.parametrize(
    "words",
    [
        ["check", "{}"],
        ["list", "{}"],
        ["exam", "{}", "--course", "course"],
        ["build", "course", "--quiz", "{}"],
        ["build", "course", "--key", "{}"],
        ["export", "csv", "course", "--tag", "{}"],
        ["build", "course", "--style", "{}"],
        ["translate", "course", "--accept", "{}"],
        ["translate", "course", "--lang", "{}"],
        ["list", "course", "--lang", "{}"],
        ["log", "import", "{}"],
    ],
    ids=" ".join,
)
def test_a_word_of_the_command_line_that_is_wrong(ptquiz, words):
    shown_once(ptquiz(*(word.format(f"x{CODE}") for word in words)))


@pytest.mark.parametrize("words", [["--kind", "{}"], ["export", "{}"], ["{}"], ["list", "a", "{}"]])
def test_a_word_that_typer_refuses(ptquiz, words):
    assert any("[31m" in line for line in ptquiz(*(word.format(f"x{CODE}") for word in words)))


def test_a_line_of_a_log_that_is_no_review(ptquiz):
    Path(f"x{CODE}").write_text("{\n", encoding="utf-8")
    assert shown_once(ptquiz("log", "import", f"x{CODE}")).startswith(f"x{SHOWN}")


def test_json_escapes_what_a_terminal_would_obey_and_keeps_the_value(capsys):
    value = {"键": f"梯{CODE}\U000e0041\udcff", "a": [1]}
    print_json(value)
    text = capsys.readouterr().out
    assert json.loads(text) == value
    assert not OBEYED.search(text)
    assert text.startswith('{\n "键": "梯\\u001b[31m\\u009b1m\\u202e\\n')


def test_one_line_stays_as_it_is_if_every_letter_can_be_seen():
    text = "it's a «line» of 梯度 and 😀, 100 %"
    assert make_line(text) == text
    assert make_line("a\tb\r\n") == "a␉b␍␊"


def prints(source):
    """Lines where a module prints by itself."""
    calls = (node for node in walk(source) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if getattr(call.func, "id", "") == "print"]


def test_nothing_is_printed_but_through_the_module_for_that():
    found = {path for path, source in load_sources().items() if prints(source)}
    assert found == {"terminal/output.py"}
