"""A wrong line is told in the learner's language by what is wrong, not by the parser's words."""

import os
import re

import pytest

from flashcards.cli import run
from flashcards.commands.export import print_summary
from flashcards.commands.speaker import Speaker


@pytest.fixture
def chinese(own_home, monkeypatch):
    (own_home / "settings.toml").write_text('language = "zh"\n', encoding="utf-8")


def test_a_title_of_the_author_is_not_translated(chinese, capsys):
    block = {"title": "all", "taken": 1, "found": 1, "asked": 2, "short": True, "why": "default",
             "doubled": ""}  # fmt: skip
    print_summary(Speaker(), {"blocks": [block, {**block, "title": "", "short": False}]})
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("all  1/2 道题")
    assert second.startswith("全部  1/2 道题")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--minutes 0", "--minutes 的值无效：不能小于 1。"),
        ("--minutes x", "--minutes 的值无效：应为数字。"),
        ("--plain=3", "Option '--plain' does not take a value."),
        ("--minutes", "选项 --minutes 需要一个值。"),
        ("--cousre x", "没有选项 --cousre（相近的有：--count、--course）。"),
        ("anki syncc", "没有命令“syncc”。（是不是“sync”？）"),
        ("anki --", "缺少命令。"),
        ("-- -x", "没有命令“-x”。"),
        ("-x", "没有选项 -x"),
        ("anki pull", "缺少参数“文件”。"),
        ("results", "缺少参数“文件”。"),
        ("anki pull a default", "多余的参数“default”。"),
        ("stats default", "多余的参数“default”。"),
        ("--stage 1 stats", "“stats”之前的选项会被忽略；请写在它后面。"),
        ("check a --course .", "--course 的值无效：给出了两个课程：a 和 ."),
        ("--course a check", "“check”之前的选项会被忽略；请写在它后面。"),
        ("build -o x.pdf", "--output 的值无效：生成的是 an Anki package，不是 a PDF；"),
    ],
)
def test_a_wrong_line_is_told_by_what_is_wrong_with_it(chinese, capsys, line, told):
    assert run(line.split()) == 2
    said = capsys.readouterr().err
    assert f"\n错误：{told}" in said
    assert re.match(r"用法：ptquiz .*\n帮助：ptquiz .*-h\n\n", said)


def test_a_word_that_no_term_has_is_a_problem(capsys):
    assert run(["glossary", "zzzz"]) == 1
    assert capsys.readouterr().err == "No term of the course has this word.\n"
    assert run(["glossary", "zzzz", "--json"]) == 1
    assert capsys.readouterr().out == "[]\n"
    assert run(["glossary", "stride"]) == 0


def test_an_export_of_the_log_into_a_pipe_names_standard_output(own_home, tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run(["log", "export", str(pipe)]) == 1
    assert f"'ptquiz log export - > {pipe}' writes there" in capsys.readouterr().err
