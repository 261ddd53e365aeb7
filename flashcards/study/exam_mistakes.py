"""The mistakes of an exam as answers in the log: their cards come back in the plan."""

from __future__ import annotations

from flashcards import __version__
from flashcards.reviews.memory import AGAIN
from flashcards.reviews.store import ReviewLog
from flashcards.study.answering import make_review
from flashcards.study.exam import Exam
from flashcards.study.ui import Answer


def record_mistakes(exam: Exam, log: ReviewLog, now: int) -> int:
    """How many wrong answers of an exam were kept in the log, as given at `now` (UTC ms).

    Raises LogError if they cannot be kept.
    """
    wrong = [each for each in exam.answered if not each.verdict.right]
    for each in wrong:
        review = make_review(
            each.drawn.question, Answer(each.answer), each.verdict, AGAIN,
            began=now - each.duration, at=now, day=None, version=__version__,
        )  # fmt: skip
        log.record(review)
    return len(wrong)
