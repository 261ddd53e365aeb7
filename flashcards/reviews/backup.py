"""A backup a day, ten kept, each of a log that was found whole."""

from __future__ import annotations

from pathlib import Path

from flashcards.reviews.database import (
    BACKUPS,
    LogError,
    copy_database,
    list_backups,
    sqlite_errors_as_log_errors,
)
from flashcards.reviews.store import ReviewLog

KEPT_BACKUPS = 10


def check_log(log: ReviewLog) -> None:
    """Read the whole file. Raises `LogError` if it is not what SQLite wrote."""
    with sqlite_errors_as_log_errors(log.path):
        (found,) = log.database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise LogError(log.path, f"it is damaged ({found})")


def back_up(log: ReviewLog, day: str) -> Path | None:
    """Return the copy made of a log that was found whole; None if it has no answer yet.

    `day` is YYYY-MM-DD: its copy is replaced, and the oldest beyond ten are deleted.
    """
    check_log(log)
    if not log.size():
        return None
    with sqlite_errors_as_log_errors(log.path):
        target = log.path.parent / BACKUPS / f"{log.path.stem}-{day}.db"
        target.parent.mkdir(exist_ok=True, mode=0o700)
        copy_database(log.database, target)
        for old in list_backups(log.path)[:-KEPT_BACKUPS]:
            old.unlink()
    return target
