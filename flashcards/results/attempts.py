"""Who was asked what, and what they answered: the same from every source.

A question has one id in all files; options are known by their names or, where the source
has none, by their texts. A score is a share from 0 to 1; what nobody has graded has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from flashcards.words.message import Message, Names, Person, change_values

EXAM_COMMAND = "ptquiz exam"
"""What makes results: named, not told to be typed."""
KEEP = ("best", "first", "last", "all")
"""Which attempts of one person count."""
_MOST_NAMED = 5
"""People who are named; more are counted."""


class File(str):
    """The name of a file of answers, which may tell whose they are."""


class Response(NamedTuple):
    """One person's answer to one question."""

    score: float | None
    """From 0 to 1; None if it waits for a person to grade it."""
    chosen: tuple[str, ...] = ()
    """Names or texts of options in the order given, or what was typed."""
    duration: int | None = None
    """In milliseconds."""


@dataclass(slots=True)
class AskedQuestion:
    """A question as the class met it."""

    id: str
    """The card's id where the source has it."""
    points: float = 1.0
    text: str = ""
    """Plain text, if the source has it."""
    right: tuple[str, ...] = ()
    """Options that are right, or accepted answers."""
    options: tuple[str, ...] = ()
    """Names of all that could be chosen, if the source has them."""
    is_sequence: bool = False
    """Whether an answer is one whole, such as steps in order; else each pick counts by itself."""
    things: tuple[str, ...] = ()
    """What an answer matches its picks with, in this order: numbers as printed, or texts."""
    is_typed: bool = False
    """Whether answers were typed; some source may still have offered options."""
    by_hand: bool = False
    """Whether a person grades it in points."""
    content: str = ""
    """A fingerprint of its texts as the class read them, if the source has it."""


@dataclass
class Attempt:
    """What one person did at one time."""

    person: str
    """As shown."""
    identity: str
    """The same for all attempts of one person."""
    responses: dict[str, Response]
    """By the id of the question."""
    duration: int | None = None
    """In milliseconds."""
    began: int | None = None
    """UTC milliseconds."""
    finished: bool = True
    weights: Mapping[str, float] = field(default_factory=dict)
    """Points of its questions, by id."""
    refused: frozenset[str] = frozenset()
    """Questions whose cells are no answer: they are left out of the score."""
    number: str = ""
    """Of the student, if the source has it."""
    source: str = field(default="", compare=False)
    """The file, and the row if it has several people."""

    @property
    def total(self) -> float:
        """Points of all that was graded."""
        return self.sums[1]

    @property
    def points(self) -> float:
        return self.sums[0]

    @cached_property
    def sums(self) -> tuple[float, float]:
        """Points, and those of all that was graded; read them when all answers are there."""
        points = total = 0.0
        for name, (score, _, _) in self.responses.items():
            if score is not None:
                weight = self.weights[name]
                points += weight * score
                total += weight
        return points, total


@dataclass
class Collected:
    """The attempts of one exam and its questions, from one source or from all of them."""

    attempts: list[Attempt] = field(default_factory=list)
    questions: dict[str, AskedQuestion] = field(default_factory=dict)
    exam: str = ""
    """Which exam it was, if the source says."""
    title: str = ""
    pass_mark: float | None = None
    """In percent."""
    course: str = ""
    """Id of the course, if the source says."""
    left_out: list[Message] = field(default_factory=list)
    """Files that were not used, each with the reason."""
    notices: list[Message] = field(default_factory=list)
    """What could not be used of the others."""


def name_rows(numbers: Sequence[int]) -> Message:
    """One row or several, by their numbers."""
    if len(numbers) == 1:
        return Message("answers-row", number=numbers[0])
    return Message("answers-rows", numbers=list_numbers(numbers))


def list_numbers(numbers: Sequence[int]) -> str | Message:
    """Numbers as in a sentence: 2, 5 and 9–12."""
    parts: list[str] = []
    for _, group in groupby(enumerate(sorted(numbers)), lambda each: each[1] - each[0]):
        run = [number for _, number in group]  # numbers without a gap are as far apart as places
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    *most, last = parts
    return Message("numbers-and", most=Names(most), last=last) if most else last


def shorten(told: Sequence[Any], most: int, more: Any = "…") -> list[Any]:
    """The first so many, and `more` for all others if there are any."""
    return [*told[:most], more] if len(told) > most else [*told]


def hide_people(told: Message) -> Message:
    """The same without people, rows and files, which tell who it is."""
    hidden: Message = change_values(told, _hide)
    return hidden


def _hide(value: Any) -> Any:
    match value:
        case Person():
            return "…"
        case File():
            return Message("answers-file-hidden")
        case Message(id="answers-row" | "answers-rows"):
            return Message("answers-row-hidden")
        case _:
            return value


def score_picks(right: Sequence[str], chosen: Sequence[str]) -> float:
    """Right picks minus wrong picks, divided by the number of right options, never below 0."""
    picks = set(chosen)
    hits = sum(name in picks for name in right)
    return max(0.0, (2 * hits - len(picks)) / len(right)) if right else 0.0


def score_places(right: Sequence[str], given: Sequence[str]) -> float:
    """The share of places that hold what belongs there."""
    hits = sum(mine == theirs for mine, theirs in zip(right, given, strict=False))
    return hits / len(right) if right else 0.0


def choose_attempts(attempts: Sequence[Attempt], keep: str) -> tuple[list[Attempt], list[Message]]:
    """One attempt of each person, unless all are kept, and what is to be told.

    Copies go in any case. `keep` is one of KEEP.
    """
    people: dict[str, list[Attempt]] = {}
    copies: list[Attempt] = []
    for attempt in attempts:
        mine = people.setdefault(attempt.identity, [])
        is_copy = attempt in mine
        (copies if is_copy else mine).append(attempt)
    notices = [_tell_copies(copies)] if copies else []
    if keep != "all":
        notices += _tell_several([mine for mine in people.values() if len(mine) > 1], keep)
    return [each for mine in people.values() for each in _choose(mine, keep)], notices


def _tell_copies(copies: Sequence[Attempt]) -> Message:
    """Whose attempts were given twice."""
    people = [Person(name) for name in dict.fromkeys(each.person for each in copies)]
    shown = Names([*people[:_MOST_NAMED], *["…"][: len(people) > _MOST_NAMED]])
    return Message("answers-given-twice", n=len(copies), people=shown)


def _tell_several(people: Sequence[Sequence[Attempt]], keep: str) -> list[Message]:
    """Who has several attempts, and where they stand."""
    kept = Message(f"answers-keep-{keep}")
    told = []
    for mine in people:
        places = Names(Person(each.source) for each in mine)
        who = {"person": Person(mine[0].person), "n": len(mine), "places": places}
        told.append(Message("answers-several", **who, kept=kept))
    more = Message("answers-several-more", n=len(people) - _MOST_NAMED, kept=kept)
    return shorten(told, _MOST_NAMED, more)


def _choose(mine: list[Attempt], keep: str) -> list[Attempt]:
    if keep == "all" or len(mine) == 1:
        return mine
    if keep == "best":
        return [max(mine, key=lambda each: each.points / (each.total or 1))]
    in_time = sorted(mine, key=lambda each: each.began or 0)
    return [in_time[0] if keep == "first" else in_time[-1]]
