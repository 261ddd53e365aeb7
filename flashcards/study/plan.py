"""Which cards are asked in a session, and in which order (pure).

What is due comes first, the weakest memory before the others; then a few new
cards in teaching order. Of one note at most one card is asked. Neighbours in the
queue are about different but confusable things, because telling them apart is
what has to be learned. Planning takes time in proportion to the number of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from flashcards.cards import Card
from flashcards.model import Term
from flashcards.reviews.memory import DAY_MS, Memory, estimate_recall, is_due
from flashcards.selection import list_concepts
from flashcards.study.memories import Memories, memory_key

WINDOW = 6
"""How far ahead the next card may come from, so that order by weakness mostly holds."""
EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, and where the learner's day begins and ends; UTC milliseconds."""

    now: int
    day_start: int
    day_end: int
    day: int = 0
    """The learner's date, as days since 1970."""

    def count_day(self, at: int) -> int:
        """The learner's day of a time (UTC milliseconds) near this moment."""
        return self.day + (at - self.day_start) // DAY_MS

    @property
    def date(self) -> str:
        """The learner's date as YYYY-MM-DD."""
        return (EPOCH + timedelta(self.day)).isoformat()


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The cards of one session, and what is left for later."""

    due: tuple[Card, ...]
    new: tuple[Card, ...]
    waiting: int
    """Cards that are due but not in this session."""
    unseen: int
    """Cards never asked, those of this session included."""
    next_due: int | None
    """When the next card that is not due yet will be, in UTC milliseconds."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.due + self.new


def plan_session(
    cards: Sequence[Card], memories: Memories, moment: Moment, count: int, new_a_day: int
) -> SessionPlan:
    """What to ask now: at most `count` cards, of which new ones only up to the day's limit."""
    seen, unseen = _split_by_seen(cards, memories)
    due = [pair for pair in seen if is_due(pair[1], moment.now, moment.day_end)]
    later = (memory.due for _, memory in seen if not is_due(memory, moment.now, moment.day_end))
    asked = _one_of_each_note(_weakest_first(due, moment.now))[:count]
    begun = sum(memory.first >= moment.day_start for memory in memories.values())
    room = max(0, min(new_a_day - begun, count - len(asked)))
    notes_today = {card.note.key for card in asked}
    fresh = (card for card in _one_of_each_note(unseen) if card.note.key not in notes_today)
    return SessionPlan(
        due=interleave(asked),
        new=interleave(list(islice(fresh, room))),
        waiting=len(due) - len(asked),
        unseen=len(unseen),
        next_due=min(later, default=None),
    )


def plan_ahead(cards: Sequence[Card], memories: Memories, now: int, count: int) -> tuple[Card, ...]:
    """Cards to study before their time: the weakest first, then new ones."""
    seen, unseen = _split_by_seen(cards, memories)
    return interleave(_one_of_each_note([*_weakest_first(seen, now), *unseen])[:count])


def interleave(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The same cards, neighbours about different but confusable things where possible."""
    waiting = iter(cards)
    window, mixed = list(islice(waiting, WINDOW)), list[Card]()
    while window:
        likeness = [_likeness(mixed[-1], card) if mixed else 0 for card in window]
        mixed.append(window.pop(likeness.index(min(likeness))))
        window += islice(waiting, 1)
    return tuple(mixed)


def _split_by_seen(
    cards: Sequence[Card], memories: Memories
) -> tuple[list[tuple[Card, Memory]], list[Card]]:
    """Cards with their memories, and cards without one."""
    seen, unseen = [], []
    for card in cards:
        if memory := memories.get(memory_key(card)):
            seen.append((card, memory))
        else:
            unseen.append(card)
    return seen, unseen


def _weakest_first(seen: Sequence[tuple[Card, Memory]], now: int) -> list[Card]:
    return [card for card, _ in sorted(seen, key=lambda pair: estimate_recall(pair[1], now))]


def _likeness(before: Card, card: Card) -> int:
    """0 for a confusable card, 1 for another topic, 2 for the same topic, 3 for the same entry."""
    if before.entry.key == card.entry.key:
        return 3
    if _is_confusable(before, card):
        return 0
    return 2 if _topic(before) == _topic(card) else 1


def _is_confusable(one: Card, other: Card) -> bool:
    a, b = one.entry, other.entry
    if isinstance(a, Term) and b.key in a.confused_with:
        return True
    if isinstance(b, Term) and a.key in b.confused_with:
        return True
    return _topic(one) != _topic(other) and not set(a.tags).isdisjoint(b.tags)


def _topic(card: Card) -> str:
    return next(iter(list_concepts(card.note)), card.note.deck.deck)


def _one_of_each_note(cards: Sequence[Card]) -> list[Card]:
    """The first card of each note, in the same order."""
    first: dict[str, Card] = {}
    for card in cards:
        first.setdefault(card.note.key, card)
    return list(first.values())
