"""Killed at any moment, or beside another terminal, the quiz loses nothing that it showed."""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from flashcards.reviews.store import ReviewLog
from tests.helpers.course_files import write_course

INFO = "id: many\ntitle: Many\nauthor: A\nlicence: CC0-1.0\nlanguages: [en]\n"
HEAD = "deck: many\ntitle: Many\nstage: 1\nentries:\n"
ENTRY = """\
- choose: Number {n}, which one?
  key: one-{n}
  right: {{a: {{text: Right}}}}
  wrong: {{b: {{text: Wrong}}, c: {{text: Also wrong}}}}
"""


@pytest.fixture
def many_cards(tmp_path) -> Path:
    entries = HEAD + "".join(ENTRY.format(n=n) for n in range(300))
    files = {"decks/course.yaml": INFO, "decks/many.yaml": entries}
    return write_course(tmp_path / "course", files)


@pytest.mark.thorough
@pytest.mark.parametrize("turn", range(20))
def test_every_answer_that_was_shown_is_kept_once_whenever_the_quiz_is_killed(
    sit, many_cards, home, turn
):
    terminal = sit("--new", "999", "-n", "999", course=many_cards)
    for key in ("1\r" * 3)[: 1 + turn % 6]:  # an answer, and on after its feedback
        terminal.press(key)
    end = time.monotonic() + Random(turn).random() * 0.1
    while time.monotonic() < end:
        terminal.read(0.002)
    terminal.kill()
    shown, kept = terminal.raw.count(b"Asked again"), count_answers(home)
    assert shown <= kept <= shown + 1, f"{shown} shown, {kept} kept"


def count_answers(home) -> int:
    """The answers in the log, which opens and is whole after every kill, each of its own card."""
    with ReviewLog(home / "reviews.db") as log:
        log.check()
        before = log.memories(["many"], "en")
        log.rebuild()
        assert log.memories(["many"], "en") == before
        return log.size()


def test_two_terminals_at_once_keep_every_answer_once(many_cards, home):
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PTQUIZ_HOME": str(home)}
    words = "--course", str(many_cards), "--new", "999", "--minutes", "600", "-n", "40"
    command = [sys.executable, "-m", "flashcards", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    terminals = [subprocess.Popen(command, env=env, **pipes) for _ in range(2)]
    for terminal in terminals:
        terminal.stdin.write(b"1\n" * 40)
        terminal.stdin.flush()
    shown = [terminal.communicate(timeout=300)[0] for terminal in terminals]
    assert [terminal.returncode for terminal in terminals] == [0, 0]
    assert [screen.count(b"Asked again") for screen in shown] == [40, 40]
    assert count_answers(home) == 80
