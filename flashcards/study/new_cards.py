"""In which order cards are first asked: as they are taught, some decks of a stage at a time.

Neighbours come from different decks, because telling topics apart is what has to
be learned. A deck is opened when fewer than three are being learned, or when it
is time for it to end with them; a stage is opened when the one before is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from flashcards.cards import Card

OPEN_DECKS = 3


def order_new_cards(unseen: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """The cards of `unseen` as they will be introduced; `cards` are all, in teaching order."""
    by_stage: dict[int, dict[str, list[Card]]] = {}
    for card in unseen:
        by_stage.setdefault(card.note.stage, {}).setdefault(card.note.deck.deck, []).append(card)
    sizes = Counter(card.note.deck.deck for card in cards)
    return [
        card
        for stage in sorted(by_stage)
        for card in _mix([_Deck(found, sizes[name]) for name, found in by_stage[stage].items()])
    ]


class _Deck:
    """The unseen cards of one deck in one stage."""

    def __init__(self, cards: list[Card], size: int) -> None:
        self.cards = cards[::-1]
        self.size = size
        self.left = len(cards) / size
        """The share that is unseen."""

    def pop(self) -> Card:
        self.left -= 1 / self.size
        return self.cards.pop()


def _mix(closed: list[_Deck]) -> Iterator[Card]:
    """One card after the other, from the open deck that is furthest behind, never twice running."""
    last, open_ = None, list[_Deck]()
    while open_ or closed:
        while closed and (len(open_) < OPEN_DECKS or _count(open_) <= _count(closed)):
            open_.append(closed.pop(0))
        others = [deck for deck in open_ if deck is not last] or open_
        last = max(others, key=_share_left)
        yield last.pop()
        if not last.cards:
            open_.remove(last)


def _share_left(deck: _Deck) -> float:
    return deck.left


def _count(decks: Sequence[_Deck]) -> int:
    return sum(len(deck.cards) for deck in decks)


def count_until_stage_ends(ordered: Sequence[Card]) -> dict[int, int]:
    """For each stage, how many cards are introduced until its last one is."""
    counts: dict[int, int] = {}
    for number, card in enumerate(ordered, 1):
        counts[card.note.stage] = number
    return counts
