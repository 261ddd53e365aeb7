"""The terminal's answers and marks into a collection, and the cards that follow from all answers.

All of it is one transaction of the mirror. Rows that other devices have are never
changed. What is not ours is never touched.

Suspended and flagged cards are on both sides the same: the side that changed wins. Both sides
remember what they agreed on last. Whoever differs from that has changed it; as a mark is on or
off, both cannot have changed it to different values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, starmap
from operator import attrgetter
from typing import Any, NamedTuple

from flashcards.anki.bridge.collection import REVLOG_COLUMNS, AnkiCard, RevlogRow
from flashcards.anki.bridge.revlog import (
    FILTERED,
    LEARNING,
    REVIEW,
    REVIEW_TYPE,
    AnkiCardState,
    Days,
    advance_type,
    decide_card,
    is_answer,
    list_types,
    since_reset,
)
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

STEPS_S = 60, 600
"""Short steps after a wrong and a right answer."""
MOST_MS = 2**31 - 1
MOST_FUZZ_S = 5
NEW = 0
_RED = 1
"""The flag that a card gets in Anki."""
NEARLY_SAME = 0.002
"""By how much of itself a stability may differ that is not written again."""


def choose_places(
    col: Any, reviews: Sequence[Review], cards: Mapping[Owner, AnkiCard]
) -> dict[str, Place]:
    """A free number for each answer that can be sent: its millisecond, or the next free one."""
    if not reviews:
        return {}
    first = min(review.at for review in reviews)
    used = {*col.db.list("SELECT id FROM revlog WHERE id >= ?", first)}
    places = {}
    for review in reviews:
        card = cards.get(review.owner)
        if card is None:
            continue
        number = review.at
        while number in used:
            number += 1
        used.add(number)
        places[review.uid] = Place(number, card.id)
    return places


def insert_answers(
    col: Any, log: ReviewLog, places: Mapping[str, Place], reviews: Iterable[Review]
) -> set[int]:
    """Adds the rows of those reviews that have a place, to be sent; the cards they are about."""
    rows: list[RevlogRow] = []
    for owner in {review.owner for review in reviews if review.uid in places}:
        rows += _make_rows(list_answers(log.database, owner), places, log.memory(owner))
    col.db.executemany(
        f"INSERT INTO revlog ({REVLOG_COLUMNS}, usn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, -1)",
        [list(row) for row in rows],
    )
    return {place.card for place in places.values()}


def _make_rows(
    answers: Sequence[SentAnswer], places: Mapping[str, Place], memory: Memory | None
) -> list[RevlogRow]:
    """The rows of those answers to one card that have a place, each after the one before it.

    `answers` are all answers to the card in order of time, `memory` what follows from them.
    """
    rows: list[RevlogRow] = []
    last_ivl, kind = 0, LEARNING
    factor = round((memory.difficulty - 1) / 9 * 1000) + 100 if memory else 0
    for review in answers:
        ivl = _find_ivl(review, memory if review is answers[-1] else None)
        if place := places.get(review.uid):
            duration = min(review.duration, MOST_MS)
            rows.append(
                RevlogRow(
                    place.revlog, place.card, review.rating, ivl, last_ivl, factor, duration, kind
                )
            )
        kind, last_ivl = advance_type(kind, ivl), ivl
    return rows


def restate_cards(col: Any, cards: Iterable[int], ours: Collection[int]) -> int:
    """Makes cards what follows from all their answers; how many had to be changed.

    `ours` are the cards with answers of the terminal; the others are only changed if they
    have more answers than they know of: two devices that had not synced gave them.
    """
    days = Days(col.sched.today, col.sched.day_cutoff)
    uses_fsrs = bool(col.get_config("fsrs", False))
    found = []
    for number, rows in _list_histories(col, cards):
        card = col.get_card(number)
        if number in ours or card.reps < sum(map(is_answer, rows)):
            found.append((card, rows, card._to_backend_card()))
    for card, rows, _ in found:
        if wanted := decide_card(rows, days):
            _set_schedule(card, wanted, uses_fsrs)
    if uses_fsrs:
        _set_memories(col, [(card, rows) for card, rows, _ in found])
    changed = [card for card, _, before in found if card._to_backend_card() != before]
    if changed:
        col.update_cards(changed, skip_undo_entry=True)
    return len(changed)


def _list_histories(col: Any, cards: Iterable[int]) -> Iterator[tuple[int, list[RevlogRow]]]:
    """Each card with its rows since it was last forgotten, if it has any."""
    numbers = ", ".join(map(str, cards))
    where = f"cid IN ({numbers}) ORDER BY cid, id"
    found = col.db.all(f"SELECT {REVLOG_COLUMNS} FROM revlog WHERE {where}")
    for number, rows in groupby(starmap(RevlogRow, found), attrgetter("card")):
        if counting := since_reset(rows):
            yield number, counting


def _set_schedule(card: Any, wanted: AnkiCardState, uses_fsrs: bool) -> None:
    if card.type == NEW and card.original_position is None:
        card.original_position = card.due if not card.odid else card.odue
    if card.odid:  # in a filtered deck, which it leaves with the due day of its own
        card.odue = wanted.due if wanted.type == REVIEW_TYPE else card.odue
    elif not _fits(card, wanted):
        card.due, card.left, card.ivl = wanted.due, wanted.left, wanted.ivl
        card.queue = card.queue if card.queue < 0 else wanted.queue
    if not card.odid:
        card.type = wanted.type
    card.reps, card.lapses = wanted.reps, wanted.lapses
    card.last_review_time = wanted.last_review
    if not uses_fsrs or not card.factor:
        card.factor = wanted.factor


def _fits(card: Any, wanted: AnkiCardState) -> bool:
    """Whether a card is due when its last answer says; Anki makes short steps a little longer."""
    if wanted.type == REVIEW_TYPE:
        return (card.type, card.due, card.ivl) == (REVIEW_TYPE, wanted.due, wanted.ivl)
    in_steps = card.type not in (NEW, REVIEW_TYPE) and card.queue in (-3, -2, -1, wanted.queue)
    wait = wanted.due - wanted.last_review
    return in_steps and 0 <= card.due - wanted.due <= max(MOST_FUZZ_S, wait // 4)


def _set_memories(col: Any, cards: Sequence[tuple[Any, Sequence[RevlogRow]]]) -> None:
    """Stability and difficulty, as the engine computes them with the learner's parameters."""
    wrong = [each for _, rows in cards for each in _list_wrong_types(rows)]
    with _types_mended(col, wrong):
        found = [col._backend.compute_memory_state(card.id) for card, _ in cards]
    for (card, _), new in zip(cards, found, strict=True):
        if new.HasField("state") and not _is_near(card.memory_state, new.state):
            card.memory_state = new.state
            card.desired_retention, card.decay = new.desired_retention, new.decay


def _list_wrong_types(rows: Sequence[RevlogRow]) -> Iterator[tuple[int, int]]:
    """The right type and the number of each answer that another device wrote, not knowing all."""
    answers = [row for row in rows if is_answer(row)]
    for row, kind in zip(answers, list_types(answers), strict=True):
        if row.type not in ((REVIEW, FILTERED) if kind == REVIEW else (kind,)):
            yield kind, row.id


@contextmanager
def _types_mended(col: Any, types: Sequence[tuple[int, int]]) -> Iterator[None]:
    """Rows with the types that devices would have written that knew of each other.

    Afterwards they are as they were.
    """
    if not types:
        yield
        return
    col.db.execute("SAVEPOINT types")
    try:
        col.db.executemany(
            "UPDATE revlog SET type = ? WHERE id = ?", [list(each) for each in types]
        )
        yield
    finally:
        col.db.execute("ROLLBACK TO types")
        col.db.execute("RELEASE types")


def _is_near(old: Any | None, new: Any) -> bool:
    """Whether a card has nearly this memory already."""
    return old is not None and all(
        abs(one - other) <= NEARLY_SAME * abs(other)
        for one, other in ((old.stability, new.stability), (old.difficulty, new.difficulty))
    )


def _find_ivl(review: SentAnswer, memory: Memory | None) -> int:
    """The interval that an answer began, as Anki writes it: days, or seconds below zero.

    That of the last answer follows from what is remembered since.
    """
    if memory is not None:
        wait = memory.due - memory.last
        is_learned = memory.state == states.REVIEW
        return max(1, wait // states.DAY_MS) if is_learned else -max(1, wait // 1000)
    if review.due is not None and review.day is not None and review.due > review.day:
        return review.due - review.day
    return -STEPS_S[review.rating != states.AGAIN]


class MarkPlan(NamedTuple):
    """What each side has to learn of the other."""

    received: list[Mark]
    sent: list[tuple[int, str, int]]
    """Anki's number of the card, name and value."""
    agreed: dict[tuple[Owner, str], int]
    """What both sides agree on, where that is news; what is sent only after it was sent."""


def plan_marks(log: ReviewLog, cards: Iterable[AnkiCard]) -> MarkPlan:
    """Who has to change what, given the marks here, the cards in Anki and the last agreement."""
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
