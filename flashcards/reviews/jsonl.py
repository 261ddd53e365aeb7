"""The review log as JSON lines, so that a page and other programs can read and write it.

One object a line is an answer or, with the field `mark`, a decision about a card. The settings
that the schedule depends on are a field more of the first line. Lines are read and written one
by one: a file of any size takes the same memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import open_plain, read_json
from flashcards.reviews.review import OLD_MARK, Mark, Review
from flashcards.reviews.store import ReviewLog

MAX_BYTES, MAX_LINE = 4_000_000_000, 1_000_000
"""Of a file, which may hold ten million reviews, and of a line."""

SharedSettings: TypeAlias = Mapping[str, Any]
"""Settings as they travel with a log."""
_REVIEW, _MARK = TypeAdapter(Review), TypeAdapter(Mark)


class ImportedRows(NamedTuple):
    """How many reviews of a log are new here, and what came with them."""

    added: int
    known: int
    """Reviews that were here already."""
    settings: SharedSettings | None


def format_reviews(rows: Iterable[Review | Mark], settings: SharedSettings | None = None) -> str:
    """Return JSON lines as one text."""
    return "".join(format_lines(rows, settings))


def format_lines(
    rows: Iterable[Review | Mark], settings: SharedSettings | None = None
) -> Iterator[str]:
    """Yield JSON lines: one object for each review or mark, in their order."""
    more = {} if settings is None else {"settings": settings}
    for row in rows:
        values = asdict(row)
        if isinstance(row, Mark):
            values["mark"] = values.pop("name")
        yield f"{json.dumps({**values, **more}, ensure_ascii=False)}\n"
        more = {}


def import_reviews(open_log: Callable[[], ReviewLog], source: Path | BinaryIO) -> ImportedRows:
    """Add the rows of a file or stream to a log; return how many reviews were new.

    The log is opened after the file, so that a name that is wrong makes none. All or none:
    raises `FileRefused` for a file that cannot be read, `ProblemsFound` for the first line that
    is no review, and `LogError` if the log cannot be used.
    """
    name = str(source) if isinstance(source, Path) else "-"
    settings: SharedSettings | None = None
    reviews = 0

    def parse(stream: BinaryIO) -> Iterator[Review | Mark]:
        nonlocal settings, reviews
        for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
            try:
                row, shared = _parse_line(line)
            except ValueError as error:
                problem = Problem(Position(name, number), f"not a review: {_describe(error)}")
                raise ProblemsFound([problem]) from None
            settings = settings or shared
            if row:
                reviews += isinstance(row, Review)
                yield row

    opened = open_plain(source, MAX_BYTES) if isinstance(source, Path) else nullcontext(source)
    with opened as stream, open_log() as log:
        added = log.add(parse(stream))
    return ImportedRows(added, reviews - added, settings)


def _parse_line(line: bytes) -> tuple[Review | Mark | None, SharedSettings | None]:
    """Return the row in a line, if there is one, and settings. Raises ValueError."""
    if len(line) == MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE:,} bytes")
    if not line.strip():
        return None, None
    data = read_json(line.decode("utf-8-sig"))
    if not isinstance(data, dict):
        raise ValueError("a line must be an object")
    if "uid" not in data:
        raise ValueError("'uid' is missing")
    if any("\0" in value for value in data.values() if isinstance(value, str)):
        raise ValueError("a text has a NUL")
    settings = data.get("settings")
    if "mark" not in data:
        return _REVIEW.validate_json(json.dumps(data), strict=True), settings
    if data["mark"] == OLD_MARK:
        return None, settings
    return _MARK.validate_json(json.dumps({**data, "name": data["mark"]}), strict=True), settings


def _describe(error: ValueError) -> str:
    """Return in one line why a line is no review."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        return f"'{'.'.join(map(str, first['loc']))}': {first['msg']}"
    return str(error)
