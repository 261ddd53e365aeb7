"""What is kept for ever: an answer to a card, and what a learner decides about one.

A card can be suspended, buried for today, or flagged. Such a mark is a row as an answer is; of
each kind the newest holds, so that logs of two machines can be joined. As JSON lines, one object
is an answer or, with the field `mark`, a decision; pages and other programs read and write them.
"""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, field, fields
from typing import Annotated, BinaryIO, Literal, NamedTuple, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import read_json
from flashcards.reviews.memory import DAY_MS, LATEST, Rating

Owner: TypeAlias = tuple[str, str, str]
"""Course, language, card: what has a memory."""
Milliseconds = Annotated[int, Field(ge=0, le=LATEST)]
Day = Annotated[int, Field(ge=0, le=LATEST // DAY_MS)]
"""A day of the learner, from four to four in the morning, counted from 1970."""
MarkName: TypeAlias = Literal["suspended", "buried", "flagged"]
MAX_COUNTED_MS = 120_000
"""A card that was left open longer than this took this long."""
MAX_LINE = 1_000_000
"""Bytes: what is longer is no answer."""


def new_uid() -> str:
    """Return a name that no other answer on any machine has."""
    return os.urandom(12).hex()


def make_encodable(text: str) -> str:
    """Return the text without surrogates: bytes that Python could not read become characters."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _OfCard:
    """A row about one card."""

    course: str
    card: str
    lang: str
    at: Milliseconds
    """In UTC."""

    @property
    def owner(self) -> Owner:
        return self.course, self.lang, self.card


@dataclass(frozen=True, slots=True)
class Review(_OfCard):
    """One answer to one card. Nothing of it ever changes but whether it was taken back."""

    rating: Rating
    score: Annotated[float, Field(ge=0, le=1)]
    form: str
    answer: str
    """What was chosen (names, separated by spaces) or typed."""
    duration: Milliseconds
    """From question to answer."""
    overruled: bool = False
    """The learner disagreed with the verdict."""
    undone: bool = False
    uid: str = field(default_factory=new_uid)
    day: Day | None = None
    """When it was given, if that is known."""
    due: Day | None = None
    """When the next was to be given: on the day of the answer itself for a short step."""


@dataclass(frozen=True, slots=True)
class Mark(_OfCard):
    """One decision about one card."""

    name: MarkName
    value: Day
    """1 or 0; for `buried` the learner's day (since 1970) on which the card may come again."""
    uid: str = field(default_factory=new_uid)


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
_REVIEW: TypeAdapter[Review | Mark] = TypeAdapter(Review)
_MARK: TypeAdapter[Review | Mark] = TypeAdapter(Mark)


def format_lines(rows: Iterable[Review | Mark]) -> Iterator[str]:
    """Yield JSON lines: one object for each review or mark, in their order."""
    for row in rows:
        values = asdict(row)
        if isinstance(row, Mark):
            values["mark"] = values.pop("name")
        yield f"{json.dumps(values, ensure_ascii=False)}\n"


def read_rows(stream: BinaryIO, name: str) -> list[Review | Mark]:
    """Return the rows in JSON lines.

    Raises `ProblemsFound` for the first line that is neither an answer nor a mark.
    """
    rows: list[Review | Mark] = []
    for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
        if not line.strip():
            continue
        try:
            values, kind = read_json(line.decode("utf-8-sig")), _REVIEW
            if isinstance(values, dict) and "mark" in values:
                values, kind = {**values, "name": values["mark"]}, _MARK
                if values["mark"] == "known":  # of earlier versions; nothing reads it
                    continue
            # as JSON again: of Python's values, strict takes no dict for a dataclass
            rows.append(kind.validate_json(json.dumps(values), strict=True))
        except ValueError as error:
            reason = str(error)
            if isinstance(error, ValidationError):
                first = error.errors(include_url=False)[0]
                reason = ": ".join([*map(str, first["loc"]), first["msg"]])
            problem = Problem(Position(name, number), f"not a review: {reason}")
            raise ProblemsFound([problem]) from None
    return rows
