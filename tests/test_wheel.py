"""The wheel itself: it carries the built-in decks and finds them outside a checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (path,) = folder.glob("ptquiz-*.whl")
    return path


def test_every_deck_quiz_and_picture_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    for folder in ("decks", "quizzes"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                inside = path.relative_to(ROOT).as_posix()
                assert f"flashcards/_builtin/{inside}" in packed
    assert "flashcards/py.typed" in packed
    assert "flashcards/text/card.css" in packed
    for folder in ("anki/script", "anki/templates", "export/templates", "pages/web"):
        for path in (ROOT / "flashcards" / folder).iterdir():
            assert f"flashcards/{folder}/{path.name}" in packed


def test_the_wheel_finds_its_decks_outside_a_checkout(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    command = "from flashcards.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "list"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PTQUIZ_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.stdout.startswith("PyTorch for system developers:")
    assert "Stage 1, Basic use: exam" in done.stdout
