"""The same lock gives the same bytes: in other folders, later, and with other hash seeds."""

import hashlib
import os
import shutil
import subprocess
import sys

from flashcards.cli import run
from tests.helpers.course_folders import make_course


def _built(folder, target, **environment):
    """The hash of a package built in a process of its own."""
    command = [sys.executable, "-m", "flashcards", "build", str(folder), "-o", str(target)]
    script = "import sys; from flashcards.cli import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", script, *command[3:]]
    env = {**os.environ, "PYTHONPATH": os.getcwd(), **environment}
    subprocess.run(command, check=True, env=env, capture_output=True)
    return hashlib.sha256(target.read_bytes()).hexdigest()


def test_a_released_deck_has_the_same_bytes_everywhere(tmp_path):
    first = make_course(tmp_path / "one")
    assert run(["build", str(first), "--release", "-o", str(tmp_path / "r.apkg")]) == 0
    second = tmp_path / "deep" / "down" / "two"
    shutil.copytree(first, second)
    hashes = {
        _built(
            folder,
            tmp_path / f"{number}.apkg",
            PYTHONHASHSEED=seed,
            PTQUIZ_HOME=str(tmp_path / f"home-{number}"),
            SOURCE_DATE_EPOCH=epoch,
            TZ=zone,
        )
        for number, (folder, seed, epoch, zone) in enumerate(
            [
                (first, "1", "1900000000", "UTC"),
                (second, "2", "1950000000", "Asia/Tokyo"),
                (second, "3", "1900000007", "America/New_York"),
            ]
        )
    }
    hashes.add(hashlib.sha256((tmp_path / "r.apkg").read_bytes()).hexdigest())
    assert len(hashes) == 1


def test_an_unreleased_change_shows_in_the_bytes(tmp_path):
    folder = make_course(tmp_path / "one")
    run(["build", str(folder), "--release", "-o", str(tmp_path / "r.apkg")])
    before = (tmp_path / "r.apkg").read_bytes()
    deck = folder / "decks" / "tiny.yaml"
    deck.write_text(deck.read_text().replace("without", "with no"))
    assert run(["build", str(folder), "-o", str(tmp_path / "draft.apkg")]) == 0
    assert (tmp_path / "draft.apkg").read_bytes() != before
