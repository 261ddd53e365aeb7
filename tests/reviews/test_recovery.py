"""What is left of a broken log is found, and nothing is ever replaced by less."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from flashcards.errors import FlashcardsError
from flashcards.reviews.backup import back_up, check_log, recover_log, salvage_rows
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews

START = 1_700_000_000_000
PAGE = 4096


def review(number: int, **more) -> Review:
    values = {"answer": f"answer {number} 答", "score": number % 3 / 2, **more}
    return Review(
        course="c", card=f"k{number % 7}#0", lang="en", fingerprint="f00",
        at=START + number * 7_000_000, rating=1 + number % 4, form="type", duration=number,
        version="1", uid=f"u{number}", **values,
    )  # fmt: skip


@pytest.fixture
def path(tmp_path) -> Path:
    """A log of 46 answers, the twelfth taken back; no backup."""
    with open_reviews(tmp_path / "reviews.db") as log:
        for number in range(46):
            log.record(review(number))
        log.undo("u12")
    return tmp_path / "reviews.db"


def recovered(path: Path) -> list[Review]:
    with open_reviews(path) as log:
        check_log(log)
        return list(log.reviews(undone=True))


def test_a_whole_log_gives_every_answer_as_it_was(path):
    before = recovered(path)
    assert recover_log(path, "now")[0] == 46
    assert recovered(path) == before


@pytest.mark.parametrize("lost", [1, 100, PAGE - 1, PAGE, 2 * PAGE + 5])
def test_a_file_without_its_end_gives_what_the_same_file_padded_with_zeros_gives(
    tmp_path, path, lost
):
    raw = path.read_bytes()
    cut, padded = tmp_path / "cut" / "reviews.db", tmp_path / "padded" / "reviews.db"
    for file, tail in ((cut, b""), (padded, bytes(lost))):
        file.parent.mkdir()
        file.write_bytes(raw[:-lost] + tail)
        recover_log(file, "now")
    assert recovered(cut) == recovered(padded)
    assert len(recovered(cut)) == 46  # the end of the file holds an index and the states


def test_a_file_without_its_beginning_still_has_its_answers(path):
    raw = bytearray(path.read_bytes())
    raw[:PAGE] = bytes(PAGE)
    path.write_bytes(raw)
    assert recover_log(path, "now")[0] == 46


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(40))
def test_one_broken_page_costs_no_more_than_the_answers_on_it(tmp_path, seed):
    path, chance = tmp_path / "reviews.db", random.Random(seed)
    with open_reviews(path) as log:
        log.add(review(number, answer="x" * chance.randrange(300)) for number in range(400))
    raw = bytearray(path.read_bytes())
    page = chance.randrange(len(raw) // PAGE)
    hurt = bytes(raw[page * PAGE : (page + 1) * PAGE])
    raw[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
    path.write_bytes(raw)
    most_lost = sum(f"u{number}".encode() in hurt for number in range(400))
    count, _ = recover_log(path, "now")
    assert count >= 400 - most_lost
    assert {each.uid for each in recovered(path)} <= {f"u{number}" for number in range(400)}


def test_answers_that_only_the_write_ahead_log_has_are_found(tmp_path, path):
    with open_reviews(path) as log:
        for number in range(46, 60):
            log.record(review(number))
        log.undo("u50")
        left = tmp_path / "left"
        left.mkdir()
        for name in ("reviews.db", "reviews.db-wal"):
            shutil.copy(tmp_path / name, left / name)
        expected = list(log.reviews(undone=True))
    raw = bytearray((left / "reviews.db").read_bytes())
    raw[16:40] = b"\xff" * 24
    (left / "reviews.db").write_bytes(raw)
    assert recover_log(left / "reviews.db", "now")[0] == 60
    assert recovered(left / "reviews.db") == expected


@pytest.mark.parametrize("length", [0, 3_000, 4_060, 4_061, 9_000, 200_000])
def test_an_answer_of_any_length_is_read_from_its_pages(tmp_path, length):
    path = tmp_path / "reviews.db"
    kept = review(1, answer="é" * length)
    with open_reviews(path) as log:
        log.record(kept)
    recover_log(path, "now")
    assert recovered(path) == [kept]


@pytest.mark.parametrize("size", [512, 1024, 65536])
def test_rows_are_read_as_sqlite_reads_them_whatever_the_size_of_a_page(tmp_path, size):
    path, chance = tmp_path / "any.db", random.Random(size)
    rows = [
        (n + 1, chance.choice([None, 0, 1, -1, 127, 2**15, -(2**31), 2**40, 2**62, -(2**63)]),
         chance.random(), "ä" * chance.randrange(3000), chance.randbytes(chance.randrange(99)))
        for n in range(200)
    ]  # fmt: skip
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"PRAGMA page_size = {size}")
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d)")
        db.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows)
    found = [row for row in salvage_rows(path) if len(row) == 5 and isinstance(row[0], int)]
    assert sorted(found, key=lambda row: row[0]) == rows


def test_an_answer_taken_back_anywhere_stays_taken_back(path):
    with open_reviews(path) as log:
        back_up(log, "2030-01-01")
        log.undo("u3")
    recover_log(path, "now")
    assert {each.uid for each in recovered(path) if each.undone} == {"u3", "u12"}


def test_an_old_copy_in_the_place_of_the_log_brings_nothing_back_that_was_taken_back(path):
    old = path.read_bytes()
    with open_reviews(path) as log:
        log.undo("u3")
        back_up(log, "2030-01-01")
    path.write_bytes(old)
    recover_log(path, "now")
    assert {each.uid for each in recovered(path) if each.undone} == {"u3", "u12"}


def test_a_log_in_which_nothing_can_be_read_is_left_where_it_is(path):
    path.write_bytes(noise := random.Random(1).randbytes(20_000))
    with pytest.raises(FlashcardsError, match="Not one answer could be read"):
        recover_log(path, "now")
    assert path.read_bytes() == noise
    assert [file.name for file in path.parent.iterdir()] == ["reviews.db"]


def foreign(path: Path, *statements: str) -> bytes:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    return path.read_bytes()


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE bookmarks (id INTEGER, url TEXT)",),
        ("CREATE TABLE notes (id INTEGER)", "PRAGMA user_version = 11"),
        ("PRAGMA application_id = 1196444487", "CREATE TABLE gpkg (x)"),
    ],
)
def test_a_database_of_another_program_is_refused_and_not_touched(tmp_path, statements):
    path = tmp_path / "reviews.db"
    before = foreign(path, *statements)
    with pytest.raises(FlashcardsError, match=r"database of another program.*left as it is"):
        open_reviews(path)
    with pytest.raises(FlashcardsError, match="Not one answer"):
        recover_log(path, "now")
    assert path.read_bytes() == before


def test_a_newer_ptquiz_that_takes_over_while_a_session_runs_is_named(path):
    with open_reviews(path) as log, closing(sqlite3.connect(path)) as newer:
        newer.execute("ALTER TABLE reviews ADD COLUMN mood TEXT NOT NULL DEFAULT ''")
        newer.execute("PRAGMA user_version = 99")
        newer.commit()
        with pytest.raises(FlashcardsError, match=r"version 99.*update ptquiz.*was not kept"):
            log.record(review(99))


def test_the_backup_of_a_day_holds_the_answers_of_that_day(path):
    with open_reviews(path) as log:
        copy = back_up(log, "2030-01-01")
        log.record(review(46))
        log.undo("u1")
        assert back_up(log, "2030-01-01") == copy
        assert back_up(log, "2030-01-01") is None
        expected = list(log.reviews(undone=True))
    shutil.copy(copy, path.parent / "other.db")
    assert recovered(path.parent / "other.db") == expected
