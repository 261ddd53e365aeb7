"""The last answer of a session, counted otherwise because the learner says so."""

from __future__ import annotations

from dataclasses import replace

from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.reviews.review import Review, new_uid
from flashcards.study.answering import is_overruled, judge_answer
from flashcards.study.ui import RATINGS, Action, Refusal, SessionAnswer


def find_rating(action: Action) -> Rating:
    """What an action makes of the last answer."""
    return RATINGS.get(action, GOOD)


def find_refusal(last: SessionAnswer, action: Action, put_away: bool) -> Refusal | None:
    """Why an answer cannot count otherwise; None if it can.

    `put_away` says whether its card was suspended or buried since.
    """
    if put_away:
        return "was_put_away"
    if action == "overrule" and last.feedback.rating != AGAIN:
        return "was_right"
    feedback = last.feedback
    if find_rating(action) != AGAIN and feedback.verdict.unknown and not feedback.answer.rating:
        return "was_unknown"
    return None


def make_correction(last: SessionAnswer, rating: Rating) -> Review:
    """The review that takes the place of that of an answer."""
    feedback = last.feedback
    overruled = is_overruled(feedback, rating)
    verdict = judge_answer(feedback.question, replace(feedback.answer, rating=rating))
    score = 1.0 if overruled else verdict.score
    return replace(last.review, rating=rating, overruled=overruled, score=score, uid=new_uid())
