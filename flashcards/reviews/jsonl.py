"""The review log as JSON lines, so that other programs can read and write it.

Lines are read and written one by one: a file of any size takes the same memory. What
was decided about cards (`marks`) stands behind the reviews.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from json import JSONDecodeError
from pathlib import Path
from typing import BinaryIO, NamedTuple

from flashcards.errors import Position, Problem, ProblemsFound, explain_system_error
from flashcards.fileio import (
    FileRefused,
    make_too_large,
    make_unreadable,
    open_plain,
    read_json,
)
from flashcards.outputs import Outputs
from flashcards.reviews.json_rows import Row, format_line, make_row
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.words.message import Message

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


def format_reviews(reviews: Iterable[Row]) -> str:
    """JSON lines: one object for each review or mark, in their order."""
    return "".join(map(format_line, reviews))


class RowCounts(NamedTuple):
    """How many lines of each kind there are."""

    reviews: int
    undone: int
    """Reviews among them that were taken back."""
    marks: int


def write_reviews(file: Path, rows: Iterable[Row], outputs: Outputs | None = None) -> RowCounts:
    """Writes JSON lines to a file, in one step. Raises `FlashcardsError` if it cannot.

    A file that is there is replaced if `outputs` says so.
    """
    reviews = undone = marks = 0

    def format_rows() -> Iterator[bytes]:
        nonlocal reviews, undone, marks
        for row in rows:
            if isinstance(row, Review):
                reviews, undone = reviews + 1, undone + row.undone
            else:
                marks += 1
            yield format_line(row).encode()

    (outputs or Outputs()).write(file, format_rows(), "log")
    return RowCounts(reviews, undone, marks)


def load_reviews(source: Path | BinaryIO) -> Iterator[Review]:
    """The reviews in a file or an open stream of JSON lines, read as they are asked for.

    Raises `FileRefused` for what is not text, and at the end `ProblemsFound` if there were
    lines that are no reviews: the first ten and a count. After a bad line no review comes.
    """
    if isinstance(source, Path):
        with open_plain(source, LARGEST) as file:
            yield from _only_reviews(_parse(_decode(file, str(source)), str(source)))
    else:
        yield from _only_reviews(_parse(_decode(source, "-"), "-"))


def import_reviews(
    open_log: Callable[[], ReviewLog],
    source: Path | BinaryIO,
    watch: Watch = lambda done, size: None,
) -> tuple[int, int]:
    """How many reviews of a file or stream were added to a log, and how many it had already.

    The log is opened after the file, so that a name that is wrong makes none.
    All or none: raises what `load_reviews` does, and `LogError` if the log cannot be used.
    """
    if isinstance(source, Path):
        with open_plain(source, LARGEST) as file:
            return _import_stream(open_log, file, str(source), watch)
    return _import_stream(open_log, source, "-", watch)


def read_reviews(text: str, file: str = "-") -> list[Review]:
    """The reviews in JSON lines; `file` names them in problems.

    Raises `ProblemsFound` with the first ten lines that are no reviews and a count.
    """
    return list(_only_reviews(_parse(text.split("\n"), file)))


def _only_reviews(rows: Iterable[Row]) -> Iterator[Review]:
    return (row for row in rows if isinstance(row, Review))


def _import_stream(
    open_log: Callable[[], ReviewLog], stream: BinaryIO, name: str, watch: Watch
) -> tuple[int, int]:
    read = 0

    def count() -> Iterator[Row]:
        nonlocal read
        for row in _parse(_decode(stream, name, watch), name):
            read += isinstance(row, Review)
            yield row

    with open_log() as log:
        added = log.add(count(), watch)
    return added, read - added


def _decode(
    stream: BinaryIO, name: str, watch: Watch = lambda done, size: None
) -> Iterator[str | None]:
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
        raise FileRefused(name, Message("is-not-text")) from None
    except OSError as error:
        raise make_unreadable(name, explain_system_error(error)) from None


def _find_size(stream: BinaryIO) -> int:
    """Bytes; 0 if only the end will tell."""
    try:
        return os.fstat(stream.fileno()).st_size
    except OSError:  # it is in memory
        return 0


def _parse(lines: Iterable[str | None], file: str) -> Iterator[Row]:
    """The reviews and marks up to the first bad line; then the rest is only looked through."""
    problems, bad = list[Problem](), 0
    for number, line in enumerate(lines, 1):
        if line is not None and not line.strip():
            continue
        try:
            row = _read_line(line)
        except ValueError as error:
            bad += 1
            if bad <= MOST_TOLD:
                problems.append(Problem(Position(file, number), f"not a review: {error}"))
        else:
            if not bad:
                yield row
    if problems:
        raise ProblemsFound(problems, unsaid=bad - len(problems))


def _read_line(line: str | None) -> Row:
    if line is None:
        raise ValueError(f"longer than {LONGEST_LINE:,} bytes")
    try:
        return make_row(read_json(line.strip()))
    except JSONDecodeError as error:
        raise ValueError(f"{error.msg}, column {error.colno}") from None
