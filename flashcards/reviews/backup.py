"""Keeping the review log safe: checks, daily backups, and recovery after damage.

Every row carries a checksum and rows are never deleted, so a lost or changed
answer is noticed. A backup is only made of a log that was found whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from flashcards.reviews import database as tables
from flashcards.reviews.database import LogDamaged, LogTrouble, telling
from flashcards.reviews.review import COLUMNS, Review, checksum
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.store import ReviewLog, review_of

KEPT_BACKUPS = 10
CHECKED_AT_ONCE = 5_000
"""Logs up to this size are checked at every start; larger ones with the daily backup."""
SMALLEST_ROW = 60
"""Bytes: a file cannot hold more rows than its size divided by this."""

_ROWS = f"SELECT {', '.join(COLUMNS)}, checked FROM reviews"


def check(log: ReviewLog) -> None:
    """Raises `LogDamaged` unless every answer ever kept is there, unchanged."""
    with telling(log.path):
        found = log.database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise LogDamaged(log.path, found)
        rows = log.database.execute(_ROWS).fetchall()
        spoilt = sum(not _is_whole(row) for row in rows)
        lost = log.size() - len(rows)
    if spoilt or lost:
        raise LogDamaged(log.path, f"{spoilt} answers changed, {abs(lost)} lost")


def back_up(log: ReviewLog, day: str) -> Path | None:
    """A copy of a log that was found whole, once a day; old copies go."""
    folder = log.path.parent / tables.BACKUPS
    target = folder / f"{log.path.stem}-{day}.db"
    if target.exists() or not log.size():
        return None
    check(log)
    with telling(log.path):
        folder.mkdir(exist_ok=True)
        partial = target.with_suffix(f".{os.getpid()}.partial")
        partial.unlink(missing_ok=True)
        copy = sqlite3.connect(partial)
        log.database.backup(copy)
        copy.close()
        os.replace(partial, target)
        for old in sorted(folder.glob(f"{log.path.stem}-*.db"))[:-KEPT_BACKUPS]:
            old.unlink()
    return target


def keep_safe(log: ReviewLog, day: str) -> None:
    """What is done while the learner reads: check a small log, back up once a day."""
    if back_up(log, day) is None and log.size() <= CHECKED_AT_ONCE:
        check(log)


def recover(path: Path, schedule: Schedule, stamp: str) -> tuple[int, Path]:
    """A new log of all answers that can be read in the old one and the backups.

    The damaged file is kept beside it. Says how many answers there are and where
    the damaged file went.
    """
    found: dict[str, Review] = {}
    sources = (*sorted((path.parent / tables.BACKUPS).glob(f"{path.stem}-*.db")), path)
    if not any(source.exists() for source in sources):
        raise LogTrouble(f"There is nothing to recover: {path} does not exist and has no backup.")
    for source in sources:
        found.update((review.uid, review) for review in _readable(source))
    aside = path.with_name(f"{path.stem}.damaged-{stamp}.db")
    with telling(path):
        fresh = path.with_name(f"{path.stem}.recovering.db")
        fresh.unlink(missing_ok=True)
        log = ReviewLog(fresh, schedule)
        log.add(sorted(found.values(), key=lambda review: (review.at, review.uid)))
        log.close()
        _move(path, aside)
        os.replace(fresh, path)
    return len(found), aside


def _readable(path: Path) -> Iterator[Review]:
    """Every whole row that can be reached, by number, going around what is broken."""
    size = path.stat().st_size if path.exists() else 0
    if not size:
        return
    db = sqlite3.connect(path)
    for number in range(1, size // SMALLEST_ROW + 2):
        try:
            row = db.execute(f"{_ROWS} WHERE id = ?", (number,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError, OverflowError):
            continue
        if row and _is_whole(row):
            yield review_of(row[:-1])
    db.close()


def _is_whole(row: tuple[object, ...]) -> bool:
    *values, checked = row
    return checksum(*values) == checked


def _move(path: Path, aside: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        part = path.with_name(path.name + tail)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + tail))
