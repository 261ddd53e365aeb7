"""In which order cards are first asked: stage by stage, a few decks of a stage at a time.

Neighbours come from different decks, because telling topics apart is what has to be
learned. Within a deck the kinds take turns, each from its easy cards to its hard ones and
otherwise as taught; the first card of every note comes before its siblings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from flashcards.cards import Card
from flashcards.course.model import DIFFICULTIES

DECKS = 5
"""About so many decks take turns, then the next of the stage."""
HEAD_START = 0.06
"""The share of a deck by which easy cards come before medium ones, and these before hard ones."""


def order_new_cards(unseen: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """Return `unseen` as they will be introduced; `cards` are all, in teaching order."""
    wanted = set(map(id, unseen))
    decks: dict[int, dict[str, list[Card]]] = defaultdict(lambda: defaultdict(list))
    for card in cards:
        decks[card.note.stage][card.note.deck.deck].append(card)
    ordered = []
    for stage in sorted(decks):
        rounds = max(1, round(len(decks[stage]) / DECKS))
        placed = [
            (place * rounds // len(decks[stage]), share, place, card)
            for place, deck in enumerate(decks[stage].values())
            for share, card in _order_deck(deck)
        ]
        ordered += [card for *_, card in sorted(placed, key=lambda each: each[:3])]
    return [card for card in ordered if id(card) in wanted]


def _order_deck(cards: Sequence[Card]) -> list[tuple[float, Card]]:
    """Return the cards of a deck in order, each with the share of the deck that comes before it."""
    kinds: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        kinds[card.entry.kind].append(card)
    placed = []
    for kind in kinds.values():
        kind.sort(key=lambda card: (DIFFICULTIES.index(card.entry.difficulty), card.ordinal))
        placed += [
            (
                (number + 0.5) / len(kind) + HEAD_START * DIFFICULTIES.index(card.entry.difficulty),
                card,
            )
            for number, card in enumerate(kind)
        ]
    placed.sort(key=lambda each: each[0])
    return [(place / len(placed), card) for place, (_, card) in enumerate(placed)]
