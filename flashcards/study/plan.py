"""Which cards are asked today, and in which order (pure).

Due cards come weakest memory first, new ones are spread among them. Of one note
one new card comes a day, and a due card waits for its sibling a day at most. Of
due cards that do not fit into a day the strongest memories wait. Neighbours in the
queue are about different but confusable things, because telling them apart is
what has to be learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from flashcards.cards import Card
from flashcards.course.model import Term
from flashcards.reviews.memory import DAY_MS, REVIEW, Memory, estimate_recall, is_due
from flashcards.selection import list_concepts
from flashcards.study.new_cards import order_new_cards
from flashcards.study.queue import Step
from flashcards.study.standing import Memories, Moment, name_card

WINDOW = 6
"""How far ahead the next card may come from, so that order by weakness mostly holds."""
LEARNING_STEPS = 2
"""Right answers that a new card takes: at once and after ten minutes."""
LEARN_AHEAD_MS = 20 * 60_000
"""Steps that end so soon belong to this session, as in Anki."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The cards of today, and what is left for later."""

    due: tuple[Card, ...]
    new: tuple[Card, ...]
    steps: tuple[Step, ...] = ()
    """Cards in short steps, and when each is due."""
    rest: tuple[Card, ...] = ()
    """Cards that are due but do not fit into this day."""
    coming: Sequence[Card] = ()
    """All cards never asked that may come, as they will be introduced, those of today included."""
    next_due: int | None = None
    """When the next card that is not due yet will be, in UTC milliseconds."""
    ahead: int = 0
    """Cards that were answered on a day which is still to come: the clock was ahead."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Due and new cards in the order asked, without those in steps."""
        return spread(self.due, self.new)

    @property
    def waiting(self) -> int:
        """How many cards are due but do not fit into this day."""
        return len(self.rest)


def plan_day(
    cards: Sequence[Card],
    memories: Memories,
    moment: Moment,
    new: int,
    room: int | None = None,
) -> DayPlan:
    """Return what is left to ask today: due cards, then at most `new` new ones.

    There is `room` for so many due ones, without those in short steps, and None for any number; a
    new card takes the room of two.
    """
    seen, unseen = _split_by_seen(cards, memories)
    soon = [pair for pair in seen if is_due(pair[1], moment.now + LEARN_AHEAD_MS, moment.day_end)]
    due = [pair for pair in soon if pair[1].state == REVIEW]
    steps = sorted((memory.due, card.id, card) for card, memory in soon if memory.state != REVIEW)
    later = [m for _, m in seen if not is_due(m, moment.now + LEARN_AHEAD_MS, moment.day_end)]
    notes = _list_notes_of_today(memories, moment)
    notes.update(card.note.key for _, _, card in steps)
    ready = _keep_siblings_apart(_weakest_first(due, moment.now), notes, moment)
    asked = ready[:room]
    coming = order_new_cards(unseen, cards)
    siblings = {card.note.key for card in ready}
    count = new if room is None else min(new, (room - len(asked)) // LEARNING_STEPS)
    return DayPlan(
        due=interleave(asked),
        new=_pick_new(coming, notes, siblings, count),
        steps=tuple((at, card) for at, _, card in steps),
        rest=tuple(ready[len(asked) :]),
        coming=coming,
        next_due=min((_find_opening(memory, moment) for memory in later), default=None),
        ahead=sum(memory.last >= moment.day_end for _, memory in seen),
    )


def plan_cram(cards: Sequence[Card], memories: Memories, now: int) -> tuple[Card, ...]:
    """Return all cards: the weakest memory first, then those that were never asked."""
    seen, unseen = _split_by_seen(cards, memories)
    return interleave([*(card for card, _ in _weakest_first(seen, now)), *unseen])


def interleave(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards, neighbours about different but confusable things where possible."""
    waiting = iter(cards)
    window, mixed = list(islice(waiting, WINDOW)), list[Card]()
    while window:
        likeness = [_compare(mixed[-1], card) if mixed else 0 for card in window]
        mixed.append(window.pop(likeness.index(min(likeness))))
        window += islice(waiting, 1)
    return tuple(mixed)


def spread(due: Sequence[Card], new: Sequence[Card]) -> tuple[Card, ...]:
    """Return both in their own order, the new ones at even distances among the due ones."""
    placed = [((place + 1) / (len(due) + 1), 0, place, card) for place, card in enumerate(due)]
    placed += [((place + 0.5) / len(new), 1, place, card) for place, card in enumerate(new)]
    return tuple(card for _, _, _, card in sorted(placed, key=lambda item: item[:3]))


def _find_opening(memory: Memory, moment: Moment) -> int:
    """Return when a card will be due: in steps to the minute, else so many whole days from now."""
    if memory.state != REVIEW:
        return memory.due
    return moment.now + (memory.due - moment.day_start - 1) // DAY_MS * DAY_MS


def _list_notes_of_today(memories: Memories, moment: Moment) -> set[str]:
    """Return the notes of which a card was answered today."""
    return {
        card.rpartition("#")[0]
        for (_, card), memory in memories.items()
        if moment.is_today(memory.last)
    }


def _keep_siblings_apart(
    due: Iterable[tuple[Card, Memory]], notes: Iterable[str], moment: Moment
) -> list[Card]:
    """Return the cards without those whose sibling is asked today, unless they waited a day."""
    taken, kept = set(notes), []
    for card, memory in due:
        if card.note.key not in taken or memory.due < moment.day_start:
            taken.add(card.note.key)
            kept.append(card)
    return kept


def _pick_new(
    ordered: Iterable[Card], notes: set[str], due: set[str], count: int
) -> tuple[Card, ...]:
    """Return the first cards, one of each note and none of the notes of today.

    Those with a sibling that is due today come last of their stage: somebody who forgets much
    would wait for them for weeks.
    """
    mine = [card for card in ordered if card.note.key not in notes]
    mine.sort(key=lambda card: (card.note.stage, card.note.key in due))
    first = {card.note.key: card for card in reversed(mine)}
    return tuple(card for card in mine if first[card.note.key] is card)[: max(0, count)]


def _split_by_seen(
    cards: Sequence[Card], memories: Memories
) -> tuple[list[tuple[Card, Memory]], list[Card]]:
    """Return cards with their memories, and cards without one."""
    seen = [(card, memory) for card in cards if (memory := memories.get(name_card(card)))]
    return seen, [card for card in cards if name_card(card) not in memories]


def _weakest_first(seen: Iterable[tuple[Card, Memory]], now: int) -> list[tuple[Card, Memory]]:
    """Return cards and their memories, what is least likely still known first."""
    return sorted(seen, key=lambda pair: estimate_recall(pair[1], now))


def _compare(one: Card, other: Card) -> int:
    """Return 0 for a confusable card, 1 for another topic, 2 for the same, 3 for the same entry."""
    if one.entry.key == other.entry.key:
        return 3
    if other.entry.key in _list_confused(one) or one.entry.key in _list_confused(other):
        return 0
    if _find_topic(one) == _find_topic(other):
        return 2
    return 1 if set(one.entry.tags).isdisjoint(other.entry.tags) else 0


def _list_confused(card: Card) -> Sequence[str]:
    return card.entry.confused_with if isinstance(card.entry, Term) else ()


def _find_topic(card: Card) -> str:
    return next(iter(list_concepts(card.note)), card.note.deck.deck)
