"""What a session or an exam and the interface to the learner exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeAlias

from flashcards.cards import Card
from flashcards.course.model import Resource
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Memory, Rating
from flashcards.reviews.review import MarkName, Review
from flashcards.study.grading import Answer, Verdict
from flashcards.study.plan import Today
from flashcards.study.standing import CardCounts, measure_times

Action: TypeAlias = (
    Literal["next", "quit", "undo", "suspend", "bury", "flag", "hand_in"]
    | Literal["overrule", "again", "hard", "good", "easy"]
)
"""What the learner wants other than to answer: `again` to `easy` rate the answer before."""
Waits: TypeAlias = Mapping[Rating, int]
"""In how many milliseconds a card comes back after each rating."""
RATINGS: Mapping[Action, Rating] = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}
MARKS: Mapping[Action, MarkName] = {"suspend": "suspended", "bury": "buried", "flag": "flagged"}
Turn: TypeAlias = Literal["later", "session", "next session", "rests"]
"""When a card comes back: on its day, in this session, in the next one because this one
ends with the answer, or tomorrow because it was often wrong."""


class Left(NamedTuple):
    """Cards of a session that were not asked, or not to the end of their short steps."""

    due: int = 0
    new: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """Where a question stands in its session or exam, and what belongs to its card."""

    done: int
    total: int
    again: bool = False
    """The card comes back because it was wrong before."""
    changed: bool = False
    """The text was changed since it was last asked."""
    deck: str = ""
    """The title of the deck, in the language of the cards."""
    left: Left | None = None
    """What is left of today, this question included; None if it is not about today."""
    time_left: int | None = None
    """Milliseconds left in an exam."""
    points: float | None = None
    """What the question is worth in an exam."""
    read_on: tuple[Resource, ...] = ()
    find_waits: Callable[[], Waits] = dict
    """When the card would come back after each rating, computed when it is called."""
    report: str = ""
    """The address where the card can be reported, if the course has one."""
    flagged: bool = False
    can_undo: bool = False
    can_overrule: bool = False
    """Whether the answer before can be counted as right."""
    given: tuple[str, ...] | None = None
    """What was answered before, in an exam, and holds until there is another answer."""


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
    read_on: tuple[Resource, ...] = ()
    waits: Waits = field(default_factory=dict)
    """When the card comes back if the learner rates the answer otherwise."""
    leech: int = 0
    """How often the card was forgotten, if it is time to say that it is a leech."""
    kept: bool = True
    """Whether the answer counts for the memory; not while cramming."""
    comes: Turn = "later"
    """When the card is asked again."""


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

    @property
    def time(self) -> tuple[int, int]:
        """When it was given, and how long it took, in milliseconds."""
        return self.review.at, self.review.duration


class Decision(NamedTuple):
    """What the learner decided about a card, and what holds now."""

    card: Card
    name: MarkName
    on: bool


class Welcome(NamedTuple):
    """What the first page says about the course."""

    title: str
    cards: int
    """How many were chosen."""
    all_cards: int
    placement: str = ""
    """The quiz that says where to begin, if there is one."""
    questions: int = 0
    """How many it asks."""
    limit: float | None = None
    """Minutes that it takes at most."""
    reading: int | None = None
    """The stage that comes first, if there is something to read for it."""
    is_new: bool = True
    """Whether this is the first time."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """How a session went."""

    answers: Sequence[SessionAnswer]
    days: int
    """Days in a row with an answer."""
    left: Left | None
    """What is left of today, if it was about today."""
    counts: CardCounts
    """Of the cards that it was about."""
    due_tomorrow: int
    resting: int = 0
    """Cards that were wrong so often that they rest until tomorrow."""
    waiting: int = 0
    """Due cards that do not fit into today."""
    finished: Sequence[int] = ()
    """Stages of which the last card was now seen."""

    @property
    def right(self) -> int:
        return sum(answer.right for answer in self.answers)

    @property
    def duration(self) -> int:
        """Milliseconds with questions and their feedback: what was left open counts little."""
        return sum(measure_times([answer.time for answer in reversed(self.answers)]))


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

    def show_correction(self, feedback: Feedback) -> None:
        """Say that the last answer now counts otherwise."""

    def show_final(self) -> None:
        """Say that the answer was synced with Anki and can no longer be changed."""

    def show_undo(self, card: Card) -> None:
        """Say that the answer to a card was taken back."""

    def show_decision(self, decision: Decision) -> None:
        """Say that a card was suspended, buried or flagged, or that its flag is off."""

    def show_cram(self, cards: int) -> None:
        """Say, before the first question, that nothing will be kept."""

    def show_welcome(self, welcome: Welcome) -> None:
        """Say what this is, before what today asks for."""

    def show_today(self, today: Today) -> None:
        """Say what today asks for, before the first question."""

    def show_nothing_due(self, today: Today, now: int) -> None:
        """Say that today is done and when a card is due; `now` is in UTC milliseconds."""

    def offer_more(self, waiting: int) -> bool:
        """Return whether to go on with so many cards when the minutes are used up."""

    def offer_stop(self) -> bool:
        """Return whether to stop an exam that is not finished."""

    def offer_hand_in(self, unknown: int) -> Action:
        """Return whether to hand in an exam in which so many questions have no answer.

        `undo` goes back instead.
        """

    def show_summary(self, summary: SessionSummary) -> None:
        """Say how the session went."""
