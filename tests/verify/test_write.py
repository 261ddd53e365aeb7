"""`ptquiz verify --write`: what programs print comes into the author's file, and nothing else."""

import re
import sys

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course

DECK = """\
# Mine, with comments
deck: a
title: "A"

entries:
- {code: "print('a: b', 1)", key: flow, why: So.}   # in braces
- code: |
    for i in range(3):
        print("", i)

    # the last line

  # between
  key: lines
  tags: [x]
- code: "print(${n} * 2, '\\"é\\"')"
  key: varied
  vary:
  - {n: 1}
  - {n: 2, prints: "4 \\"é\\""}
  -   n: 3
  why: Twice.
- code: print()
  key: nothing
- code: 1 / 0
  key: fails
- code: print(5)
  key: gpu
  needs: [cuda]
- code: SELECT 1
  key: other
  language: sql
  prints: "1"
- code: print("is there")
  key: old
  prints:   "is there"   # mine
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC0\n")
    monkeypatch.chdir(tmp_path)

    def write(text):
        (decks / "a.yaml").write_bytes(text.encode())
        return decks / "a.yaml"

    return write


@pytest.fixture
def ptquiz(capsys):
    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return call


def verify(ptquiz, *words):
    return ptquiz("verify", ".", "--trust", "--python", sys.executable, *words)


def test_outputs_are_filled_in_and_no_other_character_changes(course, ptquiz):
    file = course(DECK)
    code, lines = verify(ptquiz, "--write")
    assert code == 1
    assert any(
        re.search(r": failed: fails: exit code 1: ZeroDivisionError", line) for line in lines
    )
    assert any(line.endswith(": not run: gpu: needs cuda") for line in lines)
    assert sum(line.endswith(": written") for line in lines) == 5
    added = [
        (', prints: "a: b 1"', ""),
        ("  prints: |2\n     0\n     1\n     2\n", ""),
        (', prints: "2 \\"é\\""', ""),
        ('      prints: "6 \\"é\\""\n', ""),
        ("  prints: ''\n", ""),
    ]
    text = file.read_text(encoding="utf-8")
    for part, nothing in added:
        assert text.count(part) == 1, (part, text)
        text = text.replace(part, nothing)
    assert text == DECK
    course_read = load_course(file.parents[1], label="", allow_unprinted=True)
    prints = {entry.key: entry.prints for entry in course_read.decks[0].entries}
    assert prints["lines"] == " 0\n 1\n 2\n"
    assert [row.get("prints") for row in course_read.decks[0].entries[2].vary] == [
        '2 "é"', '4 "é"', '6 "é"',
    ]  # fmt: skip
    assert verify(ptquiz, "--write", "--key", "lines", "--key", "varied")[0] == 0


def test_twenty_entries_keep_their_layout_and_windows_line_ends(course, ptquiz):
    entries = "".join(
        f"- code: |\r\n    print({n})\r\n    print('x')\r\n\r\n"
        f"  key: k{n}   # {n}\r\n  why: w\r\n\r\n"
        for n in range(20)
    )
    text = f"deck: a\r\ntitle: A\r\nentries:\r\n{entries}".removesuffix("\r\n")
    file = course(text)
    code, lines = verify(ptquiz, "--write")
    assert (code, lines[-1].partition(": ")[2][:11]) == (0, "20 verified")
    written = file.read_bytes().decode()
    blocks = re.findall(r"  prints: \|\r\n    \d+\r\n    x\r\n", written)
    assert len(blocks) == 20
    assert re.sub(r"  prints: \|\r\n    \d+\r\n    x\r\n", "", written) == text


def test_without_an_output_nothing_is_built_and_the_way_is_told(course, ptquiz):
    course("deck: a\ntitle: A\nentries:\n- code: print(1)\n  key: k\n")
    told = "decks/a.yaml:4:3: no 'prints' yet; 'ptquiz verify --write' runs it and writes that here"
    assert told in ptquiz("check", ".")[1]
    assert told in ptquiz("build", ".")[1]
    code, lines = verify(ptquiz)
    assert code == 1
    assert "decks/a.yaml:4:3: new: k: printed '1'; --write puts that into the deck" in lines


def test_what_never_runs_is_to_be_written_by_hand(course, ptquiz):
    course("deck: a\ntitle: A\nentries:\n- {key: c, code: 'puts(x)', language: c}\n")
    _, lines = ptquiz("check", ".")
    assert lines[0].startswith("decks/a.yaml:4:3: no 'prints' yet; write what it prints")


def test_what_cannot_be_written_is_told_with_its_place(course, ptquiz):
    text = "deck: a\ntitle: A\nentries:\n- code: print(chr(0x202e))\n  key: k\n"
    file = course(text)
    code, lines = verify(ptquiz, "--write")
    assert code == 1
    assert lines == [r"decks/a.yaml:4:3: write what 'k' prints by hand: '\u202e'"]
    assert file.read_text() == text
