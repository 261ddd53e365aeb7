"""The terminal's answers and marks into a collection.

Suspended and flagged cards are on both sides the same: the side that changed wins. Both sides
remember what they agreed on last. Whoever differs from that has changed it; as a mark is on or
off, both cannot have changed it to different values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.anki.bridge.card_state import advance_type
from flashcards.anki.bridge.collection import LEARNING, REVLOG_COLUMNS, AnkiCard, RevlogRow
from flashcards.reviews import memory as states
from flashcards.reviews.memory import Memory
from flashcards.reviews.review import Mark, Owner, Review, checksum
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import (
    SHARED_MARKS,
    Place,
    SentAnswer,
    list_answers,
    load_newest_marks,
    load_shared_marks,
)

_STEPS_S = 60, 600
"""Short steps after a wrong and a right answer."""
_MAX_MS = 2**31 - 1
_RED = 1
"""The flag that a card gets in Anki."""


def choose_places(
    col: Any, reviews: Sequence[Review], cards: Mapping[Owner, AnkiCard]
) -> dict[str, Place]:
    """Return a free number for each answer that can be sent: its millisecond, or the next one."""
    first = min((review.at for review in reviews), default=0)
    used = {*col.db.list("SELECT id FROM revlog WHERE id >= ?", first)} if reviews else set()
    places = {}
    for review in reviews:
        if card := cards.get(review.owner):
            number = review.at
            while number in used:
                number += 1
            used.add(number)
            places[review.uid] = Place(number, card.id)
    return places


def insert_answers(
    col: Any, log: ReviewLog, places: Mapping[str, Place], owners: Iterable[Owner]
) -> list[RevlogRow]:
    """Add the rows of those answers to some cards that have a place, to be sent; return them."""
    rows = [
        row
        for owner in owners
        for row in _make_rows(list_answers(log.database, owner), places, log.memory(owner))
    ]
    col.db.executemany(
        f"INSERT INTO revlog ({REVLOG_COLUMNS}, usn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, -1)",
        [list(row) for row in rows],
    )
    return rows


def _make_rows(
    answers: Sequence[SentAnswer], places: Mapping[str, Place], memory: Memory | None
) -> list[RevlogRow]:
    """Return the rows of those answers to one card that have a place.

    `answers` are all answers to the card in order of time, `memory` what follows from them.
    """
    rows: list[RevlogRow] = []
    last_ivl, kind = 0, LEARNING
    factor = round((memory.difficulty - 1) / 9 * 1000) + 100 if memory else 0
    for answer in answers:
        ivl = _find_ivl(answer, memory if answer is answers[-1] else None)
        if place := places.get(answer.uid):
            time = min(answer.duration, _MAX_MS)
            rows.append(RevlogRow(*place, answer.rating, ivl, last_ivl, factor, time, kind))
        kind, last_ivl = advance_type(kind, ivl), ivl
    return rows


def _find_ivl(answer: SentAnswer, memory: Memory | None) -> int:
    """Return the interval that an answer began, as Anki writes it: days, or seconds below zero.

    That of the last answer follows from what is remembered since.
    """
    if memory is not None:
        wait = memory.due - memory.last
        is_learned = memory.state == states.REVIEW
        return max(1, wait // states.DAY_MS) if is_learned else -max(1, wait // 1000)
    if answer.due is not None and answer.day is not None and answer.due > answer.day:
        return answer.due - answer.day
    return -_STEPS_S[answer.rating != states.AGAIN]


class MarkPlan(NamedTuple):
    """What each side has to learn of the other."""

    received: list[Mark]
    sent: list[tuple[int, str, int]]
    """Anki's number of the card, name and value."""
    agreed: dict[tuple[Owner, str], int]
    """What both sides agree on, where that is news; what is sent only after it was sent."""


def plan_marks(log: ReviewLog, cards: Iterable[AnkiCard]) -> MarkPlan:
    """Return who has to change what, given the marks here, the cards and the last agreement."""
    here, agreed = load_newest_marks(log.database), load_shared_marks(log.database)
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
    """Suspend and flag cards in a collection, or take that back."""
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
    """Return a mark that is newer than the last one here, whatever the devices' clocks say."""
    course, lang, number = card.owner
    at = max(card.mod * 1000, last + 1)
    uid = f"anki-{card.mod}-{checksum(*card.owner, name, value):08x}"
    return Mark(course, number, lang, at, name, value, uid)  # type: ignore[arg-type]
