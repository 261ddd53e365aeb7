"""Only the learner can enter the data folder, whichever command creates it."""

import os
from pathlib import Path

import pytest

from flashcards.anki.bridge import engine

FIRST_COMMANDS = (
    "anki login --server http://127.0.0.1:9/ --password-stdin",
    "config new 5",
    "goal 2200-01-01",
    "list mine",
    "exam first --course mine --plain",
    "--course mine --plain",
    "card suspend example-clear --course mine",
    "log import answers.jsonl",
)


@pytest.fixture
def usual_umask():
    """Sets the umask of most systems, with which others can read new folders."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize("line", FIRST_COMMANDS)
def test_the_data_folder_is_the_learners_alone(ptquiz, tmp_path, monkeypatch, line):
    monkeypatch.setattr(engine, "request_key", lambda name, password, server: "key")
    assert ptquiz("new mine").code == 0
    Path("answers.jsonl").touch()
    home = tmp_path / "data" / "ptquiz"
    monkeypatch.setenv("PTQUIZ_HOME", str(home))
    said = ptquiz(line, typed="me\nsecret\n")
    assert said.code == 0, said.text
    folders = [home, *(path for path in home.rglob("*") if path.is_dir())]
    assert {oct(path.stat().st_mode & 0o777) for path in folders} == {"0o700"}
