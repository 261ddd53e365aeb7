"""What is kept for ever: an answer to a card, and what a learner decides about one.

A card can be suspended, buried for today, or flagged. Such a mark is a row as an answer is;
of each kind the newest holds. So logs of two machines can be joined.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, get_args

from flashcards.reviews.memory import Rating

Owner = tuple[str, str, str]
"""Course, language, card: what has a memory."""
MarkName: TypeAlias = Literal["suspended", "buried", "flagged"]
MARK_NAMES: tuple[MarkName, ...] = get_args(MarkName)
OLD_MARK = "known"
"""In logs of earlier versions: whether the concept of a card was ticked. Nothing reads it."""
LONGEST_COUNTED_MS = 120_000
"""A card that was left open longer than this took this long."""


def new_uid() -> str:
    """A name that no other answer on any machine has."""
    return os.urandom(12).hex()


def make_encodable(text: str) -> str:
    """The text without surrogates: bytes that Python could not read become letters or marks."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Review:
    """One answer to one card. Nothing of it ever changes but whether it was taken back."""

    course: str
    card: str
    lang: str
    fingerprint: str
    """Of the text that was asked."""
    at: int
    """UTC milliseconds."""
    rating: Rating
    score: float
    form: str
    answer: str
    """What was chosen (names, separated by spaces) or typed."""
    duration: int
    """Milliseconds from question to answer."""
    version: str
    overruled: bool = False
    """The learner disagreed with the verdict."""
    undone: bool = False
    uid: str = field(default_factory=new_uid)
    day: int | None = None
    """The learner's day, from four to four in the morning, as days since 1970; if it is known."""
    due: int | None = None
    """The day that was chosen for the next answer: that of the answer itself for a short step."""

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
    at: int
    """UTC milliseconds."""
    name: MarkName
    value: int
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
        """Whether the card is not to be asked on a day of the learner."""
        return bool(self.suspended) or day < self.buried


COLUMNS = tuple(f.name for f in fields(Review))
MARK_COLUMNS = tuple(f.name for f in fields(Mark))
_FLAGS = COLUMNS.index("overruled")
"""Where the two truth values stand, one after the other."""
_get_values = attrgetter(*COLUMNS)


def checksum(*values: object) -> int:
    """CRC-32 of the values as text: changes when any of them does.

    Nothing at the end counts for nothing: rows older than a column keep their checksum.
    """
    while values and values[-1] is None:
        values = values[:-1]
    text = "%s\x1f" * len(values) % values  # quicker than joining: run for every row of a log
    return zlib.crc32(text[:-1].encode("utf-8", "surrogatepass"))


def review_to_row(review: Review) -> tuple[object, ...]:
    """The values of a review in the order of `COLUMNS`, as SQLite keeps them."""
    values = _get_values(review)
    return (*values[:_FLAGS], *map(int, values[_FLAGS : _FLAGS + 2]), *values[_FLAGS + 2 :])


def row_to_review(row: tuple[object, ...]) -> Review:
    """The review that `review_to_row` made a row of."""
    flags = map(bool, row[_FLAGS : _FLAGS + 2])
    return Review(*row[:_FLAGS], *flags, *row[_FLAGS + 2 :])  # type: ignore[arg-type]
