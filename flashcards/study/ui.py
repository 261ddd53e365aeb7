"""What a session or an exam and the interface to the learner exchange."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from flashcards.cards import Card
from flashcards.course.model import Resource
from flashcards.questions.question import Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Memory, Rating
from flashcards.reviews.review import MarkName, Review
from flashcards.study.grading import Answer, Verdict
from flashcards.study.learner import LearnerState
from flashcards.study.plan import Left, Today

Action: TypeAlias = (
    Literal["next", "quit", "undo", "suspend", "bury", "flag", "choices", "reveal"]
    | Literal["again", "hard", "good", "easy"]
)
"""What the learner wants other than to answer: `choices` and `reveal` ask the card on, with its
choices or with its answer to be rated; `again` to `easy` rate the answer just given."""
More: TypeAlias = Literal["new", "ahead", "cram"]
"""What a learner may want when today is done: new cards, cards ahead of their day, practice."""
RATINGS: Mapping[Action, Rating] = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}
MARKS: Mapping[Action, MarkName] = {"suspend": "suspended", "bury": "buried", "flag": "flagged"}


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """Where a question stands in its session or exam, and what belongs to its card."""

    done: int
    total: int
    again: bool = False
    """The card was asked in this session before."""
    deck: str = ""
    """The title of the deck, in the language of the cards."""
    left: Left | None = None
    """What is left of today, this question included; None if it is not about today."""
    time_left: int | None = None
    """Milliseconds left in an exam."""
    points: float | None = None
    """What the question is worth in an exam."""
    read_on: tuple[Resource, ...] = ()
    waits: Mapping[Rating, int] = field(default_factory=dict)
    """In how many milliseconds the card comes back after each rating."""
    report: str = ""
    """The address where the card can be reported, if the course has one."""
    flagged: bool = False
    can_undo: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """An answer of a session that was graded and kept, and what follows from it."""

    question: Question
    answer: Answer
    verdict: Verdict
    review: Review
    """What the log keeps."""
    memory: Memory
    again: bool = False
    """Whether the card is asked again in this session; else on its day."""
    ratings: tuple[Rating, ...] = ()
    """Those that it may get, the one that it has before the others."""
    helped: bool = False
    """Whether the choices were looked at for it."""
    kept: bool = True
    """Whether the answer counts for the memory; not while cramming."""

    @property
    def card(self) -> Card:
        return self.question.card

    @property
    def right(self) -> bool:
        return self.review.rating != AGAIN


class UserInterface(Protocol):
    """Shows questions and takes answers. Every method may raise `EOFError`: the learner left.

    Only what the context of a question allows is offered to the learner.
    """

    def show_question(self, question: Question, context: QuestionContext) -> None: ...

    def ask(self, question: Question) -> Answer | Action:
        """Return the answer to the question shown last, or a command instead of one.

        After a command that leaves the question where it is, it is called again.
        """

    def show_feedback(self, feedback: Feedback) -> Action:
        """Return what the learner wants after reading the verdict."""

    def show_notice(self, word: str, card: Card) -> None:
        """Say what was done, or cannot be done, about a card: the text of this name."""

    def show_today(self, learner: LearnerState, today: Today, limit: int | None) -> None:
        """Say what the course is and what today asks for, and wait until the learner begins.

        The session ends after `limit` answers, if there is one.
        """

    def choose_more(self, today: Today, offers: Mapping[More, int]) -> More | None:
        """Say that today is done; return what the learner wants beyond it, None to stop.

        `offers` has how many cards each would ask.
        """

    def offer_more(self, waiting: int) -> bool:
        """Return whether to go on with so many cards when the minutes are used up."""

    def show_summary(
        self, answers: Sequence[Feedback], learner: LearnerState, today: Today | None
    ) -> None:
        """Say how the session went and what is left of today, if it was about that."""
