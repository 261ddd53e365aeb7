"""The terminal's answers and marks into a collection.

When two devices answer a card offline, Anki keeps both rows and the card of whoever came last,
as if the other answer had not been. Here a card is made what follows from all its answers.

Suspended and flagged cards are on both sides the same: the side that changed wins. A mark on
which both sides agreed is remembered, and whoever differs from it has changed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.anki.bridge import collection
from flashcards.anki.bridge.collection import REVLOG_COLUMNS, AnkiCard, RevlogRow
from flashcards.reviews.memory import DAY_MS, LEARNING, RELEARNING, REVIEW, Memory
from flashcards.reviews.review import Mark, Owner, Review, checksum
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import MarkState, Place, load_marks

_ROW_TYPES = {
    LEARNING: collection.LEARNING,
    REVIEW: collection.REVIEW,
    RELEARNING: collection.RELEARNING,
}
_FORGOTTEN = (4, 0, 0)
"""Type, ease and factor of a row with which the learner made Anki forget a card."""
_DAY_S = 86_400
_FIRST_FACTOR = 2500
"""The ease with which SM-2 begins, in thousandths."""
_INTRADAY_QUEUE, _REVIEW_QUEUE, _DAY_LEARN_QUEUE = 1, 2, 3
_RED = 1
"""The flag that a card gets in Anki."""


def choose_places(
    col: Any, reviews: Sequence[Review], cards: Mapping[Owner, AnkiCard]
) -> dict[str, Place]:
    """Return a free number for each answer that can be sent: its millisecond, or the next one."""
    first = min((review.at for review in reviews), default=0)
    used = {*col.db.list("SELECT id FROM revlog WHERE id >= ?", first)}
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
    rows = [row for owner in owners for row in _make_rows(log, owner, places)]
    col.db.executemany(
        f"INSERT INTO revlog ({REVLOG_COLUMNS}, usn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, -1)",
        [list(row) for row in rows],
    )
    return rows


def _make_rows(log: ReviewLog, owner: Owner, places: Mapping[str, Place]) -> Iterator[RevlogRow]:
    kind, last_ivl = collection.LEARNING, 0
    for uid, rating, duration, memory in log.replay(owner):
        wait = memory.due - memory.last
        ivl = max(1, wait // DAY_MS) if memory.state == REVIEW else -max(1, wait // 1000)
        if place := places.get(uid):
            factor = round((memory.difficulty - 1) / 9 * 1000) + 100
            yield RevlogRow(*place, rating, ivl, last_ivl, factor, min(duration, 2**31 - 1), kind)
        kind, last_ivl = _ROW_TYPES[memory.state], ivl


def since_reset(rows: Iterable[RevlogRow]) -> list[RevlogRow]:
    """Return the rows after the learner last made Anki forget the card, without cramming."""
    counting: list[RevlogRow] = []
    for row in rows:
        if (row.type, row.ease, row.factor) == _FORGOTTEN:
            counting = []
        elif row.ease == 0 or row.is_answer:
            counting.append(row)
    return counting


def restate_card(col: Any, number: int, memory: Memory, rows: Sequence[RevlogRow]) -> None:
    """Make a card what follows from all its answers, which gave a memory and the rows.

    One that was moved by hand after its last answer, or is in a filtered deck, stays where it is.
    """
    card = col.get_card(number)
    if card.odid or not rows or not rows[-1].is_answer:
        return
    before = card._to_backend_card()
    _set_schedule(card, memory, col.sched.today, col.sched.day_cutoff)
    if col.get_config("fsrs", False):
        _set_memory(col, card, [row for row in rows if row.is_answer])
    if card._to_backend_card() != before:
        col.update_cards([card], skip_undo_entry=True)


def _set_schedule(card: Any, memory: Memory, today: int, day_end: int) -> None:
    """Set when a card is due: on the day that the last answer chose, or to the second."""
    if card.type == 0 and card.original_position is None:
        card.original_position = card.due
    card.type = memory.state  # both count learning, review and relearning from 1
    card.reps, card.lapses, card.last_review_time = (
        memory.reviews,
        memory.lapses,
        memory.last // 1000,
    )
    if memory.state == REVIEW:
        card.ivl, card.left = (memory.due - memory.last) // DAY_MS, 0
        queue, card.due = (
            _REVIEW_QUEUE,
            today - (day_end - 1 - memory.last // 1000) // _DAY_S + card.ivl,
        )
        card.factor = card.factor or _FIRST_FACTOR
    else:
        card.ivl = int(memory.state == RELEARNING)
        card.left = 2 - (memory.step or 0) if memory.state == LEARNING else 1
        queue, card.due = _INTRADAY_QUEUE, memory.due // 1000
        if card.due >= day_end:
            queue, card.due = _DAY_LEARN_QUEUE, today + 1
    card.queue = queue if card.queue >= 0 else card.queue  # else it is suspended or buried


def _set_memory(col: Any, card: Any, answers: Sequence[RevlogRow]) -> None:
    """Set stability and difficulty, which the engine computes with the learner's parameters.

    Rows of a device that did not know all answers are read as if one device had given them; what
    other devices have never changes.
    """
    col.db.execute("SAVEPOINT types")
    kind = collection.LEARNING
    for row in answers:
        if row.type not in (kind, collection.FILTERED):
            col.db.execute("UPDATE revlog SET type = ? WHERE id = ?", kind, row.id)
        if row.ivl > 0:
            kind = collection.REVIEW
        elif kind != collection.LEARNING:
            kind = collection.RELEARNING
    found = col._backend.compute_memory_state(card.id)
    col.db.execute("ROLLBACK TO types")
    col.db.execute("RELEASE types")
    if found.HasField("state"):
        card.memory_state = found.state
        card.desired_retention, card.decay = found.desired_retention, found.decay


class MarkPlan(NamedTuple):
    """What each side has to learn of the other."""

    received: list[Mark]
    sent: list[tuple[int, str, int]]
    """Anki's number of the card, name and value."""
    agreed: list[str]
    """The uids of marks that hold on both sides; of those that are sent after they were sent."""


def plan_marks(log: ReviewLog, cards: Iterable[AnkiCard]) -> MarkPlan:
    """Return who has to change what, given the marks here, the cards and the last agreement."""
    here, plan = load_marks(log.database), MarkPlan([], [], [])
    for card in cards:
        course, lang, key = card.owner
        for name, theirs in card.marks.items():
            mark = here.get((card.owner, name), MarkState())
            if theirs == mark.agreed != mark.value:
                plan.sent.append((card.id, name, mark.value))
            elif theirs == mark.value:
                plan.agreed.extend([mark.uid] if mark.uid else [])
            else:
                at = max(card.mod * 1000, mark.at + 1)  # newer, whatever the clocks say
                uid = f"anki-{card.mod}-{checksum(*card.owner, name, theirs):08x}"
                received = Mark(course, key, lang, at, name, theirs, uid)  # type: ignore[arg-type]
                plan.received.append(received)
                plan.agreed.append(uid)
    return plan


def send_marks(col: Any, marks: Iterable[tuple[int, str, int]]) -> None:
    """Suspend and flag cards in a collection, or take that back."""
    for card, name, value in marks:
        if name == "flagged":
            col.set_user_flag_for_cards(_RED * value, [card])
        elif value:
            col.sched.suspend_cards([card])
        else:
            col.sched.unsuspend_cards([card])
