"""The answer before a session: what its undo reaches when it has none of its own."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.cards import Card, Note
from flashcards.reviews.review import Review
from flashcards.study.memories import memory_key
from flashcards.study.session_setup import SessionLog


def find_earlier_answer(log: SessionLog, notes: Sequence[Note]) -> tuple[Review, Card] | None:
    """The newest answer to a card of the notes' courses and language, and the card.

    None if there is none, or if the card is not among the notes any more.
    """
    if not notes:
        return None
    review = log.last_review({note.course for note in notes}, notes[0].lang)
    if review is None:
        return None
    cards = (card for note in notes for card in note.cards)
    found = next((one for one in cards if memory_key(one) == (review.course, review.card)), None)
    return (review, found) if found else None
