"""Overlays: matched by key, stale when the English changed, promised or not."""

import re
import shutil
from pathlib import Path

import pytest

from flashcards.cards import list_notes
from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.course.load import load_course
from flashcards.course.translations import translation_status
from flashcards.errors import ProblemsFound

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
    term: 叶子   # kept
    meaning: 没有父节点。
  why: {recall: 为什么？, answer: 因为。}
""".replace("   # kept", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "decks" / "zh").mkdir(parents=True)
    (tmp_path / "decks" / "course.yaml").write_text(COURSE, encoding="utf-8")
    (tmp_path / "decks" / "a.yaml").write_text(DECK, encoding="utf-8")
    (tmp_path / "decks" / "zh" / "any-name.yaml").write_text(OVERLAY, encoding="utf-8")
    return tmp_path


def stale(folder: Path) -> list[str]:
    return [note.key for note in list_notes(load_course(folder, label=""), "zh") if note.stale]


def test_a_deck_that_cannot_be_read_is_one_problem_not_one_for_each_of_its_translations(folder):
    decks = folder / "decks"
    (decks / "course.yaml").write_text(COURSE + "decks: [a]\n", encoding="utf-8")
    (decks / "a.yaml").write_text(DECK + "  why: one: two\n", encoding="utf-8")
    (decks / "zh" / "any-name.yaml").rename(decks / "zh" / "a.yaml")
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    assert [str(problem.at) for problem in found.value.problems] == ["decks/a.yaml:10:11"]


def test_a_picture_that_a_translation_shows_must_be_there(folder):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    text = overlay.read_text(encoding="utf-8").replace("answer: 因为。", "answer: '![图](no.svg)'")
    overlay.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    [problem] = found.value.problems
    assert str(problem.at) == "decks/zh/any-name.yaml:9:31"
    assert problem.message.startswith("there is no picture decks/media/no.svg")


def test_a_translation_that_nobody_accepted_is_stale_and_accepting_mends_it(folder, capsys):
    assert stale(folder) == ["leaf", "why"]
    assert run(["translate", str(folder), "--lang", "zh", "--accept", "leaf"]) == 0
    assert stale(folder) == ["why"]
    assert run(["translate", str(folder), "--lang", "zh", "--accept", "all"]) == 0
    assert stale(folder) == []
    text = (folder / "decks" / "zh" / "any-name.yaml").read_text(encoding="utf-8")
    assert "# a comment that stays\n" in text
    assert [line for line in text.splitlines() if "from" not in line] == [
        line for line in OVERLAY.splitlines() if "why" not in line
    ]


def test_changing_one_english_text_makes_exactly_its_translations_stale(folder, capsys):
    run(["translate", str(folder), "--lang", "zh", "--accept", "all"])
    deck = folder / "decks" / "a.yaml"
    deck.write_text(DECK.replace("No parents.", "It has no parents."), encoding="utf-8")
    assert stale(folder) == ["leaf"]
    capsys.readouterr()
    run(["translate", str(folder), "--lang", "zh"])
    first, _, last = capsys.readouterr().out.splitlines()
    assert first.endswith("decks/zh/any-name.yaml:6:3: stale: leaf")
    assert last == "C, zh: 2 translated, 1 stale, 0 promised and missing, 0 not promised yet"
    assert run(["check", str(folder)]) == 0
    assert run(["check", str(folder), "--strict"]) == 1


def test_a_promised_translation_that_is_missing_is_a_warning_others_are_not(folder, capsys):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    overlay.write_text("lang: zh\nentries: {}\n", encoding="utf-8")
    report = check_course(folder, label="")
    [warning] = [each for each in report.warnings if "translation" in each.message]
    assert str(warning).startswith("decks/a.yaml:4:3: no translation into 'zh' of 'leaf'")
    assert report.problems == []


def test_a_release_refuses_a_promise_that_is_not_kept(folder, capsys):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    overlay.write_text("lang: zh\nentries:\n  leaf: {term: 叶子}\n", encoding="utf-8")
    target = folder / "a.apkg"
    assert run(["build", str(folder), "-o", str(target)]) == 0
    target.unlink()
    capsys.readouterr()
    assert run(["build", str(folder), "--release", "-o", str(target)]) == 1
    told = capsys.readouterr().err
    assert "a.yaml:4:3: no whole translation into 'zh' of 'leaf'" in told
    assert not target.exists()
    assert not (folder / "decks" / "deck.lock").exists()
    overlay.write_text(OVERLAY, encoding="utf-8")
    assert run(["build", str(folder), "--release", "-o", str(target)]) == 0


def test_a_translation_that_lacks_a_text_says_which(folder):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    overlay.write_text("lang: zh\nentries:\n  leaf: {term: 叶子}\n", encoding="utf-8")
    told = [str(each) for each in check_course(folder, label="").warnings]
    assert "decks/zh/any-name.yaml:3:3: 'leaf' is not translated whole: meaning missing" in told


def test_todo_lists_all_that_is_missing_or_stale_with_its_place(folder, capsys):
    overlay = folder / "decks" / "zh" / "any-name.yaml"
    text = "lang: zh\nentries:\n  leaf: {from: aaaaaa, term: 叶子, meaning: 没有父节点。}\n"
    overlay.write_text(text, encoding="utf-8")
    assert run(["translate", str(folder), "--lang", "zh", "--todo"]) == 0
    listed = [line.removeprefix(f"{folder}/") for line in capsys.readouterr().out.splitlines()]
    assert listed[:-1] == [
        "decks/zh/any-name.yaml:3:3: stale: leaf",
        "decks/a.yaml:7:3: not promised: why",
    ]
    assert run(["translate", str(folder), "--lang", "zh"]) == 0
    assert "  a\t1 of 2\t50 %\t1 stale" in capsys.readouterr().out


def test_a_template_put_into_an_overlay_is_a_whole_translation(tiny_folder, tmp_path, capsys):
    folder = tmp_path / "course"
    shutil.copytree(tiny_folder, folder)
    keys = [e.key for deck in load_course(tiny_folder).decks for e in deck.entries]
    flags = [word for key in keys for word in ("--template", key)]
    assert run(["translate", str(folder), "--lang", "zh", *flags]) == 0
    shutil.rmtree(folder / "decks" / "zh")
    (folder / "decks" / "zh").mkdir()
    text = f"lang: zh\nentries:\n{capsys.readouterr().out}"
    (folder / "decks" / "zh" / "all.yaml").write_text(text, encoding="utf-8")
    course = load_course(folder)
    assert course.translations["zh"].keys() == set(keys)
    assert translation_status(course, "zh").stale == []
    assert run(["translate", str(folder), "--lang", "zh", "--template", "nix"]) == 1
    assert "no entry 'nix'" in capsys.readouterr().err


def test_titles_are_translated(folder):
    assert load_course(folder, label="").titles == {"zh": {"course": "课程", "deck/a": "第一"}}


def test_kinds_that_a_language_does_not_promise_may_lag_behind_without_a_warning(folder, capsys):
    run(["translate", str(folder), "--lang", "zh", "--accept", "all"])
    deck, course = folder / "decks" / "a.yaml", folder / "decks" / "course.yaml"
    deck.write_text(DECK.replace("No parents.", "It has no parents."), encoding="utf-8")
    course.write_text(re.sub(r"promises: .*", "promises: {zh: []}", COURSE), encoding="utf-8")
    capsys.readouterr()
    run(["check", str(folder)])
    assert "older English" not in capsys.readouterr().out
    run(["translate", str(folder), "--lang", "zh"])
    assert "stale: leaf" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("words: [a]", "'words' must be a mapping"),
        ("words: {stride: {say: 步幅, nevr: [步长]}}", "unknown field 'nevr'"),
        ("words: {stride: {never: [步长]}}", "missing field 'say'"),
        ("words: {stride: }", "'say' must not be empty"),
        ("words: {stride: [步幅]}", "must be a mapping"),
        ("words: {' ': 步幅}", "must not be empty"),
        ("words: {'': 步幅}", "must not be empty"),
    ],
)
def test_a_mistake_in_the_table_of_words_is_told_with_its_place(folder, words, message):
    (folder / "decks" / "zh" / "words.yaml").write_text(f"lang: zh\n{words}\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    [problem] = found.value.problems
    assert problem.at.file == "decks/zh/words.yaml"
    assert problem.at.line == 2
    assert message in str(problem.message)


def test_words_are_read_short_or_with_what_else_is_said_and_what_never(folder):
    text = "lang: zh\nwords:\n  leaf: 叶子\n  stride: {say: 步幅, also: [跨步], never: [步长]}\n"
    (folder / "decks" / "zh" / "words.yaml").write_text(text, encoding="utf-8")
    words = load_course(folder, label="").words["zh"]
    assert words["leaf"].say == "叶子"
    assert words["stride"].never == ("步长",)


@pytest.mark.parametrize(
    ("text", "gap", "message"),
    [
        (r"错误率是 $\alpha$。", r"$\beta$", r"gap 1 is not in the text: '$\beta$'"),
        (r"错误率是 $P(\alpha)$。", r"\alpha", r"gap 1 is inside a formula: '\alpha'"),
    ],
)
def test_a_gap_of_a_translation_is_looked_for_in_its_text(folder, text, gap, message):
    deck = folder / "decks" / "a.yaml"
    cloze = "- cloze: The rate is $\\alpha$.\n  key: rate\n  gaps: {1: '$\\alpha$'}\n"
    deck.write_text(deck.read_text(encoding="utf-8") + cloze, encoding="utf-8")
    overlay = f"lang: zh\nentries:\n  rate:\n    cloze: {text}\n    gaps: {{1: '{gap}'}}\n"
    (folder / "decks" / "zh" / "rate.yaml").write_text(overlay, encoding="utf-8")
    [problem] = check_course(folder, label="").problems
    assert problem.message.startswith(message)


def test_a_list_in_the_place_of_a_gap_s_text_is_a_problem_and_no_traceback(tmp_path):
    from flashcards.commands.check import check_course
    from tests.helpers.course_files import write_course

    course = "id: c\ntitle: C\nauthor: A\nlicence: CC0\nlanguages: [en, zh]\n"
    deck = "deck: d\ntitle: D\nstage: 1\nentries:\n- cloze: a leaf\n  key: k\n  gaps: {1: leaf}\n"
    overlay = "lang: zh\nentries:\n  k:\n    cloze: [叶, 子]\n    gaps: {1: 叶}\n"
    files = {"decks/course.yaml": course, "decks/d.yaml": deck, "decks/zh/d.yaml": overlay}
    told = [str(each) for each in check_course(write_course(tmp_path, files), label="").problems]
    assert "decks/zh/d.yaml:4:12: 'cloze' must be text" in told
