"""A quiz file asks for the same cards in `build`, `preview` and `export`; `list` counts them."""

import json
import re
import shutil
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package
from flashcards.cli import run
from tests.helpers.course_pages import load_page

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


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside the course `table`, which has three quizzes more."""
    shutil.copytree(TABLE, tmp_path / "table")
    monkeypatch.chdir(tmp_path)
    for text in (BLOCKS, COUNTED, OPEN):
        Path("table/quizzes", f"{text.split()[1]}.yaml").write_text(text)

    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def exported(ptquiz, *words):
    """Keys of the notes that an export asks about."""
    code, _, err = ptquiz("export", "json", "table", *words, "-o", "x.json")
    assert (code, err) == (0, "")
    questions = json.loads(Path("x.json").read_text(encoding="utf-8"))["questions"]
    return {question["id"].partition("#")[0] for question in questions}


def built(ptquiz, *words):
    """Keys of the notes in a package."""
    code, _, err = ptquiz("build", "table", *words, "-o", "x.apkg", "--force")
    assert (code, err) == (0, "")
    names = [note.fields[0] for note in load_package(Path("x.apkg")).notes.values()]
    return {name.split("/", 2)[2] for name in names}


def shown(ptquiz, *words):
    """Keys of the notes on a page."""
    code, _, err = ptquiz("preview", "table", *words, "-o", "x.html")
    assert (code, err) == (0, "")
    return set(re.findall(r'aria-label="([^"#]+)#\d+"', load_page("x.html")))


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (["--quiz", "blocks"], 5),
        (["--quiz", "blocks", "--seed", "x"], 5),
        (["--quiz", "blocks", "--exclude", "print-dict"], 5),
        (["--quiz", "counted"], 4),
        (["--quiz", "counted", "--seed", "y"], 4),
        (["--quiz", "counted", "-n", "5"], 5),
        (["--quiz", "open"], 3),
    ],
)
def test_a_quiz_is_built_and_shown_as_it_is_exported(ptquiz, words, size):
    asked = exported(ptquiz, *words)
    assert len(asked) == size
    assert built(ptquiz, *words) == asked
    assert shown(ptquiz, *words) == asked


def test_another_seed_builds_another_choice_and_the_quizs_own_counts_first(ptquiz):
    choices = {seed: built(ptquiz, "--quiz", "counted", "--seed", seed) for seed in "abcdef"}
    assert len({frozenset(choice) for choice in choices.values()}) > 1
    path = Path("table/quizzes/counted.yaml")
    for seed, choice in choices.items():
        path.write_text(f"{COUNTED}seed: {seed}\n")
        assert built(ptquiz, "--quiz", "counted") == choice


def test_a_number_takes_so_many_of_what_the_blocks_ask(ptquiz):
    some = built(ptquiz, "--quiz", "blocks", "-n", "3")
    assert len(some) == 3
    assert some < built(ptquiz, "--quiz", "blocks")


@pytest.mark.parametrize("command", [["build"], ["preview"], ["export", "csv"]])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--quiz", "short.yaml"],
            "too few cards: Code: 2 of 4 questions (stage 1 left 11; kind code left 2); "
            "Steps: no cards (stage 1 left 11; kind order left 1; exclude ddp-step left 0). ",
        ),
        (
            ["--quiz", "blocks", "--exclude", "grad-attribute"],
            "too few cards: Code: 3 of 4 questions (--exclude grad-attribute left 10; ",
        ),
        (
            ["--quiz", "counted", "-n", "99"],
            "too few cards: all: 6 of 99 questions (kind term,compare,code,cloze left 6). ",
        ),
        (
            ["--quiz", "twice.yaml"],
            "too few cards: Again: 1 of 2 questions (kind order,term left 2; "
            "earlier blocks left 1). ",
        ),
    ],
)
def test_too_few_is_an_error_that_names_block_and_filter(ptquiz, command, words, said):
    Path("short.yaml").write_text(
        "quiz: short\ntitle: Short\nselect: {stage: [1]}\npicks:\n"
        "- {title: Term, select: {kind: [term]}, count: 1}\n"
        "- {title: Code, select: {kind: [code]}, count: 4}\n"
        "- {title: Steps, select: {kind: [order], exclude: [ddp-step]}}\n"
    )
    Path("twice.yaml").write_text(
        "quiz: twice\ntitle: Twice\npicks:\n"
        "- {title: Order, select: {kind: [order]}, count: 1}\n"
        "- {title: Again, select: {kind: [order, term]}, count: 2}\n"
    )
    Path("table/quizzes/blocks.yaml").write_text(BLOCKS.replace("count: 3", "count: 4"))
    code, _, err = ptquiz(*command, "table", *words, "-o", "x")
    assert code == 1
    assert said in err
    assert not Path("x").exists()


@pytest.mark.parametrize("command", ["build", "preview"])
def test_more_notes_than_a_quiz_or_a_filter_has_is_an_error_that_names_it(ptquiz, command):
    code, _, err = ptquiz(command, "table", "--quiz", "blocks", "-n", "6", "-o", "x")
    assert (code, err) == (1, "asked for 6 notes, found 5: --quiz blocks left 5\n")
    code, _, err = ptquiz(command, "table", "--kind", "compare", "-n", "6", "-o", "x")
    assert (code, err) == (1, "asked for 6 notes, found 1: --kind compare left 1\n")
    assert not Path("x").exists()


def test_an_export_of_options_names_the_option_that_left_too_few(ptquiz):
    words = ["export", "csv", "table", "--stage", "1", "--kind", "order", "-n", "5000"]
    code, _, err = ptquiz(*words, "-o", "x.csv")
    assert code == 1
    assert "all: 1 of 5000 questions (--stage 1 left 11; --kind order left 1)" in err
    code, out, _ = ptquiz(*words, "--dry-run")
    assert code == 1
    assert "  SHORT: --stage 1 left 11; --kind order left 1" in out
    told = json.loads(ptquiz(*words, "--dry-run", "--json")[1])
    assert told["blocks"][0]["why"] == "--stage 1 left 11; --kind order left 1"


def test_a_language_with_too_few_cards_is_not_on_the_page_and_that_is_said(ptquiz):
    info = Path("table/decks/course.yaml")
    info.write_text(info.read_text("utf-8") + "languages: [en, zh]\n", "utf-8")
    Path("table/decks/zh").mkdir()
    Path("table/decks/zh/table.yaml").write_text(
        "lang: zh\nentries:\n  ddp-bucket:\n"
        "    term: 梯度桶\n    meaning: 一次归约的梯度。\n    why: 少。\n",
        "utf-8",
    )
    words = ("--lang", "all", "-o", "x.html", "--force")
    code, out, _ = ptquiz("preview", "table", "--quiz", "blocks", *words)
    assert code == 0
    assert out.startswith("not shown in 'zh': quiz 'blocks' is not whole in 'zh'")
    assert "(Words 1/2, Code 0/3)" in out
    assert 'data-lang="zh"' not in load_page("x.html")
    assert ptquiz("preview", "table", "--kind", "term", *words)[0] == 0
    assert 'data-lang="zh"' in load_page("x.html")


def test_a_list_tells_how_many_questions_each_quiz_asks(ptquiz):
    code, out, _ = ptquiz("list", "table")
    assert code == 0
    rows = out.split("\nQuizzes\n")[1].replace("\t", " ").splitlines()
    assert [row.strip() for row in rows] == [
        "blocks 5 questions Blocks",
        "counted 4 questions Counted",
        "open all its cards Open",
        "table all its cards A table of questions",
    ]
    quizzes = json.loads(ptquiz("list", "table", "--json")[1])["quizzes"]
    assert (quizzes["blocks"]["questions"], quizzes["open"]["questions"]) == (5, None)


@pytest.mark.parametrize(
    "command", [["export", "moodle", "table", "--dry-run"], ["build", "table"]]
)
def test_a_quiz_that_names_a_retired_entry_is_refused_not_shorter(ptquiz, command):
    deck = Path("table/decks/table.yaml")
    text = deck.read_text("utf-8")
    key, other = re.findall(r"^  key: (\S+)$", text, re.MULTILINE)[:2]
    Path("q.yaml").write_text(f"quiz: q\ntitle: Q\nselect: {{key: [{key}, {other}]}}\n")
    deck.write_text(text.replace(f"  key: {key}\n", f"  key: {key}\n  retired: Old.\n"), "utf-8")
    code, out, err = ptquiz(*command, "--quiz", "q.yaml")
    told = f"quiz 'q': entry '{key}' is retired (Old.); take it out of the quiz\n"
    assert (code, out, err) == (1, "", told)
