"""Asking without remembering: a log that keeps no answer.

A session writes to it as to the learner's log. What was wrong comes back in a moment,
what was right does not, and no memory changes.
"""

from __future__ import annotations

from collections.abc import Collection

from flashcards.reviews.memory import AGAIN, RELEARNING, REVIEW, Memory, Rating
from flashcards.reviews.review import Mark, Owner, Review
from flashcards.reviews.store import ReviewLog
from flashcards.study.memories import Memories

COMES_BACK_MS = 60_000
_NEVER_ASKED = Memory(REVIEW, None, 0.1, 5.0, 0, 0, 0, 0, 0)


class CramLog:
    """What a session needs of a log; only decisions about cards reach the learner's own."""

    def __init__(self, log: ReviewLog, memories: Memories) -> None:
        self._log = log
        self._memories = memories

    def record(self, review: Review) -> Memory:
        """When the card comes back in this session; nothing is kept."""
        known = self._memories.get((review.course, review.card), _NEVER_ASKED)
        wrong = review.rating == AGAIN
        return known._replace(
            state=RELEARNING if wrong else REVIEW,
            due=review.at + COMES_BACK_MS if wrong else known.due,
            fingerprint=review.fingerprint,
        )

    def preview(self, review: Review) -> dict[Rating, int]:
        """Nothing: no rating changes when a card is due."""
        return {}

    def correct(self, uid: str, review: Review) -> Memory:
        return self.record(review)

    def undo(self, uid: str) -> None:
        """There is nothing to take back."""

    def memory(self, owner: Owner) -> Memory | None:
        return self._memories.get((owner[0], owner[2]))

    def mark(self, *marks: Mark) -> None:
        self._log.mark(*marks)

    def last_review(self, courses: Collection[str], lang: str) -> Review | None:
        """None: what was kept on other days is not this session's to take back."""
        return None
