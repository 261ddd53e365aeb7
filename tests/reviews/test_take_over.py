"""A log of the versions before is taken over once, and stays beside the new one."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from flashcards.reviews.database import APPLICATION
from flashcards.reviews.review import CardMarks
from flashcards.reviews.store import Place, open_reviews

START, DAY = 1_700_000_000_000, 19_675
OLD = f"""
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL,
    fingerprint TEXT NOT NULL, at INTEGER NOT NULL, rating INTEGER NOT NULL,
    score REAL NOT NULL, form TEXT NOT NULL, answer TEXT NOT NULL,
    duration INTEGER NOT NULL, version TEXT NOT NULL,
    overruled INTEGER NOT NULL, undone INTEGER NOT NULL,
    uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL, day INTEGER, due INTEGER);
CREATE INDEX reviews_of_card ON reviews (course, lang, card, at);
CREATE INDEX reviews_at ON reviews (at);
CREATE TABLE states (course TEXT, lang TEXT, card TEXT, due INTEGER, checked INTEGER);
CREATE TABLE marks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL, at INTEGER NOT NULL,
    name TEXT NOT NULL, value INTEGER NOT NULL,
    uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL);
CREATE TABLE synced (
    uid TEXT NOT NULL PRIMARY KEY, revlog INTEGER NOT NULL, card INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX synced_revlog ON synced (revlog);
CREATE TABLE shared_marks (
    course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL, name TEXT NOT NULL,
    value INTEGER NOT NULL, PRIMARY KEY (course, lang, card, name)) WITHOUT ROWID;
CREATE TABLE sync_state (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO reviews VALUES
    (1, 'c', 'a#0', 'en', 'f', {START}, 4, 1.0, 'type', 'x', 5, '1', 0, 0, 'a1', 9, {DAY}, 19690),
    (2, 'c', 'a#0', 'en', 'f', {START + 9}, 1, 0.0, 'type', 'x', 5, '1', 0, 1, 'a2', 9, {DAY}, 1),
    (3, 'c', 'b#0', 'en', 'f', {START}, 3, 1.0, 'type', 'x', 5, '1', 1, 0, 'b1', 9, {DAY}, 19684);
INSERT INTO states VALUES ('c', 'en', 'a#0', 1, 1);
INSERT INTO marks VALUES
    (1, 'c', 'a#0', 'en', {START}, 'flagged', 1, 'm1', 9),
    (2, 'c', 'b#0', 'en', {START}, 'suspended', 1, 'm2', 9),
    (3, 'c', 'b#0', 'en', {START + 1}, 'suspended', 0, 'm3', 9),
    (4, 'c', 'b#0', 'en', {START + 1}, 'known', 1, 'm4', 9);
INSERT INTO synced VALUES ('a1', {START}, 77);
INSERT INTO shared_marks VALUES ('c', 'en', 'b#0', 'suspended', 1);
INSERT INTO sync_state VALUES ('known_account', 5), ('synced_at', {START});
PRAGMA application_id = {APPLICATION};
"""
"""Two cards with an answer each and one taken back; a mark that Anki knows, and one it does not."""


@pytest.fixture(params=[5, 6])
def path(tmp_path, request):
    with closing(sqlite3.connect(tmp_path / "reviews.db")) as db:
        db.executescript(f"{OLD}; PRAGMA journal_mode = WAL; PRAGMA user_version = {request.param}")
    return tmp_path / "reviews.db"


def test_answers_due_days_marks_and_what_anki_has_are_as_before(path):
    for _ in range(2):
        with open_reviews(path) as log:
            log.check()
            kept = [(each.uid, each.undone, each.overruled) for each in log.reviews(undone=True)]
            assert kept == [("a1", False, False), ("a2", True, False), ("b1", False, True)]
            due = {card: memory.due for (_, card), memory in log.memories({"c"}, "en").items()}
            assert due == {"a#0": START + 15 * 86_400_000, "b#0": START + 9 * 86_400_000}
            assert log.marks({"c"}, "en") == {
                ("c", "a#0"): CardMarks(flagged=1), ("c", "b#0"): CardMarks(suspended=0),
            }  # fmt: skip
            assert log.placed() == [("a1", Place(START, 77), 4)]
            marks = log.mark_states()
            agreed = {key: mark.agreed for key, mark in marks.items()}
            assert agreed[("c", "en", "b#0"), "suspended"] == 1
            assert agreed[("c", "en", "a#0"), "flagged"] == 0


def test_the_log_that_was_stays_beside_it(path):
    before = sqlite3.connect(path)
    version = before.execute("PRAGMA user_version").fetchone()[0]
    before.close()
    open_reviews(path).close()
    copy = path.with_name(f"reviews-version-{version}.db")
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(checked), sum(undone) FROM reviews").fetchone() == (3, 1)
    shutil.copy(copy, path)
    test_answers_due_days_marks_and_what_anki_has_are_as_before(path)
