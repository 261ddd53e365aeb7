"""One row of the log as one JSON object, checked field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from flashcards.reviews.marks import MARK_COLUMNS, MARK_NAMES, Mark
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.review import COLUMNS, Review
from flashcards.reviews.scheduler import LATEST

Row: TypeAlias = Review | Mark

_PYTHON = {
    "int": int, "float": float, "str": str, "bool": bool, "Rating": int, "MarkName": str,
}  # fmt: skip
_TYPES = {
    field.name: _PYTHON[str(field.type).removesuffix(" | None")]
    for field in (*fields(Review), *fields(Mark))
}
_MARK = "mark"
"""The name of a mark, which also tells it from a review."""
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


def format_line(row: Row) -> str:
    """A review or a mark as one line of JSON."""
    values = {f.name: getattr(row, f.name) for f in fields(row)}
    if isinstance(row, Mark):
        values = {_MARK if name == "name" else name: value for name, value in values.items()}
    return f"{json.dumps(values, ensure_ascii=False)}\n"


def make_row(data: Any) -> Row:
    """The review or mark that a JSON value stands for. Raises ValueError."""
    if not isinstance(data, dict):
        raise ValueError("a line must be an object")
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
