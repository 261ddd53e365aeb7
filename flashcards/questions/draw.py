"""Which cards a quiz asks, block by block.

The same quiz, cards and seed give the same draw. Where a block asks for a number
of cards, those that can be graded without a person come first, as in the
terminal's exam; a block without a number takes everything it selects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flashcards.cards import Card, Note
from flashcards.model import Pick, Quiz, Selection
from flashcards.questions import Neighbours, forms
from flashcards.selection import TooFewCards, blocks, left_by, matching, sample

GRADED_BY_A_PERSON = ("reveal", "points")
EVERYTHING = Selection()


@dataclass(frozen=True)
class Block:
    """One block of a quiz: what it asks for, and the cards that it gets."""

    pick: Pick
    found: int
    """Questions that it could take: at most one of each note if it wants a number of them."""
    cards: tuple[Card, ...]
    why: str = ""
    """If it is short: what each filter left."""

    @property
    def asks(self) -> int:
        """How many questions it wants."""
        return self.found if self.pick.count is None else self.pick.count

    @property
    def is_short(self) -> bool:
        return not self.cards or len(self.cards) < self.asks

    @property
    def lack(self) -> str:
        """What a block that is short has, and why it has no more."""
        return f"{self if self.asks else f'{self._title}: no cards'} ({self.why})"

    def __str__(self) -> str:
        return f"{self._title}: {len(self.cards)} of {self.asks} questions"

    @property
    def _title(self) -> str:
        return self.pick.title or "all"


def drawn(
    quiz: Quiz, every: Sequence[Note], seed: str, neighbours: Neighbours,
    narrowed: Selection = EVERYTHING,
) -> list[Block]:  # fmt: skip
    """The cards of every block, as many as there are; no card is asked twice."""
    notes = matching(every, narrowed)
    chosen: set[str] = set()
    made = []
    for pick in blocks(quiz):
        found = [card for note in matching(notes, pick.select) for card in note.cards]
        free = [card for card in found if card.id not in chosen]
        taken = _taken(pick, free, neighbours, seed)
        chosen.update(card.id for card in taken)
        block = Block(pick, _size(pick, free), tuple(taken))
        if block.is_short:
            was = _size(pick, found)
            block = replace(block, why=_why(block, every, narrowed, was))
        made.append(block)
    return made


def enough(made: Sequence[Block]) -> Sequence[Block]:
    """The same blocks; one that is short is an error that names it and its filters."""
    if short := [block.lack for block in made if block.is_short]:
        raise TooFewCards(
            f"too few cards: {'; '.join(short)}. "
            "One card of each note is taken: ask for fewer or select more"
        )
    return made


def _taken(pick: Pick, free: Sequence[Card], neighbours: Neighbours, seed: str) -> Sequence[Card]:
    if pick.count is None:
        return free

    def is_gradable(card: Card) -> bool:
        return forms(card, neighbours)[0] not in GRADED_BY_A_PERSON

    taken = sample(free, pick.count, seed, apart=True, fits=is_gradable)
    return taken if len(taken) == pick.count else sample(free, pick.count, seed, apart=True)


def _size(pick: Pick, cards: Sequence[Card]) -> int:
    return len(cards) if pick.count is None else len({card.note.key for card in cards})


def _why(block: Block, every: Sequence[Note], narrowed: Selection, was: int) -> str:
    """What the filters of options and block left, and what earlier blocks left of that."""
    told = left_by(every, ("--", narrowed), ("", block.pick.select), apart=True)
    return told if block.found == was else f"{told}; earlier blocks left {block.found}"
