"""What a learner decides about a card is kept as safely as an answer."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.reviews.review import CardMarks, Mark, Review
from flashcards.reviews.store import open_reviews

START = 1_700_000_000_000
ANSWER = Review("c", "a#0", "en", "f", START, 3, 1.0, "type", "x", 5, "1", uid="answer")


def mark(name="suspended", value=1, card="a#0", at=START, **more) -> Mark:
    return Mark("c", card, "en", at, name, value, **more)


@pytest.fixture
def log(tmp_path):
    with open_reviews(tmp_path / "reviews.db") as made:
        made.record(ANSWER)
        yield made


def test_of_each_kind_the_newest_decision_holds(log):
    log.add([mark(at=START + 2), mark("flagged", at=START)])
    log.add([mark(value=0, at=START + 1)])  # from a clock that went back
    log.add([mark("buried", 20_000, "b#0")])
    assert log.marks(["c"], "en") == {
        ("c", "a#0"): CardMarks(suspended=1, flagged=1),
        ("c", "b#0"): CardMarks(buried=20_000),
    }
    assert log.marks(["c"], "zh") == {}


@pytest.mark.parametrize(
    ("marks", "day", "rests"),
    [
        (CardMarks(), 5, False),
        (CardMarks(suspended=1), 5, True),
        (CardMarks(flagged=1), 5, False),
        (CardMarks(buried=6), 5, True),
        (CardMarks(buried=6), 6, False),
    ],
)
def test_suspended_cards_rest_and_buried_ones_until_their_day(marks, day, rests):
    assert marks.rests(day) is rests


def test_a_decision_changes_no_memory_and_no_answer(log):
    before = log.memory(("c", "en", "a#0")), list(log.reviews())
    log.add([mark(), mark("buried", 9), mark("flagged")])
    assert (log.memory(("c", "en", "a#0")), list(log.reviews())) == before
    log.check()


def test_two_logs_are_joined_by_export_and_import(tmp_path, monkeypatch):
    homes = tmp_path / "one", tmp_path / "two"
    made = [mark(uid="m1"), mark(value=0, at=START + 5, uid="m2")]
    for home, each in zip(homes, made, strict=True):
        with open_reviews(home / "reviews.db") as log:
            log.add([each])
        monkeypatch.setenv("PTQUIZ_HOME", str(home))
        assert run(["log", "export", str(home / "out.jsonl")]) == 0
    for home, other in (homes, homes[::-1]):
        monkeypatch.setenv("PTQUIZ_HOME", str(home))
        for _ in range(2):
            assert run(["log", "import", str(other / "out.jsonl")]) == 0
        with open_reviews(home / "reviews.db") as log:
            assert log.marks(["c"], "en") == {("c", "a#0"): CardMarks(suspended=0)}
            assert sorted(each.uid for each in log.rows()) == ["m1", "m2"]
            log.check()


@pytest.mark.parametrize(
    "line",
    ['{"mark": "loved", "value": 1}', '{"mark": "suspended"}', '{"mark": 1, "value": 1}',
     '{"mark": "suspended", "value": -1, "course": "c", "card": "a", "lang": "en", "at": 1, '
     '"uid": "u"}',
     '{"mark": "suspended", "value": true, "course": "c", "card": "a", "lang": "en", "at": 1, '
     '"uid": "u"}'],
)  # fmt: skip
def test_a_line_that_is_no_decision_is_refused(tmp_path, capsys, own_home, line):
    (tmp_path / "in.jsonl").write_text(line)
    assert run(["log", "import", str(tmp_path / "in.jsonl")]) == 1
    assert "in.jsonl:1:1: not a review: " in capsys.readouterr().err


def test_the_backup_of_a_day_is_made_again_after_a_decision(log):
    copy = log.back_up("2030-01-01")
    log.add([mark()])
    assert log.back_up("2030-01-01") == copy
    shutil.copy(copy, log.path.parent / "other.db")
    with open_reviews(log.path.parent / "other.db") as other:
        assert other.marks(["c"], "en") == {("c", "a#0"): CardMarks(suspended=1)}


def test_two_terminals_keep_every_decision_once(tmp_path):
    code = (
        "import sys; from pathlib import Path; from flashcards.reviews.store import open_reviews; "
        "from flashcards.reviews.review import Mark\n"
        "with open_reviews(Path(sys.argv[1])) as log:\n"
        "    for n in range(60): log.add([Mark('c', sys.argv[2] + str(n), 'en', n, 'flagged', 1)])"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "reviews.db")]
    root = Path(__file__).parents[2]
    sides = [subprocess.Popen([*command, side], cwd=root) for side in ("left", "right")]
    assert [side.wait(120) for side in sides] == [0, 0]
    with open_reviews(tmp_path / "reviews.db") as log:
        log.check()
        assert len({row.card for row in log.rows()}) == len(list(log.rows())) == 120
