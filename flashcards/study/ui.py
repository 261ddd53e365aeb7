"""What a session or an exam and the interface to the learner exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from flashcards.cards import Card
from flashcards.model import Resource
from flashcards.questions import Question
from flashcards.reviews.marks import MarkName
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Memory, Rating
from flashcards.reviews.review import Review
from flashcards.study.grading import Verdict

if TYPE_CHECKING:
    from flashcards.study.memories import CardCounts
    from flashcards.study.today import Today

Action: TypeAlias = Literal[
    "next", "quit", "undo", "suspend", "bury", "flag", "overrule", "again", "hard", "good", "easy"
]
"""What the learner wants other than to answer; the last four rate the answer before."""
RATINGS: Mapping[Action, Rating] = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}


class CommandEntered(Exception):
    """The learner entered a command where an answer was asked for."""

    def __init__(self, action: Action) -> None:
        self.action: Action = action


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """Where a question stands in its session or exam: what its head line shows."""

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
class Answer:
    """What the learner answered: names of options or one typed text; perhaps a rating."""

    given: tuple[str, ...]
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Feedback:
    """Everything that is shown after an answer was graded and kept."""

    question: Question
    answer: Answer
    verdict: Verdict
    rating: Rating
    memory: Memory
    now: int
    """UTC milliseconds."""
    overruled: bool = False
    read_on: tuple[Resource, ...] = ()
    leech: int = 0
    """How often the card was forgotten, if it is time to say that it is a leech."""
    kept: bool = True
    """Whether the answer counts for the memory; not while cramming."""


@dataclass(frozen=True, slots=True)
class SessionAnswer:
    """One answer of this session, for undo and for the summary."""

    review: Review
    feedback: Feedback

    @property
    def card(self) -> Card:
        return self.feedback.question.card

    @property
    def right(self) -> bool:
        return self.feedback.rating != AGAIN


class Decision(NamedTuple):
    """What the learner decided about a card, and what holds now."""

    card: Card
    name: MarkName
    on: bool
    queued: bool
    """Whether the card would have been asked again in the session."""


class Left(NamedTuple):
    """Cards of a session that were not asked, or not to the end of their short steps."""

    due: int = 0
    new: int = 0
    steps: int = 0


class UserInterface(Protocol):
    """Shows questions and takes answers. Every method may raise `EOFError`: the learner left."""

    def show_question(self, question: Question, context: QuestionContext) -> None: ...

    def ask(self, question: Question) -> Answer | Action:
        """The answer to the question shown last, or a command instead of one."""

    def show_feedback(self, feedback: Feedback) -> Action:
        """What the learner wants after reading the verdict."""

    def show_correction(self, feedback: Feedback) -> None:
        """Says that the last answer now counts otherwise."""

    def show_undo(self, card: Card | None) -> None:
        """Says that the answer to a card was taken back, or that there is none to take back."""

    def show_final(self, lang: str) -> None:
        """Says that the answer was synced with Anki and can no longer be changed."""

    def show_decision(self, decision: Decision) -> None:
        """Says that a card was suspended, buried or flagged, or that its flag is off."""

    def show_cram(self, lang: str, cards: int) -> None:
        """Says, before the first question, that nothing will be kept."""

    def show_today(self, lang: str, today: Today) -> None:
        """Says what today asks for, before the first question."""

    def offer_ahead(self, lang: str, today: Today, now: int) -> bool:
        """Whether to study ahead, asked when today is done; `now` in UTC milliseconds."""

    def show_summary(
        self,
        lang: str,
        answers: Sequence[SessionAnswer],
        days: int,
        left: Left | None,
        counts: CardCounts,
    ) -> None:
        """How the session went; days in a row, what is left of today, if it was about today,
        and how many of the cards it was about are earned."""
