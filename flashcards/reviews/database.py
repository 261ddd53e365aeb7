"""The file of the review log: its tables, version by version, and what can go wrong with it.

SQLite's errors become sentences that say what to do. A log is never replaced or
emptied here: what cannot be read is left as it is, and the newest backup named.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flashcards.errors import FlashcardsError, explain_system_error

APPLICATION = 0x70747131
"""Marks the file as ours: "ptq1"."""

MIGRATIONS = (
    """
    CREATE TABLE reviews (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL,
        fingerprint TEXT NOT NULL, at INTEGER NOT NULL, rating INTEGER NOT NULL,
        score REAL NOT NULL, form TEXT NOT NULL, answer TEXT NOT NULL,
        duration INTEGER NOT NULL, version TEXT NOT NULL,
        overruled INTEGER NOT NULL, undone INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL);
    CREATE INDEX reviews_of_card ON reviews (course, lang, card, at);
    CREATE INDEX reviews_at ON reviews (at);
    """,
    "",
    """
    ALTER TABLE reviews ADD COLUMN day INTEGER;
    ALTER TABLE reviews ADD COLUMN due INTEGER;
    """,
    """
    DROP TABLE IF EXISTS states;
    CREATE TABLE states (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL,
        state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL,
        difficulty REAL NOT NULL, due INTEGER NOT NULL, last INTEGER NOT NULL,
        first INTEGER NOT NULL, reviews INTEGER NOT NULL, lapses INTEGER NOT NULL,
        fingerprint TEXT NOT NULL, day INTEGER NOT NULL, right_days INTEGER NOT NULL,
        checked INTEGER NOT NULL,
        PRIMARY KEY (course, lang, card)) WITHOUT ROWID;
    CREATE INDEX states_due ON states (course, lang, due);
    CREATE TABLE marks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL, at INTEGER NOT NULL,
        name TEXT NOT NULL, value INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL);
    """,
    """
    CREATE TABLE synced (
        uid TEXT NOT NULL PRIMARY KEY, revlog INTEGER NOT NULL, card INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX synced_revlog ON synced (revlog);
    CREATE TABLE shared_marks (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL, name TEXT NOT NULL,
        value INTEGER NOT NULL, PRIMARY KEY (course, lang, card, name)) WITHOUT ROWID;
    CREATE TABLE sync_state (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE states DROP COLUMN right_days;
    DROP INDEX states_due;
    """,
)
"""Each brings a log of the version before it to its own; the version is their number.

The table `states` keeps memories, which follow from the reviews: one of an older form, as
versions 2 and 3 had, is dropped.
"""

WAIT_S = 10.0
BACKUPS = "backups"

_NOT_DAMAGE = ("full", "readonly", "unable to open", "permission", "attempt to write")
_CANNOT_WRITE = tuple(
    f"SQLITE_IOERR_{name}"
    for name in ("WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "SHMOPEN", "SHMSIZE", "DELETE")
)
"""A full quota, a limit on the size of files, a folder that is gone: not a damaged log."""


class LogError(FlashcardsError):
    """The review log cannot be used; the message says why and what to do."""


class LogDamaged(LogError):
    """The file was changed by something else than this program."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"The review log {path} is damaged ({reason}). It was left as it is: {_advise(path)}"
        )


def open_database(path: Path) -> sqlite3.Connection:
    """A connection to the log, whose file is made or brought up to date if need be.

    Raises `LogDamaged` for a file that is not a log, `LogError` for one of a newer
    version, and SQLite's own errors; the connection is closed then.
    """
    if path.exists() and not path.is_file():
        raise LogError(
            f"The review log {path} is not a file. Move it away or choose another "
            "folder with PTQUIZ_HOME."
        )
    existed = path.exists() and path.stat().st_size > 0
    if not existed and find_newest_backup(path):
        raise LogDamaged(path, "it is empty or missing, but there are backups")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, cached_statements=64)
    try:
        _prepare(db, path, existed)
    except BaseException:
        db.close()
        raise
    return db


def open_database_for_reading(path: Path) -> sqlite3.Connection:
    """A connection to read the log with; where nothing can be written, to a copy in memory.

    No file is made: a log that does not exist is an empty one. Raises as `open_database`.
    """
    if not path.exists() and not list_backups(path):
        db = sqlite3.connect(":memory:", isolation_level=None)
        _migrate(db)
        return db
    try:
        return open_database(path)
    except (sqlite3.OperationalError, OSError) as error:
        if not _cannot_be_written(error):
            raise
    return _open_copy(path)


def _open_copy(path: Path) -> sqlite3.Connection:
    """The log in memory: SQLite itself reads a write-ahead log only where it may write."""
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        copy = Path(folder) / path.name
        for tail in ("", "-wal"):
            part = path.with_name(path.name + tail)
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        with closing(open_database(copy)) as source:
            db = sqlite3.connect(":memory:", isolation_level=None)
            try:
                source.backup(db)
            except BaseException:
                db.close()
                raise
    return db


def _cannot_be_written(error: sqlite3.OperationalError | OSError) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_FULL", *_CANNOT_WRITE))


def _prepare(db: sqlite3.Connection, path: Path, existed: bool) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if existed:
        _refuse_strangers(db, path)
    _execute_patiently(db, "PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    if version < len(MIGRATIONS):
        _migrate(db)


@contextmanager
def writing(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    """One transaction: all of it or nothing. Raises `LogError` if it cannot be."""
    with sqlite_errors_as_log_errors(path):
        db.execute("BEGIN IMMEDIATE")
        try:
            _refuse_newer(db, path)
            yield
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def _refuse_newer(db: sqlite3.Connection, path: Path) -> None:
    """A newer ptquiz may have changed the log, even while it was open here."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise LogError(
            f"The review log {path} is of version {version}, this ptquiz knows "
            f"up to {known}: update ptquiz. Nothing was changed. If there is no "
            f"newer ptquiz, the file is damaged: {_advise(path)}"
        )


def lacks_memories(db: sqlite3.Connection) -> bool:
    """Whether there are answers but no memories: after a migration."""
    if db.execute("SELECT 1 FROM states LIMIT 1").fetchone():
        return False
    return db.execute("SELECT 1 FROM reviews WHERE undone = 0 LIMIT 1").fetchone() is not None


def find_last_id(db: sqlite3.Connection) -> int:
    """How many answers were ever kept: rows are never deleted."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'reviews'").fetchone()
    return row[0] if row else 0


def list_backups(path: Path) -> list[Path]:
    """The backups of a log, the oldest first."""
    return sorted((path.parent / BACKUPS).glob(f"{path.stem}-*.db"))


def find_newest_backup(path: Path) -> Path | None:
    return next(reversed(list_backups(path)), None)


@contextmanager
def sqlite_errors_as_log_errors(path: Path) -> Iterator[None]:
    """Re-raises SQLite and OS errors as `LogError` or `LogDamaged`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = getattr(error, "sqlite_errorname", "")  # Python's own errors have none
        raise _explain_operational(path, str(error), name) from error
    except (sqlite3.DatabaseError, ValueError, OverflowError) as error:
        raise LogDamaged(path, str(error)) from error
    except OSError as error:
        where, reason = error.filename or path, explain_system_error(error)
        raise LogError(
            f"Cannot use {where}: {reason}. Free the folder or choose another with PTQUIZ_HOME."
        ) from error


def _execute_patiently(db: sqlite3.Connection, statement: str) -> None:
    """Waits for another terminal that is just opening the log; SQLite itself would not."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            db.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)


def _migrate(db: sqlite3.Connection) -> None:
    _execute_patiently(db, "BEGIN IMMEDIATE")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    for script in MIGRATIONS[version:]:
        for statement in script.split(";"):
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute("COMMIT")


def _refuse_strangers(db: sqlite3.Connection, path: Path) -> None:
    db.execute("BEGIN")  # another terminal may be making the log just now: all or nothing of it
    try:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
    finally:
        db.execute("COMMIT")
    if mark != APPLICATION and "reviews" in tables:
        raise LogDamaged(path, "its head is not that of a review log")
    if mark != APPLICATION and (mark or version or tables):
        raise LogError(
            f"{path} is a database of another program, not a review log. It was left "
            "as it is. Move it away or choose another folder with PTQUIZ_HOME; "
            f"{_advise(path)}"
        )
    _refuse_newer(db, path)


def _explain_operational(path: Path, reason: str, name: str) -> LogError:
    if "locked" in reason or "busy" in reason:
        return LogError(
            f"The review log {path} is held by another program. Close that program and start again."
        )
    if name not in _CANNOT_WRITE and not any(words in reason for words in _NOT_DAMAGE):
        return LogDamaged(path, reason)
    return LogError(
        f"Cannot use the review log {path}: {reason}. Free some space there, make it "
        "writable or choose another folder with PTQUIZ_HOME."
    )


def _advise(path: Path) -> str:
    backup = find_newest_backup(path)
    if backup is None:
        return "there is no backup yet."
    return (
        f"the newest backup is {backup}. To go on from it, move {path.name}, "
        f"{path.name}-wal and {path.name}-shm away and copy it to {path.name}."
    )
