"""A quiz file asks for the same cards in `build`, `preview` and `export`; `list` counts them."""

import json
import re
import shutil
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package
from tests.helpers.course_pages import read_cards

TABLE = Path(__file__).parent.parent / "export" / "data" / "table"
BLOCKS = """\
quiz: blocks
title: Blocks
picks:
- {title: Words, select: {kind: [term, compare]}, count: 2}
- {title: Code, select: {kind: [code, cloze]}, count: 3}
"""
COUNTED = "quiz: counted\ntitle: Counted\nselect: {kind: [term, compare, code, cloze]}\ncount: 4\n"
OPEN = "quiz: open\ntitle: Open\nselect: {kind: [term, code]}\n"


@pytest.fixture(autouse=True)
def table(ptquiz):
    """The course `table`, with three quizzes more."""
    shutil.copytree(TABLE, "table")
    for text in (BLOCKS, COUNTED, OPEN):
        Path("table/quizzes", f"{text.split()[1]}.yaml").write_text(text)


def list_exported(ptquiz, options):
    """Keys of the notes that an export asks about."""
    said = ptquiz(f"export json table {options} -o -")
    assert said.code == 0
    return {question["id"].partition("#")[0] for question in json.loads(said.out)["questions"]}


def list_built(ptquiz, options):
    """Keys of the notes in a package."""
    assert ptquiz(f"build table {options} -o x.apkg --force").code == 0
    names = [note.fields[0] for note in load_package(Path("x.apkg")).notes.values()]
    return {name.split("/", 2)[2] for name in names}


def list_shown(ptquiz, options):
    """Keys of the notes on a page."""
    assert ptquiz(f"preview table {options} -o x.html").code == 0
    cards = read_cards(Path("x.html").read_text(encoding="utf-8"))
    return {card.partition("#")[0] for card in cards}


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ("--quiz blocks", 5),
        ("--quiz blocks --seed x --exclude print-dict", 5),
        ("--quiz counted --seed y", 4),
        ("--quiz counted -n 5", 5),
        ("--quiz open", 3),
    ],
)
def test_a_quiz_is_built_and_shown_as_it_is_exported(ptquiz, options, size):
    asked = list_exported(ptquiz, options)
    assert len(asked) == size
    assert list_built(ptquiz, options) == list_shown(ptquiz, options) == asked


def test_another_seed_builds_another_choice_and_the_quizs_own_counts_first(ptquiz):
    choices = {seed: list_exported(ptquiz, f"--quiz counted --seed {seed}") for seed in "abcdef"}
    assert len({frozenset(choice) for choice in choices.values()}) > 1
    for seed in "ab":
        Path("table/quizzes/counted.yaml").write_text(f"{COUNTED}seed: {seed}\n")
        assert list_built(ptquiz, "--quiz counted") == choices[seed]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("build table --quiz blocks --exclude grad-attribute --exclude print-dict",
         "too few cards: Code: 2 of 3 questions. "),
        ("export csv table --quiz counted -n 99",
         "too few cards: all: 6 of 99 questions. "),
        ("export csv table --stage 1 --kind order -n 5000 --dry-run",
         "all: 1 of 5000 questions. "),
        ("preview table --kind compare -n 6", "asked for 6 notes, found 1"),
    ],
)  # fmt: skip
def test_too_few_is_an_error_that_names_the_block(ptquiz, line, told):
    said = ptquiz(f"{line} -o x")
    assert (said.code, told in said.err) == (1, True)
    assert not Path("x").exists()


def test_a_list_tells_how_many_questions_each_quiz_asks(ptquiz):
    rows = ptquiz("list table").out.split("\nQuizzes\n")[1].replace("\t", " ").splitlines()
    assert [row.strip() for row in rows] == [
        "blocks 5 questions Blocks",
        "counted 4 questions Counted",
        "open all its cards Open",
        "table all its cards A table of questions",
    ]
    quizzes = json.loads(ptquiz("list table --json").out)["quizzes"]
    assert (quizzes["blocks"]["questions"], quizzes["open"]["questions"]) == (5, None)


@pytest.mark.parametrize("command", ["export csv", "build", "preview"])
def test_blocks_say_themselves_how_many(ptquiz, command):
    said = ptquiz(f"{command} table --quiz blocks -n 6 -o x")
    assert (said.code, said.err.endswith("the blocks of the quiz say how many.\n")) == (2, True)


@pytest.mark.parametrize("line", ["export moodle table --dry-run", "build table"])
def test_a_quiz_that_names_a_retired_entry_is_refused_not_shorter(ptquiz, line):
    deck = Path("table/decks/table.yaml")
    text = deck.read_text("utf-8")
    key, other = re.findall(r"^  key: (\S+)$", text, re.MULTILINE)[:2]
    Path("q.yaml").write_text(f"quiz: q\ntitle: Q\nselect: {{key: [{key}, {other}]}}\n")
    deck.write_text(text.replace(f"  key: {key}\n", f"  key: {key}\n  retired: Old.\n"), "utf-8")
    told = f"quiz 'q': entry '{key}' is retired (Old.); take it out of the quiz\n"
    assert ptquiz(f"{line} --quiz q.yaml") == (1, "", told)
