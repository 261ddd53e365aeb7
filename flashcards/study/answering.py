"""In which form a card is asked, how its answer is judged, and what the log keeps of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flashcards import __version__
from flashcards.cards import Card
from flashcards.course.model import Code
from flashcards.course.texts import fingerprint_texts
from flashcards.questions import Form, Question
from flashcards.reviews.memory import AGAIN, RELEARNING, REVIEW, Memory, Rating
from flashcards.reviews.review import Owner, Review, checksum, new_uid
from flashcards.study.grading import RIGHT, WRONG, Verdict, grade_answer
from flashcards.study.standing import Memories
from flashcards.study.ui import Answer, SessionAnswer, Waits

HARDENS_AT = 7.0
"""Days of stability from which a card is typed or recalled, not chosen."""
MAX_TYPED, MAX_LINES = 80, 3
"""Characters and lines of output that somebody would type."""
MAX_DURATION_MS = 3_600_000
"""An answer that took longer is kept as this long."""
CRAMMED_AGAIN_MS = 60_000
"""When a card that was wrong comes back while cramming."""


def choose_form(
    card: Card, possible: Sequence[Form], stability: float, wished: Form | None = None
) -> Form:
    """Return the form in which a card is asked: the one that is wished for, if it has that.

    Else it is chosen while the memory (stability in days) is young, then typed or recalled;
    long output is never typed.
    """
    if wished and wished in possible:
        return wished
    harder = [form for form in possible if form != "single"]
    if not harder or "single" not in possible:
        return possible[0]
    is_long = isinstance(card.entry, Code) and is_long_output(card.entry.prints)
    return "single" if stability < HARDENS_AT or is_long else harder[0]


def is_long_output(output: str) -> bool:
    """Return whether nobody would type it."""
    return len(output) > MAX_TYPED or len(output.strip().splitlines()) > MAX_LINES


def judge_answer(asked: Question, answer: Answer) -> Verdict:
    """Return the verdict; what was revealed is as right as the learner says."""
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
    """Return what the log keeps of an answer; times are milliseconds, `day` is the learner's."""
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
        duration=min(max(0, duration), MAX_DURATION_MS),
        version=__version__,
        day=day,
    )


def make_correction(last: SessionAnswer, rating: Rating) -> Review:
    """Return the review that takes the place of an answer's, because the learner says so."""
    asked, answer = last.feedback.question, last.feedback.answer
    overruled = rating != AGAIN and not last.feedback.verdict.right and answer.rating is None
    score = 1.0 if overruled else judge_answer(asked, replace(answer, rating=rating)).score
    return replace(last.review, rating=rating, overruled=overruled, score=score, uid=new_uid())


def fingerprint_card(card: Card) -> str:
    """Return the fingerprint of what a card asks and answers, code included."""
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
        never_asked = Memory(REVIEW, None, 0.1, 5.0, 0, 0, 0, 0, 0)
        known = self._memories.get((review.course, review.card), never_asked)
        if review.rating != AGAIN:
            return known._replace(state=REVIEW)
        return known._replace(state=RELEARNING, due=review.at + CRAMMED_AGAIN_MS)

    def correct(self, uid: str, review: Review) -> Memory:
        return self.record(review)

    def undo(self, uid: str) -> None:
        """Do nothing: there is nothing to take back."""

    def undo_after(self, owner: Owner, at: int) -> None:
        """Do nothing, too."""

    def preview(self, owner: Owner, at: int, day: int | None) -> Waits:
        return {}

    def memory(self, owner: Owner) -> Memory | None:
        return self._memories.get((owner[0], owner[2]))
