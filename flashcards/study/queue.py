"""What a session still has to ask: cards in order, and cards that wait for a short step.

A card in its steps is asked when its time has come; until then others are asked.
If only steps are left, the learner goes on at once, as Anki's learn-ahead does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from flashcards.cards import Card

Step = tuple[int, Card]
"""When a card is asked again (UTC milliseconds), and the card."""


class SessionQueue:
    """Cards to ask; a card is in it at most once."""

    def __init__(self, cards: Sequence[Card], steps: Iterable[Step] = ()) -> None:
        self._first: list[Card] = []
        """At most one card, asked before any other, even one whose step is due."""
        self._ready = list(reversed(cards))
        self._steps = sorted(steps, key=itemgetter(0))

    def __len__(self) -> int:
        return len(self._first) + len(self._ready) + len(self._steps)

    def __contains__(self, card: Card) -> bool:
        return any(other.id == card.id for other in self.cards)

    @property
    def cards(self) -> list[Card]:
        """All cards that are still to be asked: first those that wait for nothing, in no order."""
        return [*self._first, *self._ready, *(card for _, card in self._steps)]

    def pop(self, now: int, last: Card | None = None) -> Card:
        """The next card at a time in UTC milliseconds; not `last` if there is another.

        Raises IndexError if there is none.
        """
        if self._first:
            return self._first.pop()
        others = [step for step in self._steps if last is None or step[1].id != last.id]
        if others and (others[0][0] <= now or not self._ready):
            self._steps.remove(others[0])
            return others[0][1]
        if self._ready:
            return self._ready.pop()
        return self._steps.pop(0)[1]

    def put_first(self, card: Card) -> None:
        """The card is asked next; one that was to be next comes after it."""
        self.remove(card)
        self._ready += self._first
        self._first = [card]

    def wait(self, card: Card, due: int) -> None:
        """The card is asked again at `due` (UTC milliseconds), or when nothing else is left."""
        self.remove(card)
        self._steps.append((due, card))
        self._steps.sort(key=itemgetter(0))

    def remove(self, card: Card) -> None:
        """The card is not asked any more."""
        self._first = [other for other in self._first if other.id != card.id]
        self._ready = [other for other in self._ready if other.id != card.id]
        self._steps = [step for step in self._steps if step[1].id != card.id]
