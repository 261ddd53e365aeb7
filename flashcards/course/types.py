"""The types of single values in the models: names, texts, numbers.

pydantic checks their patterns and limits; the JSON Schema tells editors the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args

from pydantic import Field, StringConstraints

from flashcards.text.plain_text import MAX_TEXT

MAX_TYPED = 500
"""Characters of an answer that somebody types."""

MAX_PARTS = 200
"""Points, rows, options, steps, aliases … of one entry."""

_NAME = "[a-z0-9]+(-[a-z0-9]+)*"
KEY_PATTERN = f"^{_NAME}$"
TAG_PATTERN = "^[a-z0-9]+([-_:][a-z0-9]+)*$"
LANGUAGE_PATTERN = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
URL_PATTERN = r'^https?://[^\s<>"]+$'
TEXT_PATTERN = r"\S"


class Prose:
    """Marks a type whose texts people read, so that they are translated and may show pictures.

    `course.texts` finds the texts of an entry by this mark.
    """


T = TypeVar("T")

Key: TypeAlias = Annotated[str, StringConstraints(pattern=KEY_PATTERN, max_length=64)]
"""Names an entry, deck, quiz, row, point, option or step for good."""

Text: TypeAlias = Annotated[
    str, StringConstraints(pattern=TEXT_PATTERN, max_length=MAX_TEXT), Prose()
]
"""Markdown that a person reads; never empty."""

Typed: TypeAlias = Annotated[
    str, StringConstraints(pattern=TEXT_PATTERN, max_length=MAX_TYPED), Prose()
]
"""What may be typed for an answer; never empty."""

Verbatim: TypeAlias = Annotated[str, StringConstraints(pattern=TEXT_PATTERN, max_length=MAX_TEXT)]
"""The same in every language, such as code or a version; never empty."""

Output: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT)]
"""What a program prints; may be nothing."""

Tag: TypeAlias = Annotated[str, StringConstraints(pattern=TAG_PATTERN, max_length=64)]
Language: TypeAlias = Annotated[str, StringConstraints(pattern=LANGUAGE_PATTERN, max_length=16)]
Url: TypeAlias = Annotated[str, StringConstraints(pattern=URL_PATTERN, max_length=2000)]
Stage: TypeAlias = Annotated[int, Field(ge=1, le=9)]
GapNumber: TypeAlias = Annotated[int, Field(ge=1, le=500)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=100_000)]
Points: TypeAlias = Annotated[float, Field(ge=0, le=1000)]
Percent: TypeAlias = Annotated[float, Field(ge=0, le=100)]
Minutes: TypeAlias = Annotated[float, Field(ge=1, le=10_000)]
Named: TypeAlias = Annotated[dict[Key, T], Field(max_length=MAX_PARTS)]
"""Parts of an entry, each with a name that stays for good."""
Numbered: TypeAlias = Annotated[dict[GapNumber, T], Field(max_length=MAX_PARTS)]
Several: TypeAlias = Annotated[tuple[T, ...], Field(max_length=MAX_PARTS)]

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)


def is_key(text: str) -> bool:
    """Return whether a text can name an entry."""
    return len(text) <= 64 and re.fullmatch(_NAME, text) is not None


def is_language(text: str) -> bool:
    """Return whether a text is a language code such as 'en'."""
    return len(text) <= 16 and re.search(LANGUAGE_PATTERN, text) is not None


def is_tag(text: str) -> bool:
    """Return whether a text can be a tag."""
    return len(text) <= 64 and re.search(TAG_PATTERN, text) is not None


def list_parts(annotation: Any) -> Iterator[Any]:
    """Yield a type, or a field, and everything that it is made of, marks and limits too."""
    yield annotation
    if inner := getattr(annotation, "annotation", None):
        yield from list_parts(inner)
    for part in (*get_args(annotation), *getattr(annotation, "metadata", ())):
        yield from list_parts(part)
