"""Which concepts a learner knows: ticks that are earned by right answers, and kept for a while.

A concept is known when nine tenths of the cards about it are earned, wherever in the course
they stand; of five to nine all but one, of fewer all. It is lost again below eight tenths.
Whether it was known is a mark of its own card in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flashcards.cards import Card
from flashcards.model import Concept
from flashcards.reviews.store import ReviewLog
from flashcards.selection import list_concepts
from flashcards.study.marks import make_mark
from flashcards.study.standing import CardCounts, Standing

FEW = 5
"""Of fewer cards none may be missing."""
KEPT = 0.8


class ConceptCount(NamedTuple):
    """A concept, named by its own card, and where the learner stands with it."""

    card: Card
    cards: Sequence[Card]
    """All that are about it."""
    counts: CardCounts
    is_known: bool


def count_concepts(standing: Standing) -> list[ConceptCount]:
    """The concepts among the chosen cards, in teaching order.

    What is about a concept counts, chosen or not.
    """
    about: dict[str, list[Card]] = {}
    for note in standing.notes:
        for concept in list_concepts(note):
            about.setdefault(concept, []).extend(note.cards)
    own = [card for card in standing.cards if isinstance(card.entry, Concept)]
    return [_count_concept(standing, card, about[card.entry.key]) for card in own]


def keep_ticks(standing: Standing, log: ReviewLog) -> None:
    """Writes to the log which concepts became known, and which were lost."""
    changed = [
        make_mark(each.card, "known", int(each.is_known), standing.now)
        for each in count_concepts(replace(standing, cards=standing.every_card))
        if each.is_known != bool(standing.find_marks(each.card).known)
    ]
    if changed:
        log.mark(*changed)


def is_known(counts: CardCounts, was_known: bool) -> bool:
    """Whether so many earned cards make a concept known, or keep it so."""
    if was_known and counts.earned >= KEPT * counts.cards:
        return True
    missing = max(counts.cards // 10, int(counts.cards >= FEW))
    return counts.cards - counts.earned <= missing


def _count_concept(standing: Standing, card: Card, cards: Sequence[Card]) -> ConceptCount:
    counts = standing.count_cards(cards)
    known = is_known(counts, bool(standing.find_marks(card).known))
    return ConceptCount(card, cards, counts, known)
