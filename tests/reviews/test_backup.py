"""What is no log of this version is left alone, and a backup holds every answer."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from flashcards.errors import FlashcardsError
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews

START = 1_700_000_000_000


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


def read(path: Path) -> list[Review]:
    with open_reviews(path) as log:
        log.check()
        return list(log.reviews(undone=True))


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
    with pytest.raises(FlashcardsError, match="database of another program"):
        open_reviews(path)
    assert path.read_bytes() == before


def test_the_backup_of_a_day_holds_the_answers_of_that_day(path):
    with open_reviews(path) as log:
        copy = log.back_up("2030-01-01")
        log.record(review(46))
        log.undo("u1")
        assert log.back_up("2030-01-01") == copy
        expected = list(log.reviews(undone=True))
    shutil.copy(copy, path.parent / "other.db")
    assert read(path.parent / "other.db") == expected
