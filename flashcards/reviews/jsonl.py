"""The review log as JSON lines, so that other programs can read and write it.

Lines are read and written one by one: a file of any size takes the same memory.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import FileRefused, open_plain, read_json, write_whole
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.review import COLUMNS, Review
from flashcards.reviews.scheduler import LATEST
from flashcards.reviews.store import ReviewLog

_TYPES = {
    field.name: {"int": int, "float": float, "str": str, "bool": bool, "Rating": int}[
        str(field.type).removesuffix(" | None")
    ]
    for field in fields(Review)
}
LARGEST = 4_000_000_000
"""Bytes of JSON lines that are read at once: more than ten million reviews."""
LONGEST_LINE = 1_000_000
"""Bytes."""
MOST_TOLD = 10
"""Bad lines that are told one by one; the others are counted."""
_BOM = b"\xef\xbb\xbf"
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")

Watch = Callable[[int, int], None]
"""Is told how much is done, and of how much."""
_TOLD_EVERY = 1 << 16
"""Bytes between two tellings."""


def format_reviews(reviews: Iterable[Review]) -> str:
    """JSON lines: one object for each review, in their order."""
    return "".join(map(_format_line, reviews))


def write_reviews(file: Path, reviews: Iterable[Review]) -> None:
    """Writes JSON lines to a file, in one step. Raises `FlashcardsError` if it cannot."""
    write_whole(file, (_format_line(review).encode() for review in reviews))


def load_reviews(source: Path | BinaryIO) -> Iterator[Review]:
    """The reviews in a file or an open stream of JSON lines, read as they are asked for.

    Raises `FileRefused` for what is not text, and at the end `ProblemsFound` if there were
    lines that are no reviews: the first ten and a count. After a bad line no review comes.
    """
    if isinstance(source, Path):
        with open_plain(source, LARGEST) as file:
            yield from _parse(_decode(file, str(source)), str(source))
    else:
        yield from _parse(_decode(source, "-"), "-")


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
    return list(_parse(text.split("\n"), file))


def _import_stream(
    open_log: Callable[[], ReviewLog], stream: BinaryIO, name: str, watch: Watch
) -> tuple[int, int]:
    read = 0

    def count() -> Iterator[Review]:
        nonlocal read
        for review in _parse(_decode(stream, name, watch), name):
            read += 1
            yield review

    with open_log() as log:
        added = log.add(count(), watch)
    return added, read - added


def _format_line(review: Review) -> str:
    values = {name: getattr(review, name) for name in COLUMNS}
    return f"{json.dumps(values, ensure_ascii=False)}\n"


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
                    raise FileRefused(name, f"is larger than {LARGEST // 1_000_000} MB")
            if done - told > _TOLD_EVERY:
                told = done
                watch(done, size)
            yield line.removeprefix(_BOM).decode("utf-8") if whole else None
    except UnicodeDecodeError:
        raise FileRefused(name, "is not UTF-8 text") from None
    except OSError as error:
        raise FileRefused(name, f"cannot be read: {error.strerror}") from None


def _find_size(stream: BinaryIO) -> int:
    """Bytes; 0 if only the end will tell."""
    try:
        return os.fstat(stream.fileno()).st_size
    except OSError:  # it is in memory
        return 0


def _parse(lines: Iterable[str | None], file: str) -> Iterator[Review]:
    """The reviews up to the first bad line; then the rest is only looked through."""
    problems, bad = list[Problem](), 0
    for number, line in enumerate(lines, 1):
        if line is not None and not line.strip():
            continue
        try:
            review = _read_line(line)
        except ValueError as error:
            bad += 1
            if bad <= MOST_TOLD:
                problems.append(Problem(Position(file, number), f"not a review: {error}"))
        else:
            if not bad:
                yield review
    if problems:
        raise ProblemsFound(problems, unsaid=bad - len(problems))


def _read_line(line: str | None) -> Review:
    if line is None:
        raise ValueError(f"longer than {LONGEST_LINE:,} bytes")
    return _make_review(read_json(line))


def _make_review(data: Any) -> Review:
    if not isinstance(data, dict):
        raise ValueError("a line must be an object")
    values = {"overruled": False, "undone": False, "day": None, "due": None, **data}
    missing = [name for name in COLUMNS if name not in values]
    if missing:
        raise ValueError(f"'{missing[0]}' is missing")
    review = Review(**{name: _check_type(name, values[name]) for name in COLUMNS})
    if review.rating not in (1, 2, 3, 4):
        raise ValueError("'rating' must be 1 to 4")
    if not 0 <= review.at <= LATEST or not 0 <= review.duration <= LATEST:
        raise ValueError("'at' and 'duration' must be milliseconds")
    if any(not 0 <= (day or 0) <= LATEST // DAY_MS for day in (review.day, review.due)):
        raise ValueError("'day' and 'due' must be days since 1970")
    if not 0 <= review.score <= 1:
        raise ValueError("'score' must be from 0 to 1")
    return review


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
