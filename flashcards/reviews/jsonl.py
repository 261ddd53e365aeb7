"""The review log as JSON lines, so that other programs can read and write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import load_text, read_json, read_text, write_whole
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.review import COLUMNS, Review
from flashcards.reviews.scheduler import LATEST

_TYPES = {
    field.name: {"int": int, "float": float, "str": str, "bool": bool, "Rating": int}[
        str(field.type).removesuffix(" | None")
    ]
    for field in fields(Review)
}
LARGEST = 512_000_000
"""Bytes of JSON lines that are imported at once: more than a million reviews."""
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


def format_reviews(reviews: Iterable[Review]) -> str:
    """JSON lines: one object for each review, in their order."""
    values = ({name: getattr(review, name) for name in COLUMNS} for review in reviews)
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in values)


def write_reviews(file: Path, reviews: Iterable[Review]) -> None:
    """Writes JSON lines to a file, in one step. Raises `FlashcardsError` if it cannot."""
    write_whole(file, format_reviews(reviews).encode())


def load_reviews(source: Path | BinaryIO) -> list[Review]:
    """The reviews in a file or an open stream of JSON lines.

    Raises `FileRefused` for what is not text, `ProblemsFound` for lines that are no reviews.
    """
    if isinstance(source, Path):
        return read_reviews(load_text(source, LARGEST), str(source))
    return read_reviews(read_text(source.read(LARGEST + 1), LARGEST, "the standard input"))


def read_reviews(text: str, file: str = "-") -> list[Review]:
    """The reviews in JSON lines; `file` names them in problems.

    Raises `ProblemsFound` with every line that is not a review.
    """
    reviews, problems = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            reviews.append(_make_review(read_json(line)))
        except ValueError as error:
            problems.append(Problem(Position(file, number), f"not a review: {error}"))
    if problems:
        raise ProblemsFound(problems)
    return reviews


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
