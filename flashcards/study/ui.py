"""What a session and whoever talks to the learner say to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from flashcards.cards import Card
from flashcards.model import Resource
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Memory, Rating
from flashcards.reviews.review import Review
from flashcards.study.grading import Verdict

Wish: TypeAlias = Literal["next", "quit", "undo", "overrule", "again", "hard", "good", "easy"]
RATINGS: Mapping[Wish, Rating] = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the learner is in the sitting."""

    done: int
    total: int
    streak: int
    """Right answers in a row."""
    again: bool = False
    """The card comes back because it was wrong before."""
    changed: bool = False
    """The text was changed since it was last asked."""
    deck: str = ""
    """The title of the deck, in the language of the cards."""
    left: int | None = None
    """Milliseconds left in an exam."""
    points: float | None = None
    """What the question is worth in an exam."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the learner answered: names of options or one typed text; perhaps a rating."""

    answer: tuple[str, ...]
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that feedback is made of."""

    question: Question
    reply: Reply
    verdict: Verdict
    rating: Rating
    memory: Memory
    now: int
    overruled: bool = False
    read_on: tuple[Resource, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer of this sitting, for undo and for the summary."""

    review: Review
    told: Told

    @property
    def card(self) -> Card:
        return self.told.question.card

    @property
    def right(self) -> bool:
        return self.told.rating != AGAIN


class Ask(Protocol):
    """Whoever talks to the learner. `EOFError` means that they left."""

    def show(self, question: Question, place: Place) -> None: ...

    def answer(self, question: Question) -> Reply | Wish: ...

    def feedback(self, told: Told) -> Wish:
        """Tells the verdict; what the learner wishes next."""

    def corrected(self, told: Told) -> None:
        """Tells that the last answer now counts otherwise."""

    def undone(self, card: Card | None) -> None:
        """Tells that an answer was taken back, or that there is none."""
