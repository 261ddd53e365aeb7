"""The review log as JSON lines, so that other programs can read and write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import read_json
from flashcards.reviews.review import COLUMNS, Review
from flashcards.reviews.scheduler import LATEST

_TYPES = {
    field.name: {"int": int, "float": float, "str": str, "bool": bool, "Rating": int}[
        str(field.type)
    ]
    for field in fields(Review)
}
LARGEST = 512_000_000
"""Bytes of JSON lines that are imported at once: more than a million reviews."""
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


def format_reviews(reviews: Iterable[Review]) -> Iterator[str]:
    """One JSON object a line, in the order the answers were kept."""
    for review in reviews:
        yield json.dumps({name: getattr(review, name) for name in COLUMNS}, ensure_ascii=False)


def read_reviews(lines: Iterable[str], file: str) -> list[Review]:
    """The reviews in JSON lines; `file` names them in problems.

    Raises `ProblemsFound` with every line that is not a review.
    """
    reviews, problems = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            reviews.append(_review(read_json(line)))
        except ValueError as error:
            problems.append(Problem(Position(file, number), f"not a review: {error}"))
    if problems:
        raise ProblemsFound(problems)
    return reviews


def _review(data: Any) -> Review:
    if not isinstance(data, dict):
        raise ValueError("a line must be an object")
    values = {"overruled": False, "undone": False, **data}
    missing = [name for name in COLUMNS if name not in values]
    if missing:
        raise ValueError(f"'{missing[0]}' is missing")
    review = Review(**{name: _typed(name, values[name]) for name in COLUMNS})
    if review.rating not in (1, 2, 3, 4):
        raise ValueError("'rating' must be 1 to 4")
    if not 0 <= review.at <= LATEST or not 0 <= review.duration <= LATEST:
        raise ValueError("'at' and 'duration' must be milliseconds")
    return review


def _typed(name: str, value: object) -> Any:
    wanted = _TYPES[name]
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not wanted:
        raise ValueError(f"'{name}' must be {wanted.__name__}")
    if isinstance(value, str) and _UNKEEPABLE.search(value):
        raise ValueError(f"'{name}' has a NUL or half a letter")
    return value
