"""Keeping the review log safe: checks, daily backups, and recovery after damage.

Every row carries a checksum and rows are never deleted, so a lost or changed
answer is noticed. A backup is only made of a log that was found whole.

After damage, rows are read straight from the pages of the file, whatever else is broken.
SQLite needs a sound first page and a sound tree to find a row; a row needs neither. Every
page that looks like a leaf of a table is read on its own, in the file and in its
write-ahead log, and the rows are kept whose checksum fits. A lost end, a lost beginning or
a broken page costs the rows on it and no others.
https://www.sqlite.org/fileformat2.html tells the format.
"""

from __future__ import annotations

import os
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from flashcards.reviews.database import (
    BACKUPS,
    LogDamaged,
    LogError,
    find_last_id,
    list_backups,
    list_columns,
    sqlite_errors_as_log_errors,
)
from flashcards.reviews.review import COLUMNS, MARK_COLUMNS, Mark, Review, checksum, row_to_review
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.store import SELECT_MARKS, ReviewLog, open_reviews
from flashcards.words.message import Message

KEPT_BACKUPS = 10
CHECKED_AT_ONCE = 5_000
"""Logs up to this size are checked at every start; larger ones with the daily backup."""

Row = tuple[object, ...]
Pages = Mapping[int, bytes]
"""By number."""

PAGE_SIZES = tuple(1 << power for power in range(9, 17))
USUAL_PAGE_SIZE = 4096
LARGEST_ROW = 10_000_000
"""Bytes: a length beyond it is damage."""
_LEAF = 0x0D
_FILE_HEAD, _WAL_HEAD, _FRAME_HEAD = 100, 32, 24
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

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
        raise LogDamaged(log.path, Message("log-rows-lost", changed=spoilt, lost=abs(lost)))


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
        raise LogError(Message("backup-failed", error=error.message)) from error
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


def recover_log(path: Path, stamp: str, schedule: Schedule | None = None) -> tuple[int, Path]:
    """How many answers could be read in the log and its backups, and where the old file went.

    They are the new log. The old file is kept beside it, with `stamp` in its name;
    `schedule` as for `open_reviews`. Raises `LogError` if there is neither a log nor a
    backup, or not one answer in them: everything is left as it is then.
    """
    sources = (*list_backups(path), path)
    if not any(source.exists() for source in sources):
        raise LogError(Message("log-nothing-to-recover", path=path))
    with sqlite_errors_as_log_errors(path):
        found = _salvage(sources)
        if not found:
            raise LogError(Message("log-unreadable", path=path))
        fresh = path.with_name(f"{path.stem}.recovering.db")
        _remove(fresh)
        with open_reviews(fresh, schedule) as log:
            log.add(sorted(found.values(), key=lambda each: (each.at, each.uid)))
        aside = path.with_name(f"{path.stem}.damaged-{stamp}.db")
        _move(path, aside)
        os.replace(fresh, path)
    return sum(isinstance(each, Review) for each in found.values()), aside


def _salvage(sources: Iterable[Path]) -> dict[str, Review | Mark]:
    """Every whole answer and mark in the files, by uid; taken back if it is so in one of them."""
    found: dict[str, Review | Mark] = {}
    answers, marks = list_columns("reviews"), list_columns("marks")
    for row in (row for source in sources for row in salvage_rows(source)):
        each = _read_review(answers, row) or _read_mark(marks, row)
        if each and not (isinstance(known := found.get(each.uid), Review) and known.undone):
            found[each.uid] = each
    return found


def _read_review(names: Sequence[str], row: tuple[object, ...]) -> Review | None:
    """The answer in a row of any version of the table; None if it is none, or changed."""
    values = dict.fromkeys(names) | dict(zip(names, row, strict=False))
    if isinstance(values["score"], int):  # SQLite keeps 1.0 in the space of 1
        values["score"] = float(values["score"])
    wanted = tuple(values[name] for name in COLUMNS)
    whole = len(row) <= len(names) and _is_whole((*wanted, values["checked"]))
    return row_to_review(wanted) if whole else None


def _read_mark(names: Sequence[str], row: tuple[object, ...]) -> Mark | None:
    values = dict(zip(names, row, strict=False))
    if len(row) != len(names):
        return None
    wanted = tuple(values[name] for name in MARK_COLUMNS)
    return Mark(*wanted) if _is_whole((*wanted, values["checked"])) else None  # type: ignore[arg-type]


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


def _remove(path: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _move(path: Path, aside: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        part = path.with_name(path.name + tail)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + tail))


def salvage_rows(path: Path) -> Iterator[Row]:
    """Every row of every table that can still be read in a SQLite file and its `-wal`.

    The values of a row come in the order of its columns; the key that SQLite keeps apart
    is given in the place of the None it leaves. Old versions of a row may come too.
    Raises `OSError` if a file cannot be read.
    """
    wal = path.with_name(f"{path.name}-wal")
    for file, list_pages in ((path, _list_pages), (wal, _list_frames)):
        if file.is_file():
            size, pages = list_pages(file.read_bytes())
            newest = dict(pages)
            for number, page in pages:
                head = _FILE_HEAD if number == 1 else 0
                yield from _read_leaf(page, head, size, newest)


def _list_pages(data: bytes) -> tuple[int, list[tuple[int, bytes]]]:
    """The size of the pages of a database, and each with its number."""
    size = int.from_bytes(data[16:18], "big")
    size = _check_page_size(65536 if size == 1 else size)
    places = range(0, len(data), size)
    return size, [(number, data[at : at + size]) for number, at in enumerate(places, 1)]


def _list_frames(data: bytes) -> tuple[int, list[tuple[int, bytes]]]:
    """The size of the pages in a write-ahead log, and each with its number, old versions first."""
    size = _check_page_size(int.from_bytes(data[8:12], "big"))
    step = _FRAME_HEAD + size
    frames = [data[at : at + step] for at in range(_WAL_HEAD, len(data), step)]
    return size, [(int.from_bytes(each[:4], "big"), each[_FRAME_HEAD:]) for each in frames]


def _check_page_size(size: int) -> int:
    """The size, or the usual one if it was damaged."""
    return size if size in PAGE_SIZES else USUAL_PAGE_SIZE


def _read_leaf(page: bytes, head: int, size: int, pages: Pages) -> Iterator[Row]:
    """The rows on one page, if it is a leaf of a table; its end may be missing."""
    if len(page) < head + 8 or page[head] != _LEAF:
        return
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    first = head + 8
    for place in struct.unpack_from(f">{min(count, (len(page) - first) // 2)}H", page, first):
        try:
            yield _read_cell(page, place, size, pages)
        except (IndexError, ValueError, struct.error):
            continue


def _read_cell(page: bytes, place: int, size: int, pages: Pages) -> Row:
    length, place = _read_varint(page, place)
    key, place = _read_varint(page, place)
    if length > LARGEST_ROW:
        raise ValueError("no row is so long")
    most = size - 35
    local = length
    if length > most:
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
    payload = page[place : place + local]
    if length > local:
        (follows,) = struct.unpack_from(">I", page, place + local)
        payload += _read_overflow(follows, length - local, pages)
    if len(payload) < length:
        raise ValueError("the end of the row is missing")
    return _read_record(payload, key)


def _read_overflow(number: int, length: int, pages: Pages) -> bytes:
    parts: list[bytes] = []
    while number and length > 0:
        page = pages.get(number, b"")
        parts.append(page[4 : 4 + length])
        length -= len(page) - 4
        (number,) = struct.unpack_from(">I", page)
    return b"".join(parts)


def _read_record(payload: bytes, key: int) -> Row:
    end, at = _read_varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _read_varint(payload, at)
        kinds.append(kind)
    values, at = list[object](), end
    for number, kind in enumerate(kinds):
        value, at = _read_value(payload, at, kind)
        values.append(key if number == 0 and kind == 0 else value)
    return tuple(values)


def _read_value(payload: bytes, at: int, kind: int) -> tuple[object, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("no value is of this kind")
    end = at + (kind - 12) // 2
    raw = payload[at:end]
    return (raw.decode("utf-8") if kind % 2 else raw), end


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next begins."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9
