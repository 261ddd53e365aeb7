"""The file of the review log: its tables, its backups, and what can go wrong with it.

A log is never replaced or emptied here: what cannot be read is left as it is, and the newest
backup named.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from flashcards.errors import FlashcardsError, explain_system_error
from flashcards.fileio import make_private_folder, write_whole

APPLICATION, VERSION = 0x70747131, 9
"""Mark the file as ours ("ptq1"), and how its tables are."""
WAIT_S = 10.0
KEPT_BACKUPS = 10

_TABLES = """
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL,
    at INTEGER NOT NULL, rating INTEGER NOT NULL, score REAL NOT NULL, form TEXT NOT NULL,
    answer TEXT NOT NULL, duration INTEGER NOT NULL,
    overruled INTEGER NOT NULL, undone INTEGER NOT NULL, uid TEXT NOT NULL UNIQUE,
    day INTEGER, due INTEGER, shared INTEGER NOT NULL DEFAULT 0);
CREATE INDEX reviews_of_card ON reviews (course, lang, card, at);
CREATE INDEX reviews_at ON reviews (at);
CREATE TABLE marks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL, at INTEGER NOT NULL,
    name TEXT NOT NULL, value INTEGER NOT NULL, uid TEXT NOT NULL UNIQUE);
"""
_MEMORIES = """
CREATE TABLE memories (
    course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL,
    memory TEXT NOT NULL, parameters TEXT NOT NULL,
    PRIMARY KEY (course, lang, card)) WITHOUT ROWID;
"""
_FROM_5 = f"""
ALTER TABLE reviews DROP COLUMN checked;
ALTER TABLE reviews DROP COLUMN fingerprint;
ALTER TABLE reviews DROP COLUMN version;
ALTER TABLE reviews ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
UPDATE reviews SET shared = 1, at = revlog FROM synced WHERE reviews.uid = synced.uid;
ALTER TABLE marks DROP COLUMN checked;
DELETE FROM marks WHERE name = 'known';
DROP TABLE synced;
DROP TABLE shared_marks;
DROP TABLE sync_state;
DROP TABLE states;
{_MEMORIES}
INSERT INTO memories SELECT DISTINCT course, lang, card, '', '' FROM reviews;
"""
# `synced` of version 5 had the id in Anki's revlog of each answer that was sent. Memories are made
# by the log, as those of other parameters. VERSION: another terminal was faster.
# Those between were never released.
_SCRIPTS = {0: _TABLES + _MEMORIES, 5: _FROM_5, VERSION: ""}
"""What makes a log of this version out of nothing, or of an earlier one."""


class LogError(FlashcardsError):
    """The review log cannot be used; the message says why and what to do."""

    def __init__(self, path: Path, reason: object) -> None:
        advice = (
            "Move what is in its place, free some space, or choose another folder with PTQUIZ_HOME"
        )
        if backups := _list_backups(path):
            advice += (
                f"; the newest backup is {backups[-1]}. To go on from it, move {path.name}, "
                f"{path.name}-wal and {path.name}-shm away and copy it to {path.name}"
            )
        super().__init__(f"Cannot use the review log {path}: {reason}. {advice}.")


def open_database(path: Path) -> sqlite3.Connection:
    """Return a connection to the log, whose file is made or brought up to date if need be.

    Raises LogError, and SQLite's own errors.
    """
    make_private_folder(path.parent)
    if _list_backups(path) and not (path.exists() and path.stat().st_size):
        raise LogError(path, "it is empty or missing, but there are backups")
    db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
    try:
        if _read_version(db) != (APPLICATION, VERSION):
            _make_tables(db, path)
        with suppress(sqlite3.OperationalError):  # another terminal is at it just now
            db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db


def _read_version(db: sqlite3.Connection) -> tuple[int, int]:
    """Return whose database it is, and of which version."""
    application, version = "PRAGMA application_id", "PRAGMA user_version"
    return db.execute(application).fetchone()[0], db.execute(version).fetchone()[0]


def _make_tables(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables in one transaction; a log of an earlier version stays beside the new one."""
    with db:
        db.execute("BEGIN IMMEDIATE")  # waits for another terminal that is making them just now
        application, version = _read_version(db)
        is_new = db.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        if not is_new and application != APPLICATION:
            raise LogError(path, "it is a database of another program")
        if version not in _SCRIPTS:
            raise LogError(path, f"it is of version {version}, which needs another ptquiz")
        if not is_new and version != VERSION:
            with closing(sqlite3.connect(path)) as source:  # SQLite copies no open transaction
                _copy(source, path.with_name(f"{path.stem}-version-{version}.db"))
            _keep_last_sync(db, path.parent / "anki")
        for statement in _SCRIPTS[version].split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute(f"PRAGMA application_id = {APPLICATION}")


def _keep_last_sync(db: sqlite3.Connection, account: Path) -> None:
    """Keep beside the account when the last sync was: it tells which side changed a mark last.

    `account` is the folder with our copy of the learner's Anki collection, which is named mirror.
    """
    last_sync = db.execute("SELECT value FROM sync_state WHERE name = 'synced_at'").fetchone()
    if last_sync and (account / "mirror").exists() and not (account / "last_sync").exists():
        write_whole(account / "last_sync", str(last_sync[0]).encode())


@contextmanager
def log_errors(path: Path) -> Iterator[None]:
    """Re-raise errors of SQLite and of the system as `LogError`."""
    try:
        yield
    except (sqlite3.Error, ValueError, OverflowError) as error:
        is_locked = "locked" in str(error)
        raise LogError(path, "another program holds it" if is_locked else error) from error
    except OSError as error:
        raise LogError(path, explain_system_error(error)) from error


def back_up(db: sqlite3.Connection, path: Path, day: str) -> Path:
    """Return the copy that was made of a log for a day, and delete the oldest beyond ten."""
    target = path.parent / "backups" / f"{path.stem}-{day}.db"
    make_private_folder(target.parent)
    _copy(db, target)
    for old in _list_backups(path)[:-KEPT_BACKUPS]:
        old.unlink()
    return target


def _copy(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of a database into a file, in one step."""
    partial = target.with_suffix(f".{os.getpid()}.partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial)) as copy:
        db.backup(copy)
    os.replace(partial, target)


def _list_backups(path: Path) -> list[Path]:
    """Return the backups of a log, the oldest first."""
    return sorted((path.parent / "backups").glob(f"{path.stem}-*.db"))
