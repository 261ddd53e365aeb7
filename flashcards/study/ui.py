"""What a session or an exam and the interface to the learner exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from flashcards.cards import Card
from flashcards.course.model import Resource
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Memory, Rating
from flashcards.reviews.review import MarkName, Review
from flashcards.study.grading import Verdict
from flashcards.study.standing import CardCounts, measure_times

if TYPE_CHECKING:
    from flashcards.study.today import Today

Action: TypeAlias = (
    Literal["next", "quit", "undo", "suspend", "bury", "flag", "time_up", "hand_in"]
    | Literal["overrule", "again", "hard", "good", "easy"]
)
"""What the learner wants other than to answer: `again` to `easy` rate the answer before.

`time_up` is said by the interface itself when the time of an exam is over; `hand_in` ends one.
"""
Waits: TypeAlias = Mapping[Rating, int]
"""In how many milliseconds a card comes back after each rating."""
RATINGS: Mapping[Action, Rating] = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}
MARKS: Mapping[Action, MarkName] = {"suspend": "suspended", "bury": "buried", "flag": "flagged"}


class Left(NamedTuple):
    """Cards of a session that were not asked, or not to the end of their short steps."""

    due: int = 0
    new: int = 0
    steps: int = 0


Turn: TypeAlias = Literal["later", "session", "next session", "rests"]
"""When a card comes back: on its day, in this session, in the next one because this one
ends with the answer, or tomorrow because it was often wrong."""
Refusal: TypeAlias = Literal[
    "no_answer_yet",
    "was_right",
    "was_unknown",
    "was_put_away",
    "nothing_to_undo",
    "answer_is_final",
]
"""Why the last answer cannot count otherwise: there is none yet, it was right already, it was
empty, or its card was suspended or buried since. Or why nothing is taken back: there is
nothing, or the answer was synced with Anki and can no longer be changed."""


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """Where a question stands in its session or exam, and what belongs to its card."""

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
    can_undo: bool = True
    """Whether there is something to take back."""
    can_overrule: bool = False
    """Whether the answer before can be counted as right."""
    given: tuple[str, ...] | None = None
    """What was answered before, in an exam, and holds until there is another answer."""
    share: float | None = None
    """How much of the session is done, at most 1; None if `done` and `total` tell."""


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
    """Of the course."""
    cards: int
    minutes: int
    """What today costs."""
    placement: str
    """The quiz that says where to begin, if there is one."""
    questions: int = 0
    """How many it asks."""
    limit: float | None = None
    """Minutes that it takes at most."""
    reading: int | None = None
    """The stage that comes first, if there is something to read for it."""
    all_cards: int = 0
    """Of the course, where `cards` are those that were chosen."""
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
    newly_earned: int
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
    """Shows questions and takes answers. Every method may raise `EOFError`: the learner left."""

    def show_question(self, question: Question, context: QuestionContext) -> None: ...

    def ask(self, question: Question) -> Answer | Action:
        """The answer to the question shown last, or a command instead of one.

        After a command that leaves the question where it is, it is called again.
        """

    def show_feedback(self, feedback: Feedback) -> Action:
        """What the learner wants after reading the verdict."""

    def show_correction(self, feedback: Feedback) -> None:
        """Says that the last answer now counts otherwise."""

    def show_refusal(self, why: Refusal, card: Card | None = None) -> None:
        """Says why an answer, which was to this card, cannot be changed."""

    def show_undo(self, card: Card) -> None:
        """Says that the answer to a card was taken back."""

    def show_decision(self, decision: Decision) -> None:
        """Says that a card was suspended, buried or flagged, or that its flag is off."""

    def show_cram(self, cards: int) -> None:
        """Says, before the first question, that nothing will be kept."""

    def show_welcome(self, welcome: Welcome) -> None:
        """Says what this is, before what today asks for."""

    def show_today(self, today: Today) -> None:
        """Says what today asks for, before the first question."""

    def show_nothing_due(self, today: Today, now: int) -> None:
        """Says that today is done and when a card is due; `now` is in UTC milliseconds."""

    def offer_more(self, waiting: int) -> bool:
        """Whether to go on with so many cards when the minutes of the day are used up."""

    def offer_stop(self) -> bool:
        """Whether to stop an exam that is not finished."""

    def offer_hand_in(self, unknown: int) -> Action:
        """Whether to hand in after the last answer, when so many questions have none.

        `undo` goes back instead.
        """

    def show_summary(self, summary: SessionSummary) -> None:
        """How the session went."""
