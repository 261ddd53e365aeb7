"""Suspended and flagged cards, on both sides the same: the side that changed wins.

Both sides remember what they agreed on last. Whoever differs from that has changed it;
as a mark is on or off, both cannot have changed it to different values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flashcards.anki.bridge.collection import AnkiCard
from flashcards.reviews.review import Mark, Owner, checksum
from flashcards.reviews.synced import SHARED_MARKS

_RED = 1


class MarkPlan(NamedTuple):
    """What each side has to learn of the other."""

    received: list[Mark]
    sent: list[tuple[int, str, int]]
    """Anki's number of the card, name and value."""
    agreed: dict[tuple[Owner, str], int]
    """What both sides agree on, where that is news; what is sent only after it was sent."""


def plan_marks(
    cards: Iterable[AnkiCard],
    here: Mapping[tuple[Owner, str], tuple[int, int]],
    agreed: Mapping[tuple[Owner, str], int],
) -> MarkPlan:
    """Who has to change what, given the cards in Anki, the marks here and the last agreement."""
    plan = MarkPlan([], [], {})
    for card in cards:
        for name, theirs in card.marks.items():
            before = agreed.get((card.owner, name), 0)
            value, at = here.get((card.owner, name), (0, 0))
            if theirs == before != value:
                plan.sent.append((card.id, name, value))
                continue
            if theirs != value:
                plan.received.append(_make_mark(card, name, theirs, at))
            if theirs != before:
                plan.agreed[card.owner, name] = theirs
    return plan


def send_marks(col: Any, marks: Iterable[tuple[int, str, int]]) -> None:
    """Suspends and flags cards in a collection, or takes that back."""
    for name in SHARED_MARKS:
        for value in (0, 1):
            cards = [card for card, what, on in marks if (what, on) == (name, value)]
            if not cards:
                continue
            if name == "flagged":
                col.set_user_flag_for_cards(_RED * value, cards)
            elif value:
                col.sched.suspend_cards(cards)
            else:
                col.sched.unsuspend_cards(cards)


def _make_mark(card: AnkiCard, name: str, value: int, last: int) -> Mark:
    """A mark that is newer than the last one here, whatever the clocks of the devices say."""
    course, lang, number = card.owner
    at = max(card.mod * 1000, last + 1)
    uid = f"anki-{card.mod}-{checksum(*card.owner, name, value):08x}"
    return Mark(course, number, lang, at, name, value, uid)  # type: ignore[arg-type]
