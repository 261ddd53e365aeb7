"""What is printed: one line of visible characters for each thing, and with `-o -` only the file."""

import json
import re
from pathlib import Path

import pytest

from flashcards.terminal.output import make_line, print_json

CODE = "\x1b[31m\x9b1m\u202e\n"
"""What a terminal would obey, and a line break, which would forge a line."""
SHOWN = "␛[31m<U+009B>1m<U+202E>␊"
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture
def print_lines(ptquiz):
    """Runs a command line; all lines that were printed, none of which steers a terminal."""

    def call(words):
        lines = ptquiz(words).lines
        assert not OBEYED.search("".join(lines).replace("\t", ""))
        return lines

    return call


def find_shown(lines):
    """The only line that shows the codes."""
    (line,) = (line for line in lines if SHOWN in line)
    return line


def test_the_name_of_a_deck_file_with_a_problem(print_lines):
    Path("course", "decks", f"a{CODE}.yaml").write_text("deck: a\ntitle: A\n")
    expected = f"course/decks/a{SHOWN}.yaml:1:1: 'entries' must be a list; "
    for command in ("check", "list", "build", "preview", "translate"):
        assert find_shown(print_lines([command, "course"])).startswith(expected)
    assert find_shown(print_lines(["--course", "course"])).startswith(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("build course -o {}", "Wrote {}: "),
        ("preview course -o {}", "Wrote {}: "),
        ("export csv course -o {}", "Wrote {}"),
        ("log export {}", "0 reviews in {}"),
        ("check {}", "{}"),
        ("exam {} --course course", ""),
        ("build course --quiz {}", ""),
        ("build course --key {}", ""),
        ("build course --style {}", ""),
        ("translate course --accept {}", ""),
        ("list course --lang {}", ""),
        ("log import {}", "{}"),
    ],
)
def test_a_word_of_the_command_line(print_lines, line, expected):
    words = [word.replace("{}", f"x{CODE}") for word in line.split()]
    assert find_shown(print_lines(words)).startswith(expected.format(f"x{SHOWN}"))


def test_json_escapes_what_a_terminal_would_obey_and_keeps_the_value(capsys):
    value = {"键": f"梯{CODE}\U000e0041\udcff", "a": [1]}
    print_json(value)
    text = capsys.readouterr().out
    assert json.loads(text) == value
    assert not OBEYED.search(text)
    assert text.startswith('{\n "键": "梯\\u001b[31m\\u009b1m\\u202e\\n')


def test_one_line_stays_as_it_is_if_every_character_can_be_seen():
    text = "it's a «line» of 梯度 and 😀, 100 %"
    assert make_line(text) == text
    assert make_line("a\tb\r\n") == "a␉b␍␊"


@pytest.mark.parametrize("command", ["export moodle", "export csv", "export json", "preview"])
def test_a_file_of_one_text_goes_to_a_pipe_and_its_report_to_the_errors(ptquiz, command):
    report = ptquiz(f"{command} course -o file")
    piped = ptquiz(f"{command} course -o -")
    assert (report.code, piped.out.encode()) == (0, Path("file").read_bytes())
    if command != "preview":
        assert piped.err == report.out.replace("Wrote file\n", "")
    assert not Path("-").exists()


@pytest.mark.parametrize("line", ["build", "export canvas", "export sheet", "export web"])
def test_what_is_no_single_text_prints_nothing(ptquiz, line):
    said = ptquiz(f"{line} course -o -")
    assert (said.code in (1, 2), said.out) == (True, "")
    assert "'-' is standard output, " in said.err
    assert not Path("-").exists()
