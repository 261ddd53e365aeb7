"""Two sittings at once share one log: none of 500 answers is lost, none is doubled."""

import itertools
import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from flashcards.reviews import database
from flashcards.reviews.backup import check_log
from flashcards.reviews.store import open_reviews
from tests.helpers.course_files import write_course

INFO = "id: many\ntitle: Many\nauthor: A\nlicence: CC0-1.0\n"
ENTRY = """\
- choose: Number {n}, which one?
  key: one-{n}
  right: {{a: {{text: Right}}}}
  wrong: {{b: {{text: Wrong}}, c: {{text: Also wrong}}}}
"""
ANSWERS = 250


def test_two_sittings_at_once_keep_every_answer_once(tmp_path):
    body = "deck: many\ntitle: Many\nstage: 1\nentries:\n"
    body += "".join(ENTRY.format(n=n) for n in range(ANSWERS))
    course = write_course(tmp_path / "course", {"decks/course.yaml": INFO, "decks/many.yaml": body})
    home = tmp_path / "home"
    (tmp_path / "keys").write_text("1\n" * ANSWERS)
    sittings = [sitting(course, home, tmp_path, side) for side in ("left", "right")]
    assert [process.wait(300) for process in sittings] == [0, 0]
    for side in ("left", "right"):
        assert (tmp_path / side).read_text().count("Asked again") == ANSWERS
    log = open_reviews(home / "reviews.db")
    check_log(log)
    kept = list(log.reviews())
    assert len({review.uid for review in kept}) == len(kept) == 2 * ANSWERS
    before = log.memories(["many"], "en")
    log.rebuild()
    assert log.memories(["many"], "en") == before
    log.close()


@pytest.mark.parametrize("step", range(6))
def test_a_log_that_another_terminal_makes_meanwhile_is_not_called_damaged(tmp_path, step):
    """Before one of our looks at a new file, the other terminal makes it, if it can."""
    path = tmp_path / "reviews.db"
    path.touch()
    other = sqlite3.connect(path, timeout=0, isolation_level=None)
    looks = itertools.count()

    class Watched(sqlite3.Connection):
        def execute(self, *statement):
            if next(looks) == step:
                with suppress(sqlite3.OperationalError):  # not while we look
                    database._migrate(other)
                if other.in_transaction:
                    other.execute("ROLLBACK")
            return super().execute(*statement)

    with closing(sqlite3.connect(path, isolation_level=None, factory=Watched)) as ours:
        database._refuse_strangers(ours, path)
    assert next(looks) > step
    other.close()


def sitting(course: Path, home: Path, folder: Path, side: str) -> subprocess.Popen:
    code = "from flashcards.cli import main; main()"
    arguments = ["--course", str(course), "--new", "999", "-n", str(ANSWERS)]
    root = Path(__file__).parents[2]
    with (folder / "keys").open() as keys, (folder / side).open("w") as shown:
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=keys,
            stdout=shown,
            env={**os.environ, "PYTHONPATH": str(root), "PTQUIZ_HOME": str(home)},
        )
