"""The review log as JSON lines, so that other programs can read and write it.

Lines are read and written one by one: a file of any size takes the same memory. What
was decided about cards (`marks`) stands behind the reviews. The settings that the schedule
depends on are a field more of the first line, whatever it is: programs that know no such field
read the line as before.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from flashcards.errors import Position, Problem, ProblemsFound, explain_system_error
from flashcards.fileio import (
    FileRefused,
    check_output,
    make_too_large,
    make_unreadable,
    open_plain,
    read_json,
    write_whole,
)
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.review import COLUMNS, MARK_COLUMNS, MARK_NAMES, OLD_MARK, Mark, Review
from flashcards.reviews.scheduler import LATEST
from flashcards.reviews.store import ReviewLog

LARGEST = 4_000_000_000
"""Bytes of JSON lines that are read at once: more than ten million reviews."""
LONGEST_LINE = 1_000_000
"""Bytes."""
MOST_TOLD = 10
"""Bad lines that are told one by one; the others are counted."""
_BOM = b"\xef\xbb\xbf"

Watch = Callable[[int, int], None]
"""Is told how much is done, and of how much."""
_TOLD_EVERY = 1 << 16
"""Bytes between two tellings."""

Row: TypeAlias = Review | Mark

_PYTHON = {"int": int, "float": float, "str": str, "bool": bool, "Rating": int, "MarkName": str}
_TYPES = {
    field.name: _PYTHON[str(field.type).removesuffix(" | None")]
    for field in (*fields(Review), *fields(Mark))
}
_MARK = "mark"
"""The name of a mark, which also tells it from a review."""
_SETTINGS = "settings"
SharedSettings: TypeAlias = Mapping[str, Any]
"""Settings as they travel with a log."""
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


def format_reviews(reviews: Iterable[Row], settings: SharedSettings | None = None) -> str:
    """JSON lines: one object for each review or mark, in their order."""
    return "".join(_format_lines(reviews, settings))


@dataclass
class RowCounts:
    """How many lines of each kind there are."""

    reviews: int = 0
    undone: int = 0
    """Reviews among them that were taken back."""
    marks: int = 0

    def count(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows as they come, each counted."""
        for row in rows:
            if isinstance(row, Review):
                self.reviews, self.undone = self.reviews + 1, self.undone + row.undone
            else:
                self.marks += 1
            yield row


class ImportedRows(NamedTuple):
    """How many reviews of a log are new here, and what came with them."""

    added: int
    known: int
    """Reviews that were here already."""
    settings: SharedSettings | None


def write_reviews(
    file: Path,
    rows: Iterable[Row],
    settings: SharedSettings | None = None,
    *,
    force: bool = False,
) -> RowCounts:
    """Writes JSON lines to a file, in one step. Raises `FlashcardsError` if it cannot.

    A file that is there is replaced only by `force`.
    """
    check_output(file, force)
    counts = RowCounts()
    lines = (line.encode() for line in _format_lines(counts.count(rows), settings))
    write_whole(file, lines)
    return counts


def import_reviews(
    open_log: Callable[[], ReviewLog],
    source: Path | BinaryIO,
    watch: Watch = lambda done, size: None,
) -> ImportedRows:
    """How many reviews of a file or stream were added to a log, and how many it had already.

    The log is opened after the file, so that a name that is wrong makes none.
    All or none: raises `FileRefused` for what is not text, `ProblemsFound` with the first ten
    lines that are no reviews and a count, and `LogError` if the log cannot be used.
    """
    counts, found = RowCounts(), dict[str, Any]()
    with _open(source) as (stream, name), open_log() as log:
        added = log.add(counts.count(_parse(_decode(stream, name, watch), name, found)), watch)
    return ImportedRows(added, counts.reviews - added, found.get(_SETTINGS))


@contextmanager
def _open(source: Path | BinaryIO) -> Iterator[tuple[BinaryIO, str]]:
    """A file or an open stream, and its name in problems."""
    if isinstance(source, Path):
        with open_plain(source, LARGEST) as file:
            yield file, str(source)
    else:
        yield source, "-"


def _decode(stream: BinaryIO, name: str, watch: Watch) -> Iterator[str | None]:
    """The lines of a stream as text; None for one that is too long."""
    size, done, told = _find_size(stream), 0, 0
    try:
        while line := stream.readline(LONGEST_LINE):
            done, whole = done + len(line), True
            while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                line, whole = stream.readline(LONGEST_LINE), False
                done += len(line)
                if done > LARGEST:
                    raise make_too_large(name, LARGEST)
            if done - told > _TOLD_EVERY:
                told = done
                watch(done, size)
            yield line.removeprefix(_BOM).decode("utf-8") if whole else None
    except UnicodeDecodeError:
        raise FileRefused(name, "is not UTF-8 text") from None
    except OSError as error:
        raise make_unreadable(name, explain_system_error(error)) from None


def _find_size(stream: BinaryIO) -> int:
    """Bytes; 0 if only the end will tell."""
    try:
        return os.fstat(stream.fileno()).st_size
    except OSError:  # it is in memory
        return 0


def _parse(
    lines: Iterable[str | None], file: str, found: MutableMapping[str, Any]
) -> Iterator[Row]:
    """The reviews and marks up to the first bad line; then the rest is only looked through.

    Settings that come with them are put into `found`.
    """
    problems, bad = list[Problem](), 0
    for number, line in enumerate(lines, 1):
        if line is not None and not line.strip():
            continue
        try:
            data = _read_line(line)
            row = None if data.get(_MARK) == OLD_MARK else _make_row(data)
        except ValueError as error:
            bad += 1
            if bad <= MOST_TOLD:
                problems.append(Problem(Position(file, number), f"not a review: {error}"))
        else:
            if _SETTINGS in data:
                found[_SETTINGS] = data[_SETTINGS]
            if row and not bad:
                yield row
    if problems:
        raise ProblemsFound(problems, unsaid=bad - len(problems))


def _read_line(line: str | None) -> dict[str, Any]:
    """The object that stands in a line. Raises ValueError."""
    if line is None:
        raise ValueError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        data = read_json(line.strip())
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg}, column {error.colno}") from None
    if not isinstance(data, dict):
        raise ValueError("a line must be an object")
    return data


def _format_lines(rows: Iterable[Row], settings: SharedSettings | None) -> Iterator[str]:
    """Reviews and marks as lines of JSON, the settings in the first."""
    more = {} if settings is None else {_SETTINGS: settings}
    for row in rows:
        values = {f.name: getattr(row, f.name) for f in fields(row)}
        if isinstance(row, Mark):
            values = {_MARK if name == "name" else name: value for name, value in values.items()}
        yield f"{json.dumps({**values, **more}, ensure_ascii=False)}\n"
        more = {}


def _make_row(data: dict[str, Any]) -> Row:
    """The review or mark that an object stands for. Raises ValueError."""
    return _make_mark(data) if _MARK in data else _make_review(data)


def _make_mark(data: dict[str, Any]) -> Mark:
    if data[_MARK] not in MARK_NAMES:
        raise ValueError(f"'{_MARK}' must be one of {', '.join(MARK_NAMES)}")
    mark = Mark(**_check_values({**data, "name": data[_MARK]}, MARK_COLUMNS))
    if not 0 <= mark.at <= LATEST or not 0 <= mark.value <= LATEST:
        raise ValueError("'at' must be milliseconds and 'value' no less than 0")
    return mark


def _make_review(data: dict[str, Any]) -> Review:
    values = {"overruled": False, "undone": False, "day": None, "due": None, **data}
    review = Review(**_check_values(values, COLUMNS))
    if review.rating not in (1, 2, 3, 4):
        raise ValueError("'rating' must be 1 to 4")
    if not 0 <= review.at <= LATEST or not 0 <= review.duration <= LATEST:
        raise ValueError("'at' and 'duration' must be milliseconds")
    if any(not 0 <= (day or 0) <= LATEST // DAY_MS for day in (review.day, review.due)):
        raise ValueError("'day' and 'due' must be days since 1970")
    if not 0 <= review.score <= 1:
        raise ValueError("'score' must be from 0 to 1")
    return review


def _check_values(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    missing = [name for name in names if name not in values]
    if missing:
        raise ValueError(f"'{missing[0]}' is missing")
    return {name: _check_type(name, values[name]) for name in names}


def _check_type(name: str, value: object) -> Any:
    wanted = _TYPES[name]
    if value is None and name in ("day", "due"):
        return None
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not wanted:
        raise ValueError(f"'{name}' must be {wanted.__name__}")
    if isinstance(value, str) and _UNKEEPABLE.search(value):
        raise ValueError(f"'{name}' has a NUL or half a letter")
    return value
