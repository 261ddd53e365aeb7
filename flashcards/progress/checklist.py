"""The concept checklist, ticked by what the learner's memory really holds (pure).

A concept is ticked when every card about it has been seen, their mean recall
today is at least 90 % and none is below 70 %; it is half-ticked on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flashcards.cards import Card
from flashcards.model import Concept
from flashcards.reviews.memory import recall
from flashcards.selection import about
from flashcards.study.plan import Memories, owner

MEAN_RECALL = 0.9
LEAST_RECALL = 0.7

Tick: TypeAlias = Literal["known", "begun", "new"]


@dataclass(frozen=True, slots=True)
class Item:
    """One concept of the checklist and how well it is known."""

    key: str
    title: str
    stage: int
    tick: Tick
    cards: int
    seen: int
    recall: float | None
    """Mean over the cards seen."""


def checklist(cards: Sequence[Card], memories: Memories, now: int) -> list[Item]:
    """All concepts of the cards, in teaching order."""
    of_concept: dict[str, list[Card]] = {}
    for card in cards:
        for concept in about(card.note):
            of_concept.setdefault(concept, []).append(card)
    return [
        _item(card.note.stage, card.entry, of_concept[card.entry.key], memories, now)
        for card in cards
        if isinstance(card.entry, Concept)
    ]


def _item(
    stage: int, concept: Concept, cards: Sequence[Card], memories: Memories, now: int
) -> Item:
    seen = [memories[owner(card)] for card in cards if owner(card) in memories]
    recalls = [recall(memory, now) for memory in seen]
    mean = sum(recalls) / len(recalls) if recalls else None
    known = (
        len(seen) == len(cards)
        and mean is not None
        and mean >= MEAN_RECALL
        and min(recalls) >= LEAST_RECALL
    )
    tick: Tick = "known" if known else "begun" if seen else "new"
    return Item(concept.key, concept.concept, stage, tick, len(cards), len(seen), mean)
