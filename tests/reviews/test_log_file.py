"""The file of the log: earlier versions, backups, and what is no log or cannot be written."""

import random
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from flashcards.anki.bridge.engine import Account
from flashcards.anki.bridge.sync import load_last_sync
from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.reviews import database
from flashcards.reviews.database import APPLICATION
from flashcards.reviews.review import CardMarks
from flashcards.reviews.store import ReviewLog
from tests.helpers.reviews import DAY_MS, START, make_answer

ROOT = Path(__file__).parents[2]
DAY = START // DAY_MS
REVIEWS = """
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL,
    fingerprint TEXT NOT NULL, at INTEGER NOT NULL, rating INTEGER NOT NULL,
    score REAL NOT NULL, form TEXT NOT NULL, answer TEXT NOT NULL,
    duration INTEGER NOT NULL, version TEXT NOT NULL,
    overruled INTEGER NOT NULL, undone INTEGER NOT NULL,
    uid TEXT NOT NULL UNIQUE, day INTEGER, due INTEGER);
CREATE INDEX reviews_of_card ON reviews (course, lang, card, at);
CREATE INDEX reviews_at ON reviews (at);
CREATE TABLE marks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL, at INTEGER NOT NULL,
    name TEXT NOT NULL, value INTEGER NOT NULL, uid TEXT NOT NULL UNIQUE);
CREATE TABLE synced (
    uid TEXT NOT NULL PRIMARY KEY, revlog INTEGER NOT NULL, card INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX synced_revlog ON synced (revlog);
"""
ROWS = f"""
INSERT INTO reviews VALUES
    (1, 'c', 'a#0', 'en', 'f', {START}, 4, 1.0, 'type', 'x', 5, '1', 0, 0, 'a1', {DAY}, 19690),
    (2, 'c', 'a#0', 'en', 'f', {START + 9}, 1, 0.0, 'type', 'x', 5, '1', 0, 1, 'a2', {DAY}, 1),
    (3, 'c', 'b#0', 'en', 'f', {START}, 3, 1.0, 'type', 'x', 5, '1', 1, 0, 'b1', {DAY}, 19684);
INSERT INTO marks VALUES
    (1, 'c', 'a#0', 'en', {START}, 'flagged', 1, 'm1'),
    (2, 'c', 'b#0', 'en', {START}, 'suspended', 1, 'm2'),
    (3, 'c', 'b#0', 'en', {START + 1}, 'suspended', 0, 'm3'),
    (4, 'c', 'b#0', 'en', {START + 1}, 'known', 1, 'm4');
INSERT INTO synced VALUES ('b1', {START + 1}, 77);
"""
"""Two cards with an answer each and one taken back; Anki has one, a millisecond later."""
VERSION_5 = f"""
ALTER TABLE reviews ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE marks ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
CREATE TABLE states (course TEXT, lang TEXT, card TEXT, due INTEGER, checked INTEGER);
CREATE TABLE shared_marks (course TEXT, lang TEXT, card TEXT, name TEXT, value INTEGER);
CREATE TABLE sync_state (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO sync_state VALUES ('known_usn', 3), ('synced_at', {START + 2});
"""


def test_a_log_of_an_earlier_version_is_taken_over_and_stays_beside_the_new_one(tmp_path):
    path, copy = tmp_path / "reviews.db", tmp_path / "reviews-version-5.db"
    account = Account(tmp_path / "anki", "learner", "key")
    account.mirror.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{REVIEWS} {ROWS} {VERSION_5} PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute("PRAGMA user_version = 5")
    for _ in range(2):
        check_taken_over(path)
    assert load_last_sync(account) == START + 2
    shutil.copy(copy, path)
    check_taken_over(path)


def check_taken_over(path: Path) -> None:
    with ReviewLog(path) as log:
        log.check()
        kept = [(each.uid, each.undone, each.overruled) for each in log.reviews(undone=True)]
        assert kept == [("a1", False, False), ("b1", False, True), ("a2", True, False)]
        due = {card: memory.due for (_, card), memory in log.memories({"c"}, "en").items()}
        assert due == {"a#0": START + 15 * DAY_MS, "b#0": START + 1 + 9 * DAY_MS}
        assert log.marks({"c"}, "en") == {
            ("c", "a#0"): CardMarks(flagged=1), ("c", "b#0"): CardMarks(suspended=0),
        }  # fmt: skip
        assert log.unshared() == {"a1"}


@pytest.fixture
def path(tmp_path) -> Path:
    """A log of forty answers."""
    with ReviewLog(tmp_path / "reviews.db") as log:
        for number in range(40):
            log.record(make_answer(f"k{number % 7}#0", at=START + number * 7_000_000))
    return tmp_path / "reviews.db"


def set_version(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    return path.read_bytes()


def test_a_database_of_another_program_is_refused_and_not_touched(tmp_path):
    statements = "PRAGMA user_version = 5", "CREATE TABLE bookmarks (id INTEGER, url TEXT)"
    before = set_version(tmp_path / "reviews.db", *statements)
    with pytest.raises(FlashcardsError, match="database of another program"):
        ReviewLog(tmp_path / "reviews.db")
    assert (tmp_path / "reviews.db").read_bytes() == before


def test_a_log_of_a_newer_version_is_refused_and_left_alone(path):
    before = set_version(path, "PRAGMA user_version = 99")
    with pytest.raises(FlashcardsError, match=r"version 99.*another ptquiz"):
        ReviewLog(path)
    assert path.read_bytes() == before


def test_ten_backups_are_kept_one_a_day_and_the_last_of_a_day_holds_all_of_it(path):
    with ReviewLog(path) as log:
        for day in range(10, 25):
            log.back_up(f"2030-01-{day}")
        log.record(make_answer("late#0"))
        copy = log.back_up("2030-01-24")
        expected = list(log.rows()), log.memories(["c"], "en")
    names = sorted(file.name for file in (path.parent / "backups").iterdir())
    assert names == [f"reviews-2030-01-{day}.db" for day in range(15, 25)]
    shutil.copy(copy, path)
    with ReviewLog(path) as log:
        assert (list(log.rows()), log.memories(["c"], "en")) == expected


@pytest.mark.parametrize("state", ["empty", "missing"])
def test_a_log_that_vanished_is_not_begun_anew_while_there_are_backups(path, state):
    with ReviewLog(path) as log:
        log.back_up("2030-01-01")
    path.unlink() if state == "missing" else path.write_bytes(b"")
    with pytest.raises(FlashcardsError, match=r"newest backup is .*reviews-2030-01-01\.db"):
        ReviewLog(path)


@pytest.mark.parametrize("place", ["beginning", "middle", "lost end"])
def test_a_damaged_log_is_refused_left_as_it_is_and_its_backup_can_be_put_back(path, place):
    with ReviewLog(path) as log:
        log.back_up("2030-01-01")
    raw = path.read_bytes()
    noise = random.Random(1).randbytes(4096)
    left = {
        "beginning": noise + raw[4096:],
        "middle": raw[:8192] + noise + raw[12288:],
        "lost end": raw[: len(raw) // 2],
    }[place]
    path.write_bytes(left)
    told = pytest.raises(FlashcardsError, match=r"newest backup is .*reviews-2030-01-01\.db")
    with told, ReviewLog(path) as log:
        log.back_up("2030-01-02")
    assert path.read_bytes() == left
    for tail in ("", "-wal", "-shm"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    shutil.copy(path.parent / "backups" / "reviews-2030-01-01.db", path)
    with ReviewLog(path) as log:
        assert log.size() == 40


def test_a_locked_log_is_told_in_one_sentence(path, monkeypatch):
    monkeypatch.setattr(database, "WAIT_S", 0.05)
    with ReviewLog(path) as log, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(FlashcardsError, match="another program holds it"):
            log.record(make_answer("new#0"))
        other.execute("ROLLBACK")
        log.record(make_answer("new#0"))


def test_a_full_disk_is_told_and_nothing_is_half_written(path):
    with ReviewLog(path) as log:
        log.database.execute("PRAGMA max_page_count = 1")
        with pytest.raises(FlashcardsError, match="full"):
            log.record(make_answer(answer="x" * 3_000_000))
        assert log.size() == 40
        log.check()


def test_a_folder_in_the_place_of_the_log_or_a_file_in_that_of_its_folder_is_told(tmp_path):
    (tmp_path / "reviews.db").mkdir()
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "reviews.db", tmp_path / "file" / "reviews.db"):
        with pytest.raises(FlashcardsError, match=r"Move what is in its place.*PTQUIZ_HOME"):
            ReviewLog(path)


def test_a_new_folder_of_data_is_closed_to_others(tmp_path):
    ReviewLog(tmp_path / "home" / "reviews.db").close()
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


def test_a_folder_that_begins_with_a_tilde_is_in_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PTQUIZ_HOME", "~/x")
    assert home() == tmp_path / "x"
