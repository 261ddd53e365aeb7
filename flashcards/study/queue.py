"""What a session still has to ask: cards in order, and cards that wait for a short step.

A card in its steps is asked when its time has come; until then others are asked.
If only steps are left, the learner goes on at once, as Anki's learn-ahead does.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from flashcards.cards import Card

Step = tuple[int, Card]
"""When a card is asked again (UTC milliseconds), and the card."""
AT_ONCE = -1
"""The time of a card that is asked before any other."""


class SessionQueue:
    """Cards to ask; a card is in it at most once."""

    def __init__(self, cards: Iterable[Card], steps: Iterable[Step] = ()) -> None:
        self._ready = list(cards)
        self._steps = sorted(steps, key=itemgetter(0))

    def __len__(self) -> int:
        return len(self._ready) + len(self._steps)

    @property
    def cards(self) -> list[Card]:
        """All cards that are still to be asked: first those that wait for nothing."""
        return [*self._ready, *(card for _, card in self._steps)]

    def pop(self, now: int, last: Card | None = None) -> Card:
        """Take the next card at a time in UTC milliseconds; not `last` if there is another.

        Raises IndexError if there is none.
        """
        others = [
            step
            for step in self._steps
            if last is None or step[1].id != last.id or step[0] == AT_ONCE
        ]
        if others and (others[0][0] <= now or not self._ready):
            self._steps.remove(others[0])
            return others[0][1]
        return self._ready.pop(0) if self._ready else self._steps.pop(0)[1]

    def add(self, cards: Iterable[Card]) -> None:
        """Ask these cards after the others."""
        self._ready += cards

    def put_first(self, card: Card) -> None:
        """Ask the card next, before any other."""
        self.remove(card)
        self._steps.insert(0, (AT_ONCE, card))

    def wait(self, card: Card, due: int) -> None:
        """Ask the card again at `due` (UTC milliseconds), or when nothing else is left."""
        self.remove(card)
        self._steps.append((due, card))
        self._steps.sort(key=itemgetter(0))

    def remove(self, card: Card) -> None:
        """Ask the card no more."""
        self._ready = [other for other in self._ready if other.id != card.id]
        self._steps = [step for step in self._steps if step[1].id != card.id]
