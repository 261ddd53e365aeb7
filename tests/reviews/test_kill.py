"""Killed at any moment, the quiz loses nothing that it showed."""

import time
from random import Random

import pytest

from flashcards.reviews.review import Mark
from flashcards.reviews.store import open_reviews
from tests.helpers.course_files import write_course

TURNS, KILLS = 12, 10
"""120 kills in all; a key counts a quarter of a second after its page, so each takes a second."""
DECISIONS = 24
KEYS = ("1", "\r")
"""In turn, these answer a question and go on after feedback."""
KEYS_COUNT = b" quit"
"""The end of the line of keys, which is shown when they are taken."""

ENTRIES = """\
- choose: Number {n}, which one?
  key: one-{n}
  right: {{a: {{text: Right}}}}
  wrong: {{b: {{text: Wrong}}, c: {{text: Also wrong}}}}
"""


@pytest.mark.thorough
@pytest.mark.parametrize("turn", range(TURNS))
def test_every_answer_that_was_shown_is_kept_once_whenever_the_quiz_is_killed(
    forker, tmp_path, turn
):
    course, home, chance = many_cards(tmp_path / "course"), tmp_path / "home", Random(turn)
    for number in range(KILLS):
        before = kept(home)
        keys = (KEYS * 3)[: 1 + number % 6]
        raw = killed_after(forker, course, home, keys, chance.random() * 0.03)
        shown = raw.count(b"Asked again")
        added = len(kept(home)) - len(before)
        assert shown <= added <= shown + 1, f"{shown} shown, {added} kept"
    assert len(kept(home)) >= KILLS


@pytest.mark.thorough
def test_every_decision_that_was_shown_is_kept_once_whenever_the_quiz_is_killed(forker, tmp_path):
    course, home, chance = many_cards(tmp_path / "course"), tmp_path / "home", Random(9)
    for number in range(DECISIONS):
        before = decided(home)
        keys = "".join(chance.choice("ffsb") for _ in range(1 + number % 4))
        raw = killed_after(forker, course, home, keys, chance.random() * 0.03)
        shown = sum(raw.count(word) for word in (b"Suspended.", b"Buried until", b"agged."))
        added = decided(home) - before
        assert shown <= added <= shown + 1, f"{shown} shown, {added} kept"


def decided(home) -> int:
    kept(home)  # the log is whole
    with open_reviews(home / "reviews.db") as log:
        return sum(isinstance(row, Mark) for row in log.rows())


def killed_after(forker, course, home, keys, delay: float) -> bytes:
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


def kept(home) -> set[str]:
    """The answers in the log, which opens and is whole after every kill."""
    log = open_reviews(home / "reviews.db")
    log.check()
    names = [review.uid for review in log.reviews()]
    assert len(set(names)) == len(names)
    log.close()
    return set(names)


def many_cards(folder):
    head = "deck: many\ntitle: Many\nstage: 1\nentries:\n"
    info = "id: many\ntitle: Many\nauthor: A\nlicence: CC0-1.0\nlanguages: [en]\n"
    body = head + "".join(ENTRIES.format(n=n) for n in range(300))
    return write_course(folder, {"decks/course.yaml": info, "decks/many.yaml": body})
