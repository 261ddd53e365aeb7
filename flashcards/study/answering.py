"""In which form a card is asked, how its answer is judged, and what the log keeps of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from flashcards import __version__
from flashcards.cards import Card
from flashcards.course.model import Code
from flashcards.course.texts import fingerprint_texts
from flashcards.questions import Form, Question
from flashcards.reviews.memory import AGAIN, RELEARNING, REVIEW, Memory, Rating
from flashcards.reviews.review import Owner, Review, checksum, new_uid
from flashcards.study.grading import RIGHT, WRONG, Verdict, grade_answer
from flashcards.study.ui import Answer, SessionAnswer, Waits

if TYPE_CHECKING:
    from flashcards.study.standing import Memories

HARDENS_AT = 7.0
"""Days of stability from which a card is typed or recalled, not chosen."""
LONGEST_TYPED, MOST_LINES = 80, 3
"""Letters and lines of output that somebody would type."""
CRAMMED_AGAIN_MS = 60_000
"""When a card that was wrong comes back while cramming."""
_NEVER_ASKED = Memory(REVIEW, None, 0.1, 5.0, 0, 0, 0, 0, 0)
LONGEST_MS = 3_600_000
"""An answer that took longer is kept as this long."""


def choose_form(card: Card, possible: Sequence[Form], stability: float) -> Form:
    """Options while the memory (stability in days) is young, then typing or recalling.

    Long output is never typed.
    """
    harder = [form for form in possible if form != "single"]
    if not harder or "single" not in possible:
        return possible[0]
    if stability < HARDENS_AT or (
        isinstance(card.entry, Code) and is_long_output(card.entry.prints)
    ):
        return "single"
    return harder[0]


def is_long_output(output: str) -> bool:
    """Whether nobody would type it."""
    return len(output) > LONGEST_TYPED or len(output.strip().splitlines()) > MOST_LINES


def judge_answer(asked: Question, answer: Answer) -> Verdict:
    """The verdict; what was revealed is as right as the learner says."""
    if asked.form == "reveal":
        return WRONG if answer.rating == AGAIN else RIGHT
    return grade_answer(asked, answer.given)


def make_review(
    asked: Question,
    answer: Answer,
    verdict: Verdict,
    rating: Rating,
    *,
    duration: int,
    at: int,
    day: int | None = None,
) -> Review:
    """What the log keeps of an answer; times are milliseconds, `day` is the learner's if known."""
    note = asked.card.note
    return Review(
        course=note.course,
        card=asked.id,
        lang=note.lang,
        fingerprint=fingerprint_card(asked.card),
        at=at,
        rating=rating,
        score=verdict.score,
        form=asked.form,
        answer=" ".join(answer.given) if asked.options else "".join(answer.given),
        duration=min(max(0, duration), LONGEST_MS),
        version=__version__,
        day=day,
    )


def make_correction(last: SessionAnswer, rating: Rating) -> Review:
    """The review that takes the place of that of an answer, because the learner says so."""
    asked, answer = last.feedback.question, last.feedback.answer
    overruled = rating != AGAIN and not last.feedback.verdict.right and answer.rating is None
    score = 1.0 if overruled else judge_answer(asked, replace(answer, rating=rating)).score
    return replace(last.review, rating=rating, overruled=overruled, score=score, uid=new_uid())


def fingerprint_card(card: Card) -> str:
    """The fingerprint of what a card asks and answers, code included."""
    entry = card.entry
    if isinstance(entry, Code):
        return f"{fingerprint_texts(entry)}{checksum(entry.program, entry.prints):08x}"
    return fingerprint_texts(entry)


class CramLog:
    """A log that keeps no answer: what was wrong comes back in a moment, what was right does not.

    A session writes to it as to the learner's own, and no memory changes.
    """

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    def record(self, review: Review) -> Memory:
        """When the card comes back in this session; nothing is kept."""
        known = self._memories.get((review.course, review.card), _NEVER_ASKED)
        wrong = review.rating == AGAIN
        return known._replace(
            state=RELEARNING if wrong else REVIEW,
            due=review.at + CRAMMED_AGAIN_MS if wrong else known.due,
            fingerprint=review.fingerprint,
        )

    def preview(self, owner: Owner, at: int, day: int | None) -> Waits:
        """Nothing: no rating changes when a card is due."""
        return {}

    def correct(self, uid: str, review: Review) -> Memory:
        return self.record(review)

    def undo(self, uid: str) -> None:
        """There is nothing to take back."""

    def memory(self, owner: Owner) -> Memory | None:
        return self._memories.get((owner[0], owner[2]))
