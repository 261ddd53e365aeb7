"""Answers for tests, of a log or of a line."""

from flashcards.reviews.review import Review

DAY_MS = 86_400_000
START = 1_700_000_000_000


def make_answer(card="a#0", rating=3, at=START, **more) -> Review:
    """An answer with usual values but for those that are given."""
    usual = {
        "course": "c", "lang": "en", "score": 1.0, "form": "single",
        "answer": "x", "duration": 900,
    }  # fmt: skip
    return Review(card=card, rating=rating, at=at, **{**usual, **more})


def get_right_answer(question) -> tuple[str, ...]:
    """What is right, as an interface would give it."""
    fitting = tuple(fits for _, _, fits in question.things)
    return question.sequence or fitting or question.accepted[:1] or question.right_names
