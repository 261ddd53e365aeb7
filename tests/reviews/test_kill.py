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

TURNS, KILLS = 2, 10
"""20 kills in all; a key counts a quarter of a second after its page, so each takes a second."""
ANSWERS = 40
KEYS_COUNT = b" quit"
"""The end of the line of keys, which is shown when they are taken."""
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
@pytest.mark.parametrize("turn", range(TURNS))
def test_every_answer_that_was_shown_is_kept_once_whenever_the_quiz_is_killed(
    forker, many_cards, tmp_path, turn
):
    home, chance = tmp_path / "home", Random(turn)
    for number in range(KILLS):
        before = count_answers(home)
        keys = ("1", "\r") * 3  # in turn, these answer a question and go on after feedback
        raw = kill(forker, many_cards, home, keys[: 1 + number % 6], chance.random() * 0.03)
        shown, added = raw.count(b"Asked again"), count_answers(home) - before
        assert shown <= added <= shown + 1, f"{shown} shown, {added} kept"
    assert count_answers(home) >= KILLS


def kill(forker, course, home, keys, delay: float) -> bytes:
    """Starts a quiz, presses keys, kills it; everything that it had shown."""
    env = {"PTQUIZ_HOME": str(home), "HOME": str(home), "TERM": "xterm-256color", "PATH": ""}
    arguments = ["--course", str(course), "--new", "999", "-n", "999"]
    terminal = forker.start(arguments, env, 80, 24)
    wait_for_keys(terminal, 0, 30)
    for key in ("\r", *keys):  # the first page
        seen = terminal.raw.count(KEYS_COUNT)
        terminal.press(key)
        wait_for_keys(terminal, seen, 0.5)
    end = time.monotonic() + delay
    while time.monotonic() < end:
        terminal.read(0.002)
    terminal.kill()
    return terminal.raw


def wait_for_keys(terminal, seen: int, seconds: float) -> None:
    """Until keys count once more than they did: what is pressed before is not taken."""
    end = time.monotonic() + seconds
    while terminal.raw.count(KEYS_COUNT) <= seen and time.monotonic() < end:
        terminal.read(0.05)


def count_answers(home) -> int:
    """The answers in the log, which opens and is whole after every kill, each of its own card."""
    with ReviewLog(home / "reviews.db") as log:
        log.check()
        before = log.memories(["many"], "en")
        log.rebuild()
        assert log.memories(["many"], "en") == before
        return log.size()


def test_two_terminals_at_once_keep_every_answer_once(many_cards, tmp_path):
    home = tmp_path / "home"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PTQUIZ_HOME": str(home)}
    words = "--course", many_cards, "--new", "999", "--minutes", "600", "-n", ANSWERS
    command = [sys.executable, "-m", "flashcards", *map(str, words)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    terminals = [subprocess.Popen(command, env=env, **pipes) for _ in range(2)]
    for terminal in terminals:
        terminal.stdin.write(b"1\n" * ANSWERS)
        terminal.stdin.flush()
    shown = [terminal.communicate(timeout=300)[0] for terminal in terminals]
    assert [terminal.returncode for terminal in terminals] == [0, 0]
    assert [screen.count(b"Asked again") for screen in shown] == [ANSWERS, ANSWERS]
    assert count_answers(home) == 2 * ANSWERS
