"""Which cards are asked in a sitting, and in which order (pure).

What is due comes first, the weakest memory before the others; then a few new
cards in teaching order. Of one note at most one card is asked. Neighbours in the
queue are about different but confusable things, because telling them apart is
what has to be learned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flashcards.cards import Card
from flashcards.model import Term
from flashcards.reviews.memory import Memory, is_due, recall
from flashcards.selection import about

WINDOW = 6
"""How far ahead the next card may come from, so that order by weakness mostly holds."""

Memories = Mapping[tuple[str, str], Memory]


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, and where the learner's day begins and ends; UTC milliseconds."""

    now: int
    day_start: int
    day_end: int
    day: int = 0
    """The learner's date, as days since 1970."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cards of one sitting, and what is left for later."""

    due: tuple[Card, ...]
    new: tuple[Card, ...]
    waiting: int
    """Cards that are due but not in this sitting."""
    unseen: int
    """Cards never asked, those of this sitting included."""
    next_due: int | None
    """When the next card that is not due yet will be."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.due + self.new


def owner(card: Card) -> tuple[str, str]:
    """Course and id: what memories are found by."""
    return card.note.course, card.id


def plan(
    cards: Sequence[Card], memories: Memories, moment: Moment, count: int, new_a_day: int
) -> Plan:
    """What to ask now: at most `count` cards, of which new ones only up to the day's limit."""
    seen = [card for card in cards if owner(card) in memories]
    due = [card for card in seen if is_due(memories[owner(card)], moment.now, moment.day_end)]
    due.sort(key=lambda card: recall(memories[owner(card)], moment.now))
    chosen = _one_of_each_note(due)[:count]
    begun = sum(memory.first >= moment.day_start for memory in memories.values())
    unseen = [card for card in cards if owner(card) not in memories]
    notes_today = {card.note.key for card in chosen}
    fresh = [card for card in _one_of_each_note(unseen) if card.note.key not in notes_today]
    room = max(0, min(new_a_day - begun, count - len(chosen)))
    later = [memories[owner(card)].due for card in seen if card not in due]
    return Plan(
        interleaved(chosen),
        interleaved(fresh[:room]),
        len(due) - len(chosen),
        len(unseen),
        min(later, default=None),
    )


def ahead(cards: Sequence[Card], memories: Memories, now: int, count: int) -> tuple[Card, ...]:
    """Cards to study before their time: the weakest first, then new ones."""
    seen = [card for card in cards if owner(card) in memories]
    seen.sort(key=lambda card: recall(memories[owner(card)], now))
    unseen = [card for card in cards if owner(card) not in memories]
    return interleaved(_one_of_each_note([*seen, *unseen])[:count])


def interleaved(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The same cards, neighbours about different but confusable things where possible."""
    left, mixed = list(cards), list[Card]()
    while left:
        window = left[:WINDOW]
        best = min(window, key=lambda card: _sameness(mixed[-1], card)) if mixed else window[0]
        left.remove(best)
        mixed.append(best)
    return tuple(mixed)


def _sameness(before: Card, card: Card) -> int:
    """0 for a confusable card, 1 for another topic, 2 for the same topic, 3 for the same entry."""
    if before.entry.key == card.entry.key:
        return 3
    if _confusable(before, card):
        return 0
    return 2 if _topic(before) == _topic(card) else 1


def _confusable(one: Card, other: Card) -> bool:
    a, b = one.entry, other.entry
    if isinstance(a, Term) and b.key in a.confused_with:
        return True
    if isinstance(b, Term) and a.key in b.confused_with:
        return True
    return _topic(one) != _topic(other) and not set(a.tags).isdisjoint(b.tags)


def _topic(card: Card) -> str:
    return next(iter(about(card.note)), card.note.deck.deck)


def _one_of_each_note(cards: Sequence[Card]) -> list[Card]:
    return list({card.note.key: card for card in reversed(cards)}.values())[::-1]
