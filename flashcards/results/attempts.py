"""Who was asked what, and what they answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Answer(NamedTuple):
    """One person's answer to one question."""

    score: float | None
    """From 0 to 1; None if it waits for a person to grade it."""
    of: float
    """Points that the question is worth."""
    picks: tuple[str, ...] = ()
    """Names of options in the order given, or what was typed."""
    seconds: float | None = None


class AskedQuestion(NamedTuple):
    """A question as the class met it."""

    id: str
    form: str
    points: float
    right: tuple[str, ...] = ()
    """Names of the right options, or accepted answers."""
    options: tuple[str, ...] = ()


@dataclass
class Attempt:
    """What one person did at one time."""

    person: str
    identity: str
    """The same for all attempts of one person."""
    answers: dict[str, Answer]
    """By the id of the question."""
    unreadable: dict[str, float] = field(default_factory=dict)
    """Points of the questions whose cells are no answer: they are left out of the score."""
    number: str = ""
    """Of the student, if the table has it."""
    seconds: float | None = None
    began: float = 0
    finished: bool = True
    source: str = field(default="", compare=False)
    """The file, and the row if it has several people."""

    @property
    def points(self) -> float:
        return sum(each.of * each.score for each in self.answers.values() if each.score is not None)

    @property
    def total(self) -> float:
        """Points of all that was graded."""
        return sum(each.of for each in self.answers.values() if each.score is not None)

    @property
    def worth(self) -> float:
        """Points of all that was asked."""
        return sum(each.of for each in self.answers.values()) + sum(self.unreadable.values())


@dataclass
class Collected:
    """The attempts of one exam, and its questions."""

    attempts: list[Attempt] = field(default_factory=list)
    questions: dict[str, AskedQuestion] = field(default_factory=dict)
    exam: str = ""
    title: str = ""
    pass_mark: float | None = None
    """In percent."""
    notices: list[str] = field(default_factory=list)
    """Files, rows and cells that could not be used, and what else is to be known."""
