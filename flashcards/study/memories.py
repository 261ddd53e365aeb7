"""Cards and what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from flashcards.cards import Card, Note
from flashcards.reviews.memory import Memory, is_earned
from flashcards.reviews.store import ReviewLog

Memories = Mapping[tuple[str, str], Memory]
"""By course and card id."""


def memory_key(card: Card) -> tuple[str, str]:
    """Course and card id: what memories are found by."""
    return card.note.course, card.id


def load_memories(log: ReviewLog, notes: Sequence[Note]) -> dict[tuple[str, str], Memory]:
    """What the log holds of the courses and the language of the notes, other cards included."""
    return log.memories({note.course for note in notes}, notes[0].lang)


class CardCounts(NamedTuple):
    """How many cards there are, how many were ever asked, how many are earned."""

    cards: int
    seen: int
    earned: int


def count_cards(cards: Iterable[Card], memories: Memories, now: int) -> CardCounts:
    """Where the learner stands with some cards at `now` (UTC milliseconds)."""
    found = [memories.get(memory_key(card)) for card in cards]
    seen = [memory for memory in found if memory is not None]
    return CardCounts(len(found), len(seen), sum(is_earned(memory, now) for memory in seen))
