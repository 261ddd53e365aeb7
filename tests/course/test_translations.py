"""Overlays: matched by key, stale when the English changed, promised or not."""

import re
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.course.load import load_course
from flashcards.course.model import Term
from flashcards.course.texts import fingerprint_texts
from tests.helpers.changes import replace
from tests.helpers.course_files import write_course

COURSE = """\
id: c
title: C
author: A
licence: CC BY 4.0
languages: [en, zh]
promises: {zh: [term]}
"""
DECK = """\
deck: a
title: T
entries:
- term: leaf
  key: leaf
  meaning: No parents.
- recall: Why?
  key: why
  answer: Because.
"""
OVERLAY = """\
lang: zh
course: 课程
decks: {a: 第一}
# a comment that stays
entries:
  leaf:
    term: 叶子
    meaning: 没有父节点。
  why: {recall: 为什么？, answer: 因为。}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"decks/course.yaml": COURSE, "decks/a.yaml": DECK, "decks/zh/any-name.yaml": OVERLAY}
    return write_course(tmp_path, files)


def write(folder: Path, overlay: str) -> None:
    (folder / "decks" / "zh" / "any-name.yaml").write_text(f"lang: zh\n{overlay}", "utf-8")


def stale(folder: Path) -> list[str]:
    translations = load_course(folder, label="").translations["zh"]
    return [key for key, translation in translations.items() if translation.is_stale]


def find_problems(folder: Path) -> list[str]:
    return [str(each) for each in check_course(folder, label="").problems]


def find_warnings(folder: Path) -> list[str]:
    return [
        str(each) for each in check_course(folder, label="").warnings if "-translation" in each.rule
    ]


def test_a_deck_that_cannot_be_read_is_one_problem_not_one_for_each_of_its_translations(folder):
    (folder / "decks" / "course.yaml").write_text(COURSE + "decks: [a]\n", encoding="utf-8")
    (folder / "decks" / "a.yaml").write_text(DECK + "  why: one: two\n", encoding="utf-8")
    [problem] = find_problems(folder)
    assert problem.startswith("decks/a.yaml:10:11: ")


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_translation_that_nobody_accepted_is_stale_and_accepting_mends_it(folder, line_end):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    overlay.write_text(OVERLAY, encoding="utf-8", newline=line_end)
    assert stale(folder) == ["leaf", "why"]
    assert run(["translate", str(folder), "--lang", "zh", "--accept", "leaf"]) == 0
    assert stale(folder) == ["why"]
    assert run(["translate", str(folder), "--lang", "zh", "--accept", "all"]) == 0
    assert stale(folder) == []
    text = overlay.read_bytes().decode().replace("{from", "{ from")
    written = re.sub(rf' *from: "[0-9a-f]{{6}}"(?:{line_end}|, )', "", text)
    assert written == OVERLAY.replace("\n", line_end)


def test_changing_one_english_text_makes_exactly_its_translations_stale(folder, capsys):
    run(["translate", str(folder), "--lang", "zh", "--accept", "all"])
    deck, course = folder / "decks" / "a.yaml", folder / "decks" / "course.yaml"
    deck.write_text(DECK.replace("No parents.", "It has no parents."), encoding="utf-8")
    assert stale(folder) == ["leaf"]
    capsys.readouterr()
    run(["translate", str(folder), "--lang", "zh"])
    first, last = capsys.readouterr().out.splitlines()
    assert first.endswith("decks/zh/any-name.yaml:6:3: stale: leaf")
    assert last == "C, zh: 2 translated, 1 stale, 0 promised and missing, 0 not promised yet"
    [warning] = find_warnings(folder)
    assert warning.startswith("decks/zh/any-name.yaml:6:3: 'leaf' was translated from an older")
    assert run(["check", str(folder)]) == 0
    assert run(["check", str(folder), "--strict"]) == 1
    course.write_text(COURSE.replace("[term]", "[]"), encoding="utf-8")
    assert find_warnings(folder) == []  # what is not promised may lag behind
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    below = re.sub(
        r'( *from: "\w+"\n)((?:    .*\n)+)', r"\2\1", overlay.read_text("utf-8"), count=1
    )
    overlay.write_text(below, encoding="utf-8")  # `from` stands last
    assert run(["translate", str(folder), "--lang", "zh", "--accept", "leaf"]) == 0
    assert stale(folder) == []


def test_a_promised_translation_that_is_missing_is_a_warning_and_no_release_may_lack_it(
    folder, capsys
):
    write(folder, "entries: {}\n")
    assert find_problems(folder) == []
    missing = "a.yaml:4:3: no whole translation into 'zh' of 'leaf'; add it to a file in decks/zh"
    [warning] = find_warnings(folder)
    assert warning.startswith(f"decks/{missing}")
    write(folder, "entries:\n  leaf: {term: 叶子}\n")
    promised, begun = find_warnings(folder)
    assert promised == warning
    assert begun == "decks/zh/any-name.yaml:3:3: 'leaf' is not translated whole: meaning missing"
    target = folder / "a.apkg"
    assert run(["build", str(folder), "-o", str(target)]) == 0
    target.unlink()
    capsys.readouterr()
    assert run(["build", str(folder), "--release", "-o", str(target)]) == 1
    assert missing in capsys.readouterr().err
    assert not target.exists()
    assert not (folder / "decks" / "deck.lock").exists()
    write(folder, OVERLAY.partition("\n")[2])
    assert run(["build", str(folder), "--release", "-o", str(target)]) == 0


def test_todo_lists_all_that_is_missing_or_stale_with_its_place(folder, capsys):
    write(folder, "entries:\n  leaf: {from: aaaaaa, term: 叶子, meaning: 没有父节点。}\n")
    assert run(["translate", str(folder), "--lang", "zh", "--todo"]) == 0
    listed = [line.removeprefix(f"{folder}/") for line in capsys.readouterr().out.splitlines()]
    assert listed[:-1] == [
        "decks/zh/any-name.yaml:3:3: stale: leaf",
        "decks/a.yaml:7:3: not promised: why",
    ]
    assert listed[-1].endswith(
        ", zh: 1 translated, 1 stale, 0 promised and missing, 1 not promised yet"
    )


def test_titles_and_words_are_read_short_or_whole(folder):
    words = "words:\n  leaf: 叶子\n  stride: {say: 步幅, also: [跨步], never: [步长]}\n"
    write(folder, f"course: 课程\ndecks: {{a: 第一}}\n{words}")
    course = load_course(folder, label="")
    assert course.titles == {"zh": {"course": "课程", "decks/a": "第一"}}
    assert course.terminology["zh"]["leaf"].say == "叶子"
    assert course.terminology["zh"]["stride"].never == ("步长",)


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("words: {stride: {say: 步幅, nevr: [步长]}}", "unknown field 'nevr'"),
        ("words: {stride: {never: [步长]}}", "missing field 'say'"),
        ("words: {stride: }", "'say' must not be empty"),
        ("words: {' ': 步幅}", "must not be empty"),
        ("entries: {'{a}': {term: 叶}}", "there is no entry '{a}'"),
        ("entries: {leaf: {term: [叶, 子]}}", "'term' must be text"),
        ("entries: {leaf: {term: ''}}", "'term' must not be empty"),
        (
            "entries: {rate: {cloze: '$\\beta$', gaps: {1: '$\\gamma$'}}}",
            "gap 1 is not in the text",
        ),
        ("entries: {rate: {cloze: '$P(b)$', gaps: {1: 'P(b)'}}}", "gap 1 cuts a formula"),
        ("entries: {rate: {cloze: a *b c*, gaps: {1: a *b}}}", "gap 1 cuts through Markdown"),
        ("entries: {rate: {cloze: b, gaps: {1: [b]}}}", "'1' must be text"),
    ],
)
def test_a_mistake_in_an_overlay_is_told_with_its_place(folder, overlay, message):
    cloze = "- cloze: The rate is $\\alpha$.\n  key: rate\n  gaps: {1: '$\\alpha$'}\n"
    (folder / "decks" / "a.yaml").write_text(DECK + cloze, encoding="utf-8")
    write(folder, f"{overlay}\n")
    [problem] = find_problems(folder)
    assert problem.startswith("decks/zh/any-name.yaml:2:")
    assert message in problem


def test_the_fingerprint_follows_the_texts_and_nothing_else():
    term = Term(key="t", term="leaf", meaning="No parents.", aliases=("leaf tensor",))
    same = replace(term, key="u", stage=3, tags=("x",))
    assert fingerprint_texts(term) == fingerprint_texts(same) == "939974"
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, meaning="No parents!"))
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, aliases=()))
