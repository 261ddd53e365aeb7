"""With Chinese set, cards and what is around them are Chinese; help and errors are English.

That learners see nothing but texts of `words/` is tested by `test_pseudo_language.py`.
"""

import json
import os

from flashcards.cli import run
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.learner_terminal import get_forker

RESOURCES = """\
resources:
  ddp-notes: {title: DDP notes, url: "https://example.org/d", stage: 1}
  shu: {title: 一本书, url: "https://example.org/z", stage: 1, language: zh}
"""


def test_a_session_and_the_path_are_chinese_help_and_errors_english(
    tmp_path, own_home, monkeypatch, capsys
):
    monkeypatch.chdir(write_course(tmp_path, {**COURSE, "decks/resources.yaml": RESOURCES}))
    (own_home / "settings.toml").write_text('language = "zh"\n', encoding="utf-8")
    env = {**os.environ, "PTQUIZ_HOME": str(own_home)}
    arguments = ["--plain", "--key", "clear-gradients"]
    shown = get_forker().run("0\n:q\n", arguments=arguments, env=env).stdout
    assert "第 1 阶段" in shown
    assert "哪个调用会清除梯度？" in shown
    assert "你的回答已保存。" in shown
    assert run(["stats", "-h"]) == 0
    assert "Usage: ptquiz stats" in capsys.readouterr().out
    assert run(["exam", "nix"]) == 1
    assert capsys.readouterr().err.startswith("there is no quiz 'nix'")
    run(["path", "--json"])
    first, *_ = json.loads(capsys.readouterr().out)
    assert [each["title"] for each in first["resources"]] == ["一本书", "DDP notes"]
