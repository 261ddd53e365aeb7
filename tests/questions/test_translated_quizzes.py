"""A quiz that is whole in English only names the language as the reason, wherever it is asked."""

import pytest

from flashcards.cli import run
from tests.helpers.course_files import write_course

COURSE = {
    "decks/course.yaml": """\
        id: words
        title: Words
        author: A
        licence: CC0-1.0
        languages: [en, zh]
        promises: {zh: [term]}
        """,
    "decks/a.yaml": """\
        deck: a
        title: Letters
        entries:
        - {term: alpha, key: alpha, meaning: The first one.}
        - {term: beta, key: beta, meaning: The second one.}
        - {term: gamma, key: gamma, meaning: The third one.}
        """,
    "decks/zh/a.yaml": """\
        lang: zh
        blocks: {Two letters: 两个字母}
        entries:
          alpha: {term: 甲, meaning: 第一个。}
        """,
    "quizzes/small.yaml": """\
        quiz: small
        title: Small
        picks:
        - {title: Two letters, count: 2, select: {kind: [term]}}
        """,
    "quizzes/all.yaml": "{quiz: all, title: All, select: {deck: [a]}}",
}
LINES = """\
exam small
--quiz small
export csv . --quiz small -o out
export csv . --quiz small --dry-run
build . --quiz small -o out.apkg
preview . --quiz small -o out.html"""


@pytest.fixture
def folder(tmp_path, own_home, monkeypatch):
    made = write_course(tmp_path / "course", COURSE)
    monkeypatch.chdir(made)
    return made


@pytest.mark.parametrize("line", LINES.splitlines())
def test_the_language_is_named_as_the_reason_and_nothing_is_written(line, folder, capsys):
    before = sorted(folder.rglob("*"))
    assert run([*line.split(), "--lang", "zh"]) == 1
    told = "".join(capsys.readouterr())
    assert "is not whole in 'zh': not all of it is translated (两个字母 1/2)" in told
    assert "--lang en" in told
    assert sorted(folder.rglob("*")) == before


def test_a_quiz_with_the_id_of_its_course_is_no_exception(folder, capsys):
    path = folder / "quizzes/small.yaml"
    path.write_text(path.read_text().replace("quiz: small", "quiz: words"))
    assert run(["export", "csv", ".", "--quiz", "words", "-o", "out.csv", "--lang", "zh"]) == 1
    assert "is not whole in 'zh': not all of it is translated" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["exam all", "export csv . --quiz all", "build . --quiz all"])
def test_a_quiz_that_names_no_number_is_whole_or_refused_too(line, folder, capsys):
    assert run([*line.split(), "--lang", "zh"]) == 1
    assert "is not whole in 'zh': not all of it is translated (All" in capsys.readouterr().err


def test_in_english_the_same_quiz_is_whole(folder, capsys):
    assert run(["export", "csv", ".", "--quiz", "small", "-o", "out.csv", "--lang", "en"]) == 0
    assert run(["build", ".", "--quiz", "small", "-o", "out.apkg", "--lang", "en"]) == 0


def test_a_choice_that_is_no_quiz_takes_what_is_translated(folder, capsys):
    assert run(["export", "csv", ".", "--kind", "term", "--lang", "zh", "-o", "out.csv"]) == 0
    assert "甲" in (folder / "out.csv").read_text(encoding="utf-8")


def test_what_the_learner_leaves_out_is_not_the_fault_of_the_language(folder, capsys):
    whole = folder / "decks/zh/a.yaml"
    whole.write_text(
        whole.read_text(encoding="utf-8")
        + "  beta: {term: 乙, meaning: 第二个。}\n  gamma: {term: 丙, meaning: 第三个。}\n",
        encoding="utf-8",
    )
    assert run(["--quiz", "small", "--key", "alpha", "--lang", "zh"]) == 1
    told = capsys.readouterr().err
    assert "not whole" not in told
    assert "too few cards" in told
