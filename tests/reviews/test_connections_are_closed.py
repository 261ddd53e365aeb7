"""Whatever goes wrong with the log's file, no connection to it stays open."""

import sqlite3

import pytest

from flashcards.errors import FlashcardsError
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews


@pytest.fixture
def still_open(monkeypatch):
    """Connections that were opened and not closed; Python 3.13 warns of each."""
    made = []

    class Connection(sqlite3.Connection):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            made.append(self)

        def close(self):
            super().close()
            made.remove(self)

    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **more: connect(path, factory=Connection, **more)
    )
    return made


@pytest.fixture
def path(tmp_path):
    """A log with one answer and a backup."""
    review = Review("c", "a#0", "en", "f00", 1_700_000_000_000, 3, 1.0, "single", "x", 900, "1")
    with open_reviews(tmp_path / "reviews.db") as log:
        log.record(review)
        log.back_up("2030-01-01")
    return tmp_path / "reviews.db"


def spoil(path, statement):
    db = sqlite3.connect(path)
    db.executescript(statement)
    db.close()


def test_a_log_is_closed_at_the_end_of_its_context(path, still_open):
    with open_reviews(path) as log:
        log.back_up("2030-01-02")
        assert len(still_open) == 1
    assert still_open == []


@pytest.mark.parametrize(
    "statement",
    ["PRAGMA user_version = 99", "PRAGMA application_id = 7",
     "UPDATE memories SET parameters = ''; UPDATE reviews SET rating = 'x'",
     "DROP TABLE reviews; PRAGMA user_version = 1"],
)  # fmt: skip
def test_a_log_that_is_refused_is_closed(path, still_open, statement):
    spoil(path, statement)
    with pytest.raises(FlashcardsError):
        open_reviews(path)
    assert still_open == []


def test_noise_instead_of_a_log_is_closed(path, still_open):
    path.write_bytes(b"\xff" * 9000)
    with pytest.raises(FlashcardsError):
        open_reviews(path)
    assert still_open == []


def fail(*arguments):
    raise sqlite3.OperationalError("database or disk is full")


def test_a_backup_that_fails_is_closed(path, still_open, monkeypatch):
    with open_reviews(path) as log:
        monkeypatch.setattr(type(log.database), "backup", fail)
        with pytest.raises(FlashcardsError, match="full"):
            log.back_up("2030-01-02")
        assert still_open == [log.database]
