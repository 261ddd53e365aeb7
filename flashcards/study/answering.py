"""How an answer is judged, and what the log keeps of it."""

from __future__ import annotations

from flashcards.cards import Card
from flashcards.model import Code
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.reviews.review import Review, checksum
from flashcards.study.grading import RIGHT, WRONG, Verdict, grade_answer
from flashcards.study.ui import Answer, Feedback
from flashcards.text.entry_texts import fingerprint_texts

LONGEST_MS = 3_600_000


def judge_answer(asked: Question, answer: Answer) -> Verdict:
    """The verdict; what was revealed is as right as the learner says."""
    if asked.form == "reveal":
        return WRONG if answer.rating == AGAIN else RIGHT
    return grade_answer(asked, answer.given)


def is_overruled(feedback: Feedback, rating: Rating) -> bool:
    """Whether the learner counts as right what was graded otherwise."""
    return rating != AGAIN and not feedback.verdict.right and feedback.answer.rating is None


def make_review(
    asked: Question,
    answer: Answer,
    verdict: Verdict,
    rating: Rating,
    *,
    began: int,
    at: int,
    day: int | None,
    version: str,
) -> Review:
    """What the log keeps of an answer; times are UTC milliseconds, `day` is the learner's if it
    is known."""
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
        duration=min(max(0, at - began), LONGEST_MS),
        version=version,
        day=day,
    )


def make_preview(card: Card, at: int, day: int, version: str) -> Review:
    """A good answer to a card that nobody gave, to ask the log what would follow it."""
    note = card.note
    return Review(
        note.course, card.id, note.lang, "", at, GOOD, 1.0, "reveal", "", 0, version, day=day
    )


def fingerprint_card(card: Card) -> str:
    """The fingerprint of what a card asks and answers, code included."""
    entry = card.entry
    if isinstance(entry, Code):
        return f"{fingerprint_texts(entry)}{checksum(entry.code, entry.prints):08x}"
    return fingerprint_texts(entry)
