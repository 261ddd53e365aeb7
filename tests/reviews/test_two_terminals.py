"""Two sittings at once share one log: none of 500 answers is lost, none is doubled."""

import os
import subprocess
import sys
from pathlib import Path

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
    log.check()
    kept = list(log.reviews())
    assert len({review.uid for review in kept}) == len(kept) == 2 * ANSWERS
    before = log.memories(["many"], "en")
    log.rebuild()
    assert log.memories(["many"], "en") == before
    log.close()


def sitting(course: Path, home: Path, folder: Path, side: str) -> subprocess.Popen:
    code = "from flashcards.cli import main; main()"
    arguments = ["--course", str(course), "--new", "999", "--minutes", "600", "-n", str(ANSWERS)]
    root = Path(__file__).parents[2]
    with (folder / "keys").open() as keys, (folder / side).open("w") as shown:
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=keys,
            stdout=shown,
            env={**os.environ, "PYTHONPATH": str(root), "PTQUIZ_HOME": str(home)},
        )
