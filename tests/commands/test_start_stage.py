"""A placement's verdict is kept if that is wished: new cards begin with the stage it found."""

import io

import pytest

from flashcards.cli import run
from flashcards.study.settings import load_settings
from tests.helpers.course_files import write_course

ENTRY = """
- key: {key}
  choose: {key}?
  stage: {stage}
  right: {{r: "yes"}}
  wrong: {{w: {{text: "no", why: because}}}}
"""
COURSE = {
    "decks/course.yaml": """
id: two
title: Two
author: A
licence: CC0
stages: {1: {title: One}, 2: {title: Two}}
decks: [all]
""",
    "decks/all.yaml": "deck: all\ntitle: All\nentries:\n"
    + "".join(ENTRY.format(key=f"{word}-{letter}", stage=stage)
              for word, stage in (("one", 1), ("two", 2)) for letter in "ab"),
    "quizzes/placement.yaml": """
quiz: placement
title: P
pass_mark: 70
minutes: 5
shuffle: false
picks:
- {title: Stage 1, select: {stage: [1]}, count: 2}
- {title: Stage 2, select: {stage: [2]}, count: 2}
""",
}  # fmt: skip


@pytest.fixture
def ptquiz(tmp_path, own_home, monkeypatch, capsys):
    """Runs a command line on a course of two stages; what it printed."""
    folder = write_course(tmp_path, COURSE)

    def call(*words, lines=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert run([*words, "--course", str(folder)]) == 0
        return capsys.readouterr().out

    return call


def place(ptquiz, *more, wish):
    """Takes the placement with stage 1 right and stage 2 wrong; what it printed in the end."""
    said = ptquiz("exam", "placement", "--plain", *more)
    for number in range(4):
        yes_is_first = said.rindex("  yes\n") < said.rindex("  no\n")
        answer = "1" if yes_is_first == (number < 2) else "2"
        last = f"y\nn\n{wish}\n" if number == 3 else ""
        said = ptquiz("exam", "placement", "--plain", *more, lines=f"{answer}\n{last}")
    return said


def test_a_placement_is_offered_with_its_length(ptquiz):
    said = " ".join(ptquiz().split())
    assert "'ptquiz exam placement' (4 questions, at most 5 min)" in said


def test_the_verdict_is_kept_if_that_is_wished_and_can_be_taken_back(ptquiz, own_home):
    said = place(ptquiz, wish="y")
    assert "New cards begin with stage 2 from now on." in said
    assert load_settings(own_home / "settings.toml").stage == 2
    assert "2 new" in ptquiz()
    assert "two-" in ptquiz()
    assert "one-" in ptquiz("--stage", "1")
    assert "skipped: new cards begin later" in ptquiz("path")
    assert run(["config", "stage", "default"]) == 0
    assert "4 new" in ptquiz()


def test_without_a_yes_the_verdict_says_how_to_begin_there(ptquiz, own_home):
    said = place(ptquiz, wish="n")
    assert "Begin with stage 2: ptquiz config stage 2" in said
    assert not (own_home / "settings.toml").exists()


def test_a_candidate_with_a_name_is_not_asked_about_the_settings(ptquiz, own_home):
    assert "from now on?" not in place(ptquiz, "--name", "Ada", wish="y")
    assert not (own_home / "settings.toml").exists()
