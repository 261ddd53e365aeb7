"""Rows of Anki's review log, and the reviews that they are here.

Not every row is an answer: some say that the learner or the scheduler moved a card, and
an answer in a filtered deck that does not reschedule is cramming.

When two devices answer a card offline, Anki keeps both rows and the card of whoever came
last, as if the other answer had not been. Here rows in order of time give the card, as if one
device had given all answers: the state from all of them, the due day from the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from flashcards.anki.bridge.collection import REVLOG_COLUMNS, OurCards, Query, RevlogRow
from flashcards.reviews.memory import AGAIN, DAY_BEGINS_MS, EASY, HARD
from flashcards.reviews.review import Owner, Review, checksum
from flashcards.reviews.scheduler import LATEST
from flashcards.reviews.synced import ANKI_FORM, Place

LEARNING, REVIEW, RELEARNING, FILTERED = range(4)
"""What a card was when it was answered."""
LONGEST_IVL = 36_500
DAY_S = 86_400
MANUAL = 4
"""The type of a row that is no answer: the learner moved the card, or made Anki forget it."""
FIRST_FACTOR, LEAST_FACTOR = 2500, 1300
_FACTOR_STEPS = {AGAIN: -200, HARD: -150, EASY: 150}
"""What SM-2 adds to the ease of a card, in thousandths."""
LEARNING_TYPE, REVIEW_TYPE, RELEARNING_TYPE = 1, 2, 3
_INTRADAY, _REVIEW_QUEUE, _DAY_LEARN = 1, 2, 3
"""Types and queues of cards; those in steps are due to the second, or from a day on."""
_USUAL_ROLLOVER = 4


def is_answer(row: RevlogRow) -> bool:
    """Whether a row is an answer that counts."""
    cramming = row.type == FILTERED and row.factor == 0
    return 1 <= row.ease <= 4 and 0 <= row.type <= FILTERED and not cramming


def is_sound(row: RevlogRow) -> bool:
    """Whether the numbers of a row are possible: a collection may come from anywhere."""
    return all(isinstance(value, int) for value in row) and 0 < row.id <= LATEST


def list_answers(
    query: Query, ours: OurCards, count_day: Callable[[int], int], where: str = "1"
) -> Iterator[tuple[Review, Place]]:
    """The answers to our cards in a collection in order of time, each with its place there."""
    for found in query(f"SELECT {REVLOG_COLUMNS} FROM revlog WHERE {where} ORDER BY id"):
        row = RevlogRow(*found)
        if row.card in ours.cards and is_sound(row) and is_answer(row):
            review = _make_review(row, ours.cards[row.card].owner, count_day)
            yield review, Place(row.id, row.card)


def _make_review(row: RevlogRow, owner: Owner, count_day: Callable[[int], int]) -> Review:
    """The review that an answer in Anki is; it has the same name on every machine."""
    course, lang, card = owner
    day = count_day(row.id)
    if row.ivl > 0:
        due = day + min(row.ivl, LONGEST_IVL)
    else:  # a short step, mostly on the same day
        due = max(day, count_day(min(row.id - row.ivl * 1000, LATEST)))
    return Review(
        course=course,
        card=card,
        lang=lang,
        fingerprint="",
        at=row.id,
        rating=row.ease,  # type: ignore[arg-type]
        score=float(row.ease != AGAIN),
        form=ANKI_FORM,
        answer="",
        duration=max(0, row.time),
        version="",
        uid=f"anki-{row.id}-{checksum(*owner):08x}",
        day=day,
        due=due,
    )


def shift_rollover(count_day: Callable[[int], int], hour: object) -> Callable[[int], int]:
    """`count_day`, whose days begin at four, for days that begin at another hour, as in Anki.

    What is no hour counts as four.
    """
    begins = hour if type(hour) is int and 0 <= hour <= 23 else _USUAL_ROLLOVER
    shift = DAY_BEGINS_MS - begins * 3_600_000
    return lambda at: count_day(max(0, at + shift))


class Days(NamedTuple):
    """Anki's calendar: the number of today, and when it ends in UTC seconds."""

    today: int
    end: int

    def find(self, seconds: int) -> int:
        """The number of the day of a time."""
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
    """The rows after the learner last made Anki forget the card, without cramming."""
    found: list[RevlogRow] = []
    for row in rows:
        if row.type == MANUAL and row.ease == 0 and row.factor == 0:
            found = []
        elif row.ease == 0 or is_answer(row):
            found.append(row)
    return found


def advance_type(kind: int, ivl: int) -> int:
    """What a card is after an answer that began an interval, given what it was."""
    if ivl > 0:
        return REVIEW
    return LEARNING if kind == LEARNING else RELEARNING


def list_types(rows: Sequence[RevlogRow]) -> list[int]:
    """What the card was at each answer, if one device had given them all."""
    found, kind = [], LEARNING
    for row in rows:
        found.append(kind)
        kind = advance_type(kind, row.ivl)
    return found


def decide_card(rows: Sequence[RevlogRow], days: Days) -> AnkiCardState | None:
    """What a card should be after its rows; None if the last of them is not an answer."""
    answers = [row for row in rows if is_answer(row)]
    if not answers or rows[-1] is not answers[-1]:
        return None
    answered = list(zip(answers, list_types(answers), strict=True))
    last, was = answered[-1]
    kind, queue, due, left = _find_place(last, was, days)
    return AnkiCardState(
        type=kind,
        queue=queue,
        due=due,
        ivl=last.ivl if last.ivl > 0 else int(kind == RELEARNING_TYPE),
        left=left,
        factor=_compute_factor(answered),
        reps=sum(row.ease > 0 for row in rows),
        lapses=sum(kind == REVIEW and row.ease == AGAIN for row, kind in answered),
        last_review=last.id // 1000,
    )


def _find_place(last: RevlogRow, was: int, days: Days) -> tuple[int, int, int, int]:
    """Type, queue, due and steps left of a card after its last answer."""
    seconds = last.id // 1000
    if last.ivl > 0:
        return REVIEW_TYPE, _REVIEW_QUEUE, days.find(seconds) + last.ivl, 0
    kind = LEARNING_TYPE if was == LEARNING else RELEARNING_TYPE
    left = 2 if kind == LEARNING_TYPE and last.ease == AGAIN else 1
    due = seconds - last.ivl
    if due >= days.end:
        return kind, _DAY_LEARN, days.find(due), left
    return kind, _INTRADAY, due, left


def _compute_factor(answered: Iterable[tuple[RevlogRow, int]]) -> int:
    """The ease that SM-2 gives a card, in thousandths; 0 until it is learned."""
    factor = 0
    for row, kind in answered:
        if kind == REVIEW:
            factor = max(LEAST_FACTOR, factor + _FACTOR_STEPS.get(row.ease, 0))  # type: ignore[call-overload]
        elif row.ivl > 0 and not factor:
            factor = FIRST_FACTOR
    return factor
