"""Keeping the review log safe: checks, daily backups, and recovery after damage.

Every row carries a checksum and rows are never deleted, so a lost or changed
answer is noticed. A backup is only made of a log that was found whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from flashcards.reviews.database import (
    BACKUPS,
    LogDamaged,
    LogError,
    list_backups,
    sqlite_errors_as_log_errors,
)
from flashcards.reviews.review import COLUMNS, Review, checksum
from flashcards.reviews.store import ReviewLog, open_reviews, row_to_review

KEPT_BACKUPS = 10
CHECKED_AT_ONCE = 5_000
"""Logs up to this size are checked at every start; larger ones with the daily backup."""
SMALLEST_ROW = 60
"""Bytes: a file cannot hold more rows than its size divided by this."""

_ROWS = f"SELECT {', '.join(COLUMNS)}, checked FROM reviews"
_SINCE_VERSION_3 = ("day", "due")


def check_log(log: ReviewLog) -> None:
    """Reads the whole log; raises `LogDamaged` unless every answer is there, unchanged."""
    with sqlite_errors_as_log_errors(log.path):
        found = log.database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise LogDamaged(log.path, found)
        rows = log.database.execute(_ROWS).fetchall()
        spoilt = sum(not _is_whole(row) for row in rows)
        lost = log.size() - len(rows)
    if spoilt or lost:
        raise LogDamaged(log.path, f"{spoilt} answers changed, {abs(lost)} lost")


def back_up(log: ReviewLog, day: str) -> Path | None:
    """The copy made of a log that was found whole, or None if `day` has one or the log is empty.

    `day` is YYYY-MM-DD. The oldest copies beyond `KEPT_BACKUPS` are deleted. Raises
    `LogDamaged` if the log is not whole.
    """
    folder = log.path.parent / BACKUPS
    target = folder / f"{log.path.stem}-{day}.db"
    if target.exists() or not log.size():
        return None
    check_log(log)
    with sqlite_errors_as_log_errors(log.path):
        folder.mkdir(exist_ok=True)
        partial = target.with_suffix(f".{os.getpid()}.partial")
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(partial)) as copy:
            log.database.backup(copy)
        os.replace(partial, target)
        for old in list_backups(log.path)[:-KEPT_BACKUPS]:
            old.unlink()
    return target


def check_and_back_up(log: ReviewLog, day: str) -> None:
    """Backs the log up once a day (`day` is YYYY-MM-DD); on later starts checks a small one.

    Raises `LogDamaged` if the log is not whole.
    """
    if back_up(log, day) is None and log.size() <= CHECKED_AT_ONCE:
        check_log(log)


def recover_log(path: Path, stamp: str) -> tuple[int, Path]:
    """How many answers could be read in the log and its backups, and where the old file went.

    They are the new log. The old file is kept beside it, with `stamp` in its name.
    Raises `LogError` if there is neither a log nor a backup.
    """
    found: dict[str, Review] = {}
    sources = (*list_backups(path), path)
    if not any(source.exists() for source in sources):
        raise LogError(f"There is nothing to recover: {path} does not exist and has no backup.")
    for source in sources:
        found.update((review.uid, review) for review in _salvage(source))
    aside = path.with_name(f"{path.stem}.damaged-{stamp}.db")
    with sqlite_errors_as_log_errors(path):
        fresh = path.with_name(f"{path.stem}.recovering.db")
        fresh.unlink(missing_ok=True)
        with open_reviews(fresh) as log:
            log.add(sorted(found.values(), key=lambda review: (review.at, review.uid)))
        _move(path, aside)
        os.replace(fresh, path)
    return len(found), aside


def _salvage(path: Path) -> Iterator[Review]:
    """Every whole row that can be reached, by number, going around what is broken."""
    size = path.stat().st_size if path.is_file() else 0
    if not size:
        return
    with closing(sqlite3.connect(path)) as db:
        rows = _find_columns(db)
        for number in range(1, size // SMALLEST_ROW + 2):
            try:
                row = db.execute(f"{rows} WHERE id = ?", (number,)).fetchone()
            except (sqlite3.Error, UnicodeDecodeError, OverflowError):
                continue
            if row and _is_whole(row):
                yield row_to_review(row[:-1])


def _find_columns(db: sqlite3.Connection) -> str:
    """What selects the rows of a log of any version."""
    try:
        db.execute("SELECT due FROM reviews LIMIT 0")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if "no such column" not in str(error):
            return _ROWS
        older = (f"NULL AS {name}" if name in _SINCE_VERSION_3 else name for name in COLUMNS)
        return f"SELECT {', '.join(older)}, checked FROM reviews"
    return _ROWS


def _is_whole(row: tuple[object, ...]) -> bool:
    return checksum(*row[:-1]) == row[-1]


def _move(path: Path, aside: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        part = path.with_name(path.name + tail)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + tail))
