"""The log goes out and comes in as JSON lines, whole and once."""

import json
import os
import subprocess
import sys
import tracemalloc
from datetime import date
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.commands.context import read_learner_settings, settings_path
from flashcards.fileio import write_whole
from flashcards.reviews.review import COLUMNS, Review, format_lines
from flashcards.reviews.store import import_reviews, open_reviews
from flashcards.study.settings import Goal, Settings, write_settings
from tests.helpers.changes import replace
from tests.helpers.page_cases import OWN_PARAMETERS

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
        log.database.execute("SELECT * FROM memories ORDER BY card").fetchall(),
    )
    log.close()
    return everything


def test_out_and_into_an_empty_log_gives_the_same_log(filled, tmp_path, monkeypatch, capsys):
    assert run(["log", "export", str(tmp_path / "log.jsonl")]) == 0
    monkeypatch.setenv("PTQUIZ_HOME", str(tmp_path / "other"))
    assert run(["log", "import", str(tmp_path / "log.jsonl")]) == 0
    assert "12 reviews added" in capsys.readouterr().out
    log = open_reviews(tmp_path / "other" / "reviews.db")
    states = log.database.execute("SELECT * FROM memories ORDER BY card").fetchall()
    assert (list(log.reviews(undone=True)), states) == filled
    log.close()


def test_settings_come_along_where_nothing_is_set_and_change_nothing_else(
    filled, tmp_path, monkeypatch, capsys
):
    file = str(tmp_path / "log.jsonl")
    own = Settings(retention=0.85, parameters=OWN_PARAMETERS, goal=Goal(date(2027, 1, 1)))
    write_settings(settings_path(), own)
    assert run(["log", "export", file]) == 0
    monkeypatch.setenv("PTQUIZ_HOME", str(tmp_path / "other"))
    assert run(["log", "import", file]) == 0
    assert "settings that came with them are yours now" in capsys.readouterr().out
    assert read_learner_settings() == own
    write_settings(settings_path(), Settings(new=5))
    assert run(["log", "import", file]) == 0
    assert read_learner_settings() == Settings(new=5)
    write_settings(settings_path(), Settings(language="zh"))
    assert run(["log", "import", file]) == 0
    assert read_learner_settings() == replace(own, language="zh")
    capsys.readouterr()
    assert run(["log", "import", file]) == 0
    assert "settings" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "settings",
    [
        [],
        {"version": 2},
        {"version": 1, "day_start": 4, "retention": 3},
        {"version": 1, "day_start": 9},
    ],
)
def test_settings_that_cannot_be_read_hinder_no_answer(settings, tmp_path, own_home, capsys):
    file = tmp_path / "log.jsonl"
    file.write_text("".join(format_lines([review(1)], settings)), encoding="utf-8")
    assert run(["log", "import", str(file)]) == 0
    assert "1 review added" in capsys.readouterr().out
    assert read_learner_settings() == Settings()


def test_a_line_with_settings_is_a_line_that_knows_no_more_to_who_reads_only_answers(tmp_path):
    """Programs that were written before settings came along take the fields that they know."""
    first, second = format_lines([review(1), review(2)], {"version": 1})
    assert {*json.loads(first)} - {*COLUMNS} == {"settings"}
    assert {*json.loads(second)} == {*COLUMNS}
    import_reviews(partial(open_reviews, tmp_path / "reviews.db"), BytesIO(first.encode()))
    with open_reviews(tmp_path / "reviews.db") as log:
        assert list(log.reviews()) == [review(1)]


def test_importing_twice_adds_nothing(filled, tmp_path, capsys):
    run(["log", "export", str(tmp_path / "log.jsonl")])
    assert run(["log", "import", str(tmp_path / "log.jsonl")]) == 0
    assert "0 reviews added, 12 were here already" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change",
    [{"rating": 9}, {"rating": "3"}, {"at": "yesterday"}, {"at": -1}, {"card": None}, {"uid": 1},
     {"score": -0.1}, {"score": 1.1}, {"score": "1"}, {"due": 10**9}, {"answer": "half: \ud83d"}],
    ids=str,
)  # fmt: skip
def test_a_line_that_is_no_review_is_told_and_then_none_is_taken(tmp_path, capsys, change):
    [name] = change
    code, said, kept = imported(tmp_path, line(1) + line(2, **change) + line(3), capsys)
    assert (code, kept) == (1, [])
    assert said.startswith(f"{tmp_path / 'in.jsonl'}:2:1: not a review: ")
    assert name in said or name == "answer"


@pytest.mark.parametrize("bad", ["not json", "[1]", '{"card": 7', "{}", '{"uid": "u"}', "\0"])
def test_a_line_that_is_no_object_is_told_and_then_none_is_taken(tmp_path, capsys, bad):
    code, said, kept = imported(tmp_path, line(1) + f"{bad}\n" + line(2), capsys)
    assert (code, kept) == (1, [])
    assert said.startswith(f"{tmp_path / 'in.jsonl'}:2:1: not a review: ")


def test_a_file_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert run(["log", "import", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none'} does not exist\n"


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


def line(number: int, **more) -> str:
    made = {name: getattr(review(number), name) for name in COLUMNS}
    return json.dumps({**made, **more}) + "\n"


def imported(tmp_path, data: str | bytes, capsys, name="in.jsonl"):
    """Exit code, what was said, and the answers that are in the log then."""
    file = tmp_path / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    code = run(["log", "import", str(file)])
    said = capsys.readouterr()
    with open_reviews(Path(os.environ["PTQUIZ_HOME"]) / "reviews.db") as log:
        log.check()
        return code, said.out + said.err, list(log.reviews(undone=True))


def test_two_exports_in_one_file_are_imported_once_each(tmp_path, capsys):
    older = line(1) + line(2)
    newer = line(1) + line(2, undone=True) + line(3)
    code, said, kept = imported(tmp_path, older + newer, capsys)
    assert (code, said) == (0, "3 reviews added, 2 were here already\n")
    assert [(each.uid, each.undone) for each in kept] == [
        ("u1", False), ("u2", True), ("u3", False),
    ]  # fmt: skip


def test_what_was_taken_back_elsewhere_no_longer_counts_here(tmp_path, capsys):
    imported(tmp_path, line(1) + line(4), capsys)
    imported(tmp_path, line(4, undone=True), capsys)
    with open_reviews(Path(os.environ["PTQUIZ_HOME"]) / "reviews.db") as log:
        assert log.memory(("c", "en", "k1#0")).reviews == 1
    assert imported(tmp_path, line(4), capsys)[2][1].undone  # and never comes back


def test_a_byte_order_mark_is_no_bad_line(tmp_path, capsys):
    mark = b"\xef\xbb\xbf"
    data = mark + line(1).encode() + mark + line(2).encode()
    assert imported(tmp_path, data, capsys)[1].startswith("2 reviews added")


def test_a_line_without_end_is_one_bad_line(tmp_path, capsys):
    code, said, _ = imported(tmp_path, line(1) + "x" * 3_000_000 + "\n" + line(2), capsys)
    assert code == 1
    assert [each.split(": ", 1)[1] for each in said.splitlines()] == [
        "not a review: longer than 1,000,000 bytes"
    ]


def test_what_is_not_text_is_refused_at_once(tmp_path, capsys):
    code, said, kept = imported(tmp_path, line(1).encode("utf-16"), capsys)
    assert (code, kept) == (1, [])
    assert "in.jsonl:1:1: not a review: 'utf-8'" in said


@pytest.mark.thorough
def test_a_longer_file_takes_no_more_memory_than_a_buffer(tmp_path):
    peaks = []
    for count in (3_000, 300, 3_001):  # what Python and pydantic keep for later is kept once
        file = tmp_path / f"{count}.jsonl"
        with file.open("w") as out:
            out.writelines(line(n, answer="x" * 500, card=f"k{n // 5}#0") for n in range(count))
        tracemalloc.start()
        log_file = tmp_path / f"{count}.db"
        assert import_reviews(partial(open_reviews, log_file), file) == (count, 0, None)
        with open_reviews(log_file) as log:
            write_whole(tmp_path / f"{count}.out", map(str.encode, format_lines(log.rows())))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (tmp_path / f"{count}.out").read_bytes() == file.read_bytes()
    assert peaks[2] - peaks[1] < file.stat().st_size / 4
