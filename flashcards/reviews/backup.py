"""Keeping the review log safe: checks and daily backups.

Every row carries a checksum and rows are never deleted, so a lost or changed
answer is noticed. A backup is only made of a log that was found whole. A damaged log is
left as it is, and the newest backup named: `docs/terminal.md` says how to put it back.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from flashcards.reviews.database import (
    BACKUPS,
    LogDamaged,
    LogError,
    find_last_id,
    list_backups,
    sqlite_errors_as_log_errors,
)
from flashcards.reviews.review import COLUMNS, checksum
from flashcards.reviews.store import SELECT_MARKS, ReviewLog

KEPT_BACKUPS = 10
CHECKED_AT_ONCE = 5_000
"""Logs up to this size are checked at every start; larger ones with the daily backup."""

_ROWS = f"SELECT {', '.join(COLUMNS)}, checked FROM reviews"


def check_log(log: ReviewLog, after: int = 0) -> None:
    """Reads the log; raises `LogDamaged` unless every answer is there, unchanged.

    The answers up to number `after` are only counted.
    """
    with sqlite_errors_as_log_errors(log.path):
        found = log.database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise LogDamaged(log.path, found)
        rows = log.database.execute(f"{_ROWS} WHERE id > ?", (after,))
        spoilt = sum(not _is_whole(row) for row in rows)
        spoilt += sum(not _is_whole(row) for row in log.database.execute(SELECT_MARKS))
        lost = log.size() - log.database.execute("SELECT count(*) FROM reviews").fetchone()[0]
    if spoilt or lost:
        raise LogDamaged(log.path, f"{spoilt} rows changed, {abs(lost)} answers lost")


def back_up(log: ReviewLog, day: str) -> Path | None:
    """The copy made of a log that was found whole; None if that of `day` holds the same.

    `day` is YYYY-MM-DD: its copy is made again when there are more answers. The oldest
    copies beyond `KEPT_BACKUPS` are deleted. Raises `LogDamaged` if the log is not whole.
    """
    target = log.path.parent / BACKUPS / f"{log.path.stem}-{day}.db"
    with sqlite_errors_as_log_errors(log.path):
        state, copied = _summarize(log.database), _summarize_copy(target)
    if state == copied or not log.size():
        return None
    check_log(log, copied[0] if copied else 0)
    try:
        _copy(log, target)
    except LogError as error:
        raise LogError(f"No backup was made; every answer is in the log itself. {error}") from error
    return target


def _copy(log: ReviewLog, target: Path) -> None:
    with sqlite_errors_as_log_errors(log.path):
        target.parent.mkdir(exist_ok=True, mode=0o700)
        partial = target.with_suffix(f".{os.getpid()}.partial")
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(partial)) as copy:
            log.database.backup(copy)
        os.replace(partial, target)
        for old in list_backups(log.path)[:-KEPT_BACKUPS]:
            old.unlink()


def check_and_back_up(log: ReviewLog, day: str) -> None:
    """Backs the log up if `day` (YYYY-MM-DD) needs it; otherwise checks a small one.

    Raises `LogDamaged` if the log is not whole.
    """
    if back_up(log, day) is None and log.size() <= CHECKED_AT_ONCE:
        check_log(log)


def _summarize(db: sqlite3.Connection) -> tuple[int, int, int]:
    """How many answers were kept, how many taken back, and marks: whether two logs are the same."""
    (undone,) = db.execute("SELECT count(*) FROM reviews WHERE undone = 1").fetchone()
    (marks,) = db.execute("SELECT count(*) FROM marks").fetchone()
    return find_last_id(db), undone, marks


def _summarize_copy(path: Path) -> tuple[int, int, int] | None:
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as db:
            return _summarize(db)
    except sqlite3.Error:  # damaged: another is made in its place
        return None


def _is_whole(row: tuple[object, ...]) -> bool:
    return checksum(*row[:-1]) == row[-1]
