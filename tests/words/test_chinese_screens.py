"""With Chinese set, cards and what is around them are Chinese; help and errors are English.

That learners see nothing but texts of `words/` is tested by `test_pseudo_language.py`.
"""

import json
import os

import pytest

from flashcards.cli import run
from tests.helpers.course_files import write_course
from tests.helpers.learner_terminal import get_forker

COURSE = {
    "decks/course.yaml": """\
        id: words
        title: Some words
        author: 作者
        licence: CC0-1.0
        languages: [en, zh]
        promises: {zh: [choose]}
        stages: {1: {title: Begin, weeks: weeks 1–2, goal: Know it.}}
        """,
    "decks/resources.yaml": """\
        resources:
          book: {title: A book, url: "https://example.org/b", stage: 1}
          shu: {title: 一本书, url: "https://example.org/z", stage: 1, language: zh}
        """,
    "decks/a.yaml": """\
        deck: a
        title: Letters
        entries:
        - choose: Which thing is green?
          key: green
          see: [book]
          right: {leaf: A leaf}
          wrong: {sky: {text: The sky, why: It is blue.}, sun: {text: The sun, why: It is yellow.}}
          why: Leaves are green.
        """,
    "decks/zh/a.yaml": """\
        lang: zh
        course: 一些词
        stages: {1: 开始}
        weeks: {1: 第 1–2 周}
        goals: {1: 学会它。}
        decks: {a: 字母}
        resources: {book: 英文书}
        entries:
          green:
            choose: 哪一个是绿色的？
            right: {leaf: 叶子}
            wrong: {sky: {text: 天空, why: 天空是蓝色的。}, sun: {text: 太阳, why: 太阳是黄色的。}}
            why: 叶子是绿色的。
        """,
}


@pytest.fixture
def learner(tmp_path, own_home, monkeypatch):
    """In the folder of a course, with Chinese set for good."""
    monkeypatch.chdir(write_course(tmp_path / "course", COURSE))
    (own_home / "settings.toml").write_text('language = "zh"\n', encoding="utf-8")


@pytest.mark.usefixtures("learner")
def test_a_session_asks_and_tells_in_chinese(own_home):
    env = {**os.environ, "PTQUIZ_HOME": str(own_home)}
    shown = get_forker().run("0\n:q\n", arguments=["--plain"], env=env).stdout
    assert "第 1 阶段 · 字母" in shown
    assert "哪一个是绿色的？" in shown
    assert "你的回答已保存。" in shown


@pytest.mark.usefixtures("learner")
def test_help_and_errors_are_english(capsys):
    assert run(["stats", "-h"]) == 0
    assert "Usage: ptquiz stats" in capsys.readouterr().out
    assert run(["exam", "nix"]) == 1
    assert capsys.readouterr().err.startswith("there is no quiz 'nix'")


@pytest.mark.usefixtures("learner")
def test_path_names_what_is_written_in_chinese_first(capsys):
    run(["path", "--json"])
    [stage] = json.loads(capsys.readouterr().out)
    assert [each["title"] for each in stage["resources"]] == ["一本书", "英文书"]
