"""In which order cards are first asked: the easy ones first, some decks of a stage at a time.

Neighbours come from different decks, because telling topics apart is what has to
be learned. A deck is opened when fewer than five are being learned, or when it
is time for it to end with them; a stage is opened when the one before is done.
Within a deck the kinds take turns, each from its easy cards to its hard ones and
otherwise as taught; the first card of every note comes before their sisters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter

from flashcards.cards import Card
from flashcards.course.types import DIFFICULTIES

OPEN_DECKS = 5
HEAD_START = 0.06
"""The share of a deck by which easy cards come before medium ones, and these before hard ones."""
_RANKS = {label: rank for rank, label in enumerate(DIFFICULTIES)}
_Kind = dict[tuple[int, int], list[Card]]
StageRank = Callable[[int], tuple[int, ...]]
"""The stages are learned in the order of this."""


def rank_by_number(stage: int) -> tuple[int, ...]:
    """One stage after the other."""
    return (stage,)


def order_new_cards(
    unseen: Sequence[Card], cards: Sequence[Card], rank: StageRank = rank_by_number
) -> list[Card]:
    """The cards of `unseen` as they will be introduced; `cards` are all, in teaching order."""
    wanted = set(map(id, unseen))
    decks = _group(cards)
    sizes = Counter[str]()
    for (_, name), kinds in decks.items():
        sizes[name] += sum(len(found) for kind in kinds.values() for found in kind.values())
    by_stage: dict[int, list[_Deck]] = {}
    for (stage, name), kinds in decks.items():
        if found := _order_deck(kinds, wanted):
            by_stage.setdefault(stage, []).append(_Deck(found, sizes[name]))
    return [card for stage in sorted(by_stage, key=rank) for card in _mix(by_stage[stage])]


def _group(cards: Sequence[Card]) -> dict[tuple[int, str], dict[str, _Kind]]:
    """The cards by stage and deck, there by kind, and those by difficulty and ordinal."""
    decks: dict[tuple[int, str], dict[str, _Kind]] = {}
    for card in cards:
        note, entry = card.note, card.note.entry
        deck = decks.setdefault((entry.stage or 1, note.deck.deck), {})
        kind = deck.setdefault(entry.kind, {})
        kind.setdefault((_RANKS[entry.difficulty], card.ordinal), []).append(card)
    return decks


def _order_deck(kinds: Mapping[str, _Kind], unseen: Collection[int]) -> list[Card]:
    """The cards of a deck whose Python ids are in `unseen`: each kind at even distances."""
    placed = list[tuple[float, Card]]()
    for groups in kinds.values():
        count, before = sum(map(len, groups.values())), 0.5
        for (rank, _), found in sorted(groups.items()):
            placed += [
                ((before + number) / count + HEAD_START * rank, card)
                for number, card in enumerate(found)
                if id(card) in unseen
            ]
            before += len(found)
    return [card for _, card in sorted(placed, key=itemgetter(0))]


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
        if len(open_) == 1:
            yield from reversed(open_[0].cards)
            return
        others = [deck for deck in open_ if deck is not last]
        last = max(others, key=attrgetter("left"))
        yield last.pop()
        if not last.cards:
            open_.remove(last)


def _count(decks: Sequence[_Deck]) -> int:
    return sum(len(deck.cards) for deck in decks)


def count_until_stage_ends(ordered: Sequence[Card]) -> dict[int, int]:
    """For each stage, how many cards are introduced until its last one is."""
    return {card.note.stage: number for number, card in enumerate(ordered, 1)}
