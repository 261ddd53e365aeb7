"""Which cards are asked today, and in which order (pure).

Due cards come weakest memory first, new ones are spread among them. Of one note
one new card comes a day, and a due card waits for its sister a day at most. Of
due cards that do not fit into a day the strongest memories wait. Neighbours in the
queue are about different but confusable things, because telling them apart is
what has to be learned. Planning takes time in proportion to the number of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import NamedTuple

from flashcards.cards import Card
from flashcards.course.model import Term
from flashcards.reviews.memory import DAY_MS, REVIEW, Memory, estimate_recall, is_due
from flashcards.selection import list_concepts
from flashcards.study.new_cards import StageRank, order_new_cards, rank_by_number
from flashcards.study.queue import Step
from flashcards.study.standing import Memories, Moment, Standing, name_card

WINDOW = 6
"""How far ahead the next card may come from, so that order by weakness mostly holds."""
LEARN_AHEAD_MS = 20 * 60_000
"""Steps that end so soon belong to this session, as in Anki."""
FORECAST_DAYS = 30


class _Traits(NamedTuple):
    """What makes cards alike."""

    key: str
    topic: str
    tags: frozenset[str]
    confused: Sequence[str]


_NOTHING = _Traits("", "", frozenset(), ())


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The cards of today, and what is left for later."""

    due: tuple[Card, ...]
    new: tuple[Card, ...]
    steps: tuple[Step, ...] = field(default=())
    """Cards in short steps, and when each is due."""
    waiting: int = 0
    """Cards that are due but do not fit into this day."""
    coming: Sequence[Card] = ()
    """All cards never asked, as they will be introduced, those of today included."""
    next_due: int | None = None
    """When the next card that is not due yet will be, in UTC milliseconds."""
    ahead: int = 0
    """Cards that were answered on a day which is still to come: the clock was ahead."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Due and new cards in the order asked, without those in steps."""
        return spread(self.due, self.new)


def plan_day(
    cards: Sequence[Card],
    memories: Memories,
    moment: Moment,
    new: int,
    room: int | None = None,
    rank: StageRank = rank_by_number,
) -> DayPlan:
    """What is left to ask today: due cards, then at most `new` new ones in the order of stages.

    There is `room` for so many of both, without those in short steps; None for any number.
    """
    seen, unseen = _split_by_seen(cards, memories)
    soon = [pair for pair in seen if is_due(pair[1], moment.now + LEARN_AHEAD_MS, moment.day_end)]
    due = [pair for pair in soon if pair[1].state == REVIEW]
    steps = sorted((m.due, card.id, card) for card, m in soon if m.state != REVIEW)
    later = [m for _, m in seen if not is_due(m, moment.now + LEARN_AHEAD_MS, moment.day_end)]
    notes = _find_notes_of_today(memories, moment)
    notes.update(card.note.key for _, _, card in steps)
    ready = _keep_sisters_apart(_weakest_first(due, moment.now), notes, moment)
    asked = ready[:room]
    coming = order_new_cards(unseen, cards, rank)
    sisters = {card.note.key for card in ready}
    count = new if room is None else min(new, room - len(asked))
    return DayPlan(
        due=interleave(asked),
        new=_pick_new(coming, notes, sisters, count),
        steps=tuple((at, card) for at, _, card in steps),
        waiting=len(ready) - len(asked),
        coming=coming,
        next_due=min((_find_opening(m, moment) for m in later), default=None),
        ahead=sum(memory.last >= moment.day_end for _, memory in seen),
    )


def _find_opening(memory: Memory, moment: Moment) -> int:
    """When a card will be due: in steps to the minute, else so many whole days from now."""
    if memory.state != REVIEW:
        return memory.due
    return moment.now + (memory.due - moment.day_start - 1) // DAY_MS * DAY_MS


def plan_cram(cards: Sequence[Card], memories: Memories, now: int) -> tuple[Card, ...]:
    """All cards: the weakest memory first, then those that were never asked."""
    seen, unseen = _split_by_seen(cards, memories)
    return interleave([*(card for card, _ in _weakest_first(seen, now)), *unseen])


def forecast_due(standing: Standing) -> list[int]:
    """Cards due today, as the quiz plans the day, and on each day after; no suspended ones."""
    memories, moment = standing.memories, standing.moment
    seen = [card for card in standing.cards if name_card(card) in memories]
    ready = standing.list_rested(standing.list_awake(seen))
    plan = plan_day(ready, memories, moment, new=0)
    today = {name_card(card) for card in (*plan.due, *(card for _, card in plan.steps))}
    days = [0] * FORECAST_DAYS
    for card in seen:
        marks, name = standing.find_marks(card), name_card(card)
        if marks.suspended:
            continue
        later = (memories[name].due - moment.day_start - 1) // DAY_MS
        day = 0 if name in today else max(1, later, marks.buried - moment.day)
        if day < FORECAST_DAYS:
            days[day] += 1
    return days


def interleave(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The same cards, neighbours about different but confusable things where possible."""
    waiting = iter([(_find_traits(card), card) for card in cards])
    window, mixed = list(islice(waiting, WINDOW)), list[Card]()
    before = _NOTHING
    while window:
        likeness = [_compare(before, traits) for traits, _ in window]
        before, card = window.pop(likeness.index(min(likeness)))
        mixed.append(card)
        window += islice(waiting, 1)
    return tuple(mixed)


def spread(due: Sequence[Card], new: Sequence[Card]) -> tuple[Card, ...]:
    """Both in their own order, the new ones at even distances among the due ones."""
    placed = [((place + 1) / (len(due) + 1), 0, place, card) for place, card in enumerate(due)]
    placed += [((place + 0.5) / len(new), 1, place, card) for place, card in enumerate(new)]
    return tuple(card for _, _, _, card in sorted(placed, key=lambda each: each[:3]))


def _find_notes_of_today(memories: Memories, moment: Moment) -> set[str]:
    """Notes of which a card was answered today."""
    return {
        card.rpartition("#")[0]
        for (_, card), memory in memories.items()
        if moment.is_today(memory.last)
    }


def _keep_sisters_apart(
    due: Iterable[tuple[Card, Memory]], notes: Iterable[str], moment: Moment
) -> list[Card]:
    """The cards without those whose sister is asked today, unless they waited a day already."""
    taken, kept = set(notes), []
    for card, memory in due:
        if card.note.key not in taken or memory.due < moment.day_start:
            taken.add(card.note.key)
            kept.append(card)
    return kept


def _pick_new(
    ordered: Iterable[Card], notes: set[str], due: set[str], count: int
) -> tuple[Card, ...]:
    """The first cards, one of each note and none of the notes of today.

    Those with a sister that is due today come last of their stage: somebody who forgets much
    would wait for them for weeks.
    """
    picked: dict[str, Card] = {}
    for _, stage in groupby(ordered, key=lambda card: card.note.stage):
        mine = [card for card in stage if card.note.key not in notes]
        for card in sorted(mine, key=lambda card: card.note.key in due):
            if len(picked) < count:
                picked.setdefault(card.note.key, card)
        if len(picked) >= count:
            break
    return tuple(picked.values())


def _split_by_seen(
    cards: Sequence[Card], memories: Memories
) -> tuple[list[tuple[Card, Memory]], list[Card]]:
    """Cards with their memories, and cards without one."""
    seen, unseen = [], []
    for card in cards:
        if memory := memories.get(name_card(card)):
            seen.append((card, memory))
        else:
            unseen.append(card)
    return seen, unseen


def _weakest_first(seen: Iterable[tuple[Card, Memory]], now: int) -> list[tuple[Card, Memory]]:
    """Cards and their memories, what is least likely still known first."""
    return sorted(seen, key=lambda each: estimate_recall(each[1], now))


def _find_traits(card: Card) -> _Traits:
    entry = card.entry
    confused = entry.confused_with if isinstance(entry, Term) else ()
    topic = next(iter(list_concepts(card.note)), card.note.deck.deck)
    return _Traits(entry.key, topic, frozenset(entry.tags), confused)


def _compare(one: _Traits, other: _Traits) -> int:
    """0 for a confusable card, 1 for another topic, 2 for the same topic, 3 for the same entry."""
    if one.key == other.key:
        return 3
    if other.key in one.confused or one.key in other.confused:
        return 0
    if one.topic == other.topic:
        return 2
    return 1 if one.tags.isdisjoint(other.tags) else 0
