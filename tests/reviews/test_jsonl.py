"""The log goes out and comes in as JSON lines, whole and once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews

ROOT = Path(__file__).parents[2]


def review(number: int, **more) -> Review:
    values = {"rating": 3, "answer": '答 "quoted"\n', "uid": f"u{number}", **more}
    return Review(
        course="c", card=f"k{number % 3}#0", lang="en", fingerprint="f", at=10**12 + number * 10**8,
        score=1.0, form="type", duration=5, version="1", **values,
    )  # fmt: skip


@pytest.fixture
def filled(own_home):
    log = open_reviews(own_home / "reviews.db")
    for number in range(12):
        log.record(review(number, rating=1 + number % 4))
    log.undo("u5")
    everything = (
        list(log.reviews(undone=True)),
        log.database.execute("SELECT * FROM states ORDER BY card").fetchall(),
    )
    log.close()
    return everything


def test_out_and_into_an_empty_log_gives_the_same_log(filled, tmp_path, monkeypatch, capsys):
    assert run(["log", "export", str(tmp_path / "log.jsonl")]) == 0
    monkeypatch.setenv("PTQUIZ_HOME", str(tmp_path / "other"))
    assert run(["log", "import", str(tmp_path / "log.jsonl")]) == 0
    assert "12 reviews added" in capsys.readouterr().out
    log = open_reviews(tmp_path / "other" / "reviews.db")
    states = log.database.execute("SELECT * FROM states ORDER BY card").fetchall()
    assert (list(log.reviews(undone=True)), states) == filled
    log.close()


def test_importing_twice_adds_nothing(filled, tmp_path, capsys):
    run(["log", "export", str(tmp_path / "log.jsonl")])
    assert run(["log", "import", str(tmp_path / "log.jsonl")]) == 0
    assert "0 reviews added, 12 were here already" in capsys.readouterr().out


def test_every_bad_line_is_told_and_then_none_is_taken(filled, tmp_path, capsys, own_home):
    run(["log", "export", str(tmp_path / "log.jsonl")])
    first = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[0])
    lines = [
        json.dumps({**first, "uid": "fresh"}),
        "not json",
        json.dumps({**first, "rating": 9}),
        json.dumps({**first, "at": "yesterday"}),
        json.dumps({name: value for name, value in first.items() if name != "card"}),
        "[1]",
        json.dumps({**first, "at": -1}),
        json.dumps({**first, "answer": "half a letter: \ud83d"}),
    ]
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines))
    capsys.readouterr()
    assert run(["log", "import", str(bad)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1] for line in told] == ["2", "3", "4", "5", "6", "7", "8"]
    log = open_reviews(own_home / "reviews.db")
    assert len(list(log.reviews(undone=True))) == 12
    log.close()


def test_a_file_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert run(["log", "import", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none'} does not exist\n"


def test_recover_makes_a_log_that_works(filled, own_home, capsys):
    path = own_home / "reviews.db"
    raw = bytearray(path.read_bytes())
    raw[100:140] = b"\xff" * 40
    path.write_bytes(raw)
    assert run(["log", "recover"]) == 0
    assert "the old file is" in capsys.readouterr().out
    open_reviews(path).close()


def test_a_pipe_is_utf_8_whatever_the_terminal_shows(filled, tmp_path):
    code = "from flashcards.cli import main; main()"

    def ptquiz(*arguments, home, lines=b""):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", **home}
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, input=lines, capture_output=True, env=env, check=True).stdout

    lines = ptquiz("log", "export", "-", home={})
    assert '答 \\"quoted\\"' in lines.decode("utf-8")
    other = {"PTQUIZ_HOME": str(tmp_path / "other")}
    assert ptquiz("log", "import", "-", home=other, lines=lines).startswith(b"12 reviews added")
    assert ptquiz("log", "export", "-", home=other) == lines


def test_recovering_nothing_is_said_and_makes_no_log(own_home, capsys):
    assert run(["log", "recover"]) == 1
    assert "There is nothing to recover" in capsys.readouterr().err
    assert not (own_home / "reviews.db").exists()
