"""What is kept for ever: an answer to a card, and what a learner decides about one.

A card can be suspended, buried for today, or flagged. Such a mark is a row as an answer is;
of each kind the newest holds. So logs of two machines can be joined.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

from pydantic import Field

from flashcards.reviews.memory import DAY_MS, Rating
from flashcards.reviews.scheduler import LATEST

Owner = tuple[str, str, str]
"""Course, language, card: what has a memory."""
Milliseconds = Annotated[int, Field(ge=0, le=LATEST)]
Day = Annotated[int, Field(ge=0, le=LATEST // DAY_MS)]
"""A day of the learner, from four to four in the morning, counted from 1970."""
MarkName: TypeAlias = Literal["suspended", "buried", "flagged"]
MARK_NAMES: tuple[MarkName, ...] = get_args(MarkName)
OLD_MARK = "known"
"""In logs of earlier versions: whether the concept of a card was ticked. Nothing reads it."""
LONGEST_COUNTED_MS = 120_000
"""A card that was left open longer than this took this long."""


def new_uid() -> str:
    """Return a name that no other answer on any machine has."""
    return os.urandom(12).hex()


def make_encodable(text: str) -> str:
    """Return the text without surrogates: bytes that Python could not read become characters."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Review:
    """One answer to one card. Nothing of it ever changes but whether it was taken back."""

    course: str
    card: str
    lang: str
    fingerprint: str
    """Of the text that was asked."""
    at: Milliseconds
    """In UTC."""
    rating: Rating
    score: Annotated[float, Field(ge=0, le=1)]
    form: str
    answer: str
    """What was chosen (names, separated by spaces) or typed."""
    duration: Milliseconds
    """From question to answer."""
    version: str
    overruled: bool = False
    """The learner disagreed with the verdict."""
    undone: bool = False
    uid: str = field(default_factory=new_uid)
    day: Day | None = None
    """When it was given, if that is known."""
    due: Day | None = None
    """When the next was to be given: on the day of the answer itself for a short step."""

    @property
    def owner(self) -> Owner:
        """Whose memory this is."""
        return self.course, self.lang, self.card


@dataclass(frozen=True, slots=True)
class Mark:
    """One decision about one card."""

    course: str
    card: str
    lang: str
    at: Milliseconds
    """In UTC."""
    name: MarkName
    value: Milliseconds
    """1 or 0; for `buried` the learner's day (since 1970) on which the card may come again."""
    uid: str = field(default_factory=new_uid)

    @property
    def owner(self) -> Owner:
        return self.course, self.lang, self.card


class CardMarks(NamedTuple):
    """What holds for a card now."""

    suspended: int = 0
    buried: int = 0
    """The learner's day on which it may come again."""
    flagged: int = 0

    def rests(self, day: int) -> bool:
        """Return whether the card is not to be asked on a day of the learner."""
        return bool(self.suspended) or day < self.buried


COLUMNS = tuple(f.name for f in fields(Review))
MARK_COLUMNS = tuple(f.name for f in fields(Mark))


def row_to_review(row: tuple[Any, ...]) -> Review:
    """Return the review that a row of `COLUMNS` keeps: SQLite has no truth values."""
    values = dict(zip(COLUMNS, row, strict=True))
    flags = {name: bool(values[name]) for name in ("overruled", "undone")}
    return Review(**{**values, **flags})


def checksum(*values: object) -> int:
    """Return the CRC-32 of the values as text; None at the end counts for nothing."""
    while values and values[-1] is None:
        values = values[:-1]
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"))
