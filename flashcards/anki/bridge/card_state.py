"""What a card in Anki should be after all its answers, whichever devices gave them.

When two devices answer a card offline, Anki keeps both rows and the card of whoever came
last, as if the other answer had not been. Here rows in order of time give the card, as if one
device had given all answers: the memory from all of them, the due day from the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.anki.bridge.collection import (
    FILTERED,
    LEARNING,
    RELEARNING,
    REVIEW,
    RevlogRow,
    is_answer,
)
from flashcards.reviews.memory import AGAIN, EASY, HARD

DAY_S = 86_400
_MANUAL = 4
"""The type of a row that is no answer: the learner moved the card, or made Anki forget it."""
_FIRST_FACTOR, _MIN_FACTOR = 2500, 1300
_FACTOR_STEPS = {AGAIN: -200, HARD: -150, EASY: 150}
"""What SM-2 adds to the ease of a card, in thousandths."""
NEW_TYPE, LEARNING_TYPE, REVIEW_TYPE, RELEARNING_TYPE = range(4)
_INTRADAY, _REVIEW_QUEUE, _DAY_LEARN = 1, 2, 3
"""Types and queues of cards; those in steps are due to the second, or from a day on."""


class Days(NamedTuple):
    """Anki's calendar: the number of today, and when it ends in UTC seconds."""

    today: int
    end: int

    def find(self, seconds: int) -> int:
        """Return the number of the day of a time."""
        return self.today - (self.end - 1 - seconds) // DAY_S


class AnkiCardState(NamedTuple):
    """What a card should be, as far as its answers say it."""

    type: int
    queue: int
    due: int
    ivl: int
    left: int
    factor: int
    reps: int
    lapses: int
    last_review: int
    """UTC seconds."""


def since_reset(rows: Iterable[RevlogRow]) -> list[RevlogRow]:
    """Return the rows after the learner last made Anki forget the card, without cramming."""
    counting: list[RevlogRow] = []
    for row in rows:
        if row.type == _MANUAL and row.ease == 0 and row.factor == 0:
            counting = []
        elif row.ease == 0 or is_answer(row):
            counting.append(row)
    return counting


def advance_type(kind: int, ivl: int) -> int:
    """Return what a card is after an answer that began an interval, given what it was."""
    if ivl > 0:
        return REVIEW
    return LEARNING if kind == LEARNING else RELEARNING


def list_types(answers: Sequence[RevlogRow]) -> list[int]:
    """Return what the card was at each answer, if one device had given them all."""
    types, kind = [], LEARNING
    for row in answers:
        types.append(kind)
        kind = advance_type(kind, row.ivl)
    return types


def decide_card(rows: Sequence[RevlogRow], days: Days) -> AnkiCardState | None:
    """Return what a card should be after its rows; None if the last of them is not an answer."""
    answers = [row for row in rows if is_answer(row)]
    if not answers or rows[-1] is not answers[-1]:
        return None
    answered = list(zip(answers, list_types(answers), strict=True))
    last, was = answered[-1]
    seconds = last.id // 1000
    kind, queue, left = REVIEW_TYPE, _REVIEW_QUEUE, 0
    due = days.find(seconds) + last.ivl
    if last.ivl <= 0:
        kind = LEARNING_TYPE if was == LEARNING else RELEARNING_TYPE
        left = 2 if kind == LEARNING_TYPE and last.ease == AGAIN else 1
        queue, due = _INTRADAY, seconds - last.ivl
        if due >= days.end:
            queue, due = _DAY_LEARN, days.find(due)
    return AnkiCardState(
        type=kind,
        queue=queue,
        due=due,
        ivl=last.ivl if last.ivl > 0 else int(kind == RELEARNING_TYPE),
        left=left,
        factor=_compute_factor(answered),
        reps=len(answers),
        lapses=sum(kind == REVIEW and row.ease == AGAIN for row, kind in answered),
        last_review=seconds,
    )


def _compute_factor(answered: Iterable[tuple[RevlogRow, int]]) -> int:
    """Return the ease that SM-2 gives a card, in thousandths; 0 until it is learned."""
    factor = 0
    for row, kind in answered:
        if kind == REVIEW:
            factor = max(_MIN_FACTOR, factor + _FACTOR_STEPS.get(row.ease, 0))  # type: ignore[call-overload]
        elif row.ivl > 0 and not factor:
            factor = _FIRST_FACTOR
    return factor


def restate_cards(col: Any, histories: Mapping[int, Sequence[RevlogRow]]) -> None:
    """Make cards what follows from their rows since the last reset.

    Stability and difficulty are computed by the engine with the learner's parameters.
    """
    days = Days(col.sched.today, col.sched.day_cutoff)
    uses_fsrs = bool(col.get_config("fsrs", False))
    cards = {number: col.get_card(number) for number in histories}
    before = {number: card._to_backend_card() for number, card in cards.items()}
    for number, card in cards.items():
        if wanted := decide_card(histories[number], days):
            _set_schedule(card, wanted, uses_fsrs)
    if uses_fsrs:
        wrong = [pair for rows in histories.values() for pair in _list_wrong_types(rows)]
        col.db.execute("SAVEPOINT types")
        col.db.executemany("UPDATE revlog SET type = ? WHERE id = ?", wrong)
        states = [col._backend.compute_memory_state(number) for number in cards]
        col.db.execute("ROLLBACK TO types")  # rows that other devices have never change
        col.db.execute("RELEASE types")
        for card, new in zip(cards.values(), states, strict=True):
            if new.HasField("state"):
                card.memory_state = new.state
                card.desired_retention, card.decay = new.desired_retention, new.decay
    changed = [card for card in cards.values() if card._to_backend_card() != before[card.id]]
    if changed:
        col.update_cards(changed, skip_undo_entry=True)


def _set_schedule(card: Any, wanted: AnkiCardState, uses_fsrs: bool) -> None:
    if card.type == NEW_TYPE and card.original_position is None:
        card.original_position = card.due if not card.odid else card.odue
    if card.odid:  # in a filtered deck, which it leaves with the due day of its own
        card.odue = wanted.due if wanted.type == REVIEW_TYPE else card.odue
    else:
        card.type, card.due, card.left, card.ivl = wanted.type, wanted.due, wanted.left, wanted.ivl
        card.queue = card.queue if card.queue < 0 else wanted.queue
    card.reps, card.lapses = wanted.reps, wanted.lapses
    card.last_review_time = wanted.last_review
    if not uses_fsrs or not card.factor:
        card.factor = wanted.factor


def _list_wrong_types(rows: Sequence[RevlogRow]) -> Iterator[list[int]]:
    """Yield the right type and the number of each answer of a device that did not know all."""
    answers = [row for row in rows if is_answer(row)]
    for row, kind in zip(answers, list_types(answers), strict=True):
        if row.type not in ((REVIEW, FILTERED) if kind == REVIEW else (kind,)):
            yield [kind, row.id]
