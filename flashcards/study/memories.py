"""Cards and what is remembered of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flashcards.cards import Card, Note
from flashcards.reviews.memory import Memory
from flashcards.reviews.store import ReviewLog

Memories = Mapping[tuple[str, str], Memory]
"""By course and card id."""


def memory_key(card: Card) -> tuple[str, str]:
    """Course and card id: what memories are found by."""
    return card.note.course, card.id


def load_memories(log: ReviewLog, notes: Sequence[Note]) -> dict[tuple[str, str], Memory]:
    """What the log holds of the courses and the language of the notes, other cards included."""
    return log.memories({note.course for note in notes}, notes[0].lang)
