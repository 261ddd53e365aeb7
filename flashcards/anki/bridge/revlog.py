"""Rows of Anki's review log, and the reviews that they are here.

Not every row is an answer: some say that the learner or the scheduler moved a card, and
an answer in a filtered deck that does not reschedule is cramming.
"""

from __future__ import annotations

from collections.abc import Callable

from flashcards.anki.bridge.collection import RevlogRow
from flashcards.reviews.memory import AGAIN, DAY_BEGINS_MS
from flashcards.reviews.review import Owner, Review, checksum
from flashcards.reviews.scheduler import LATEST
from flashcards.reviews.synced import ANKI_FORM

LEARNING, REVIEW, RELEARNING, FILTERED = range(4)
"""What a card was when it was answered."""
LONGEST_IVL = 36_500


def is_answer(row: RevlogRow) -> bool:
    """Whether a row is an answer that counts."""
    cramming = row.type == FILTERED and row.factor == 0
    return 1 <= row.ease <= 4 and 0 <= row.type <= FILTERED and not cramming


def is_sound(row: RevlogRow) -> bool:
    """Whether the numbers of a row are possible: a collection may come from anywhere."""
    return all(isinstance(value, int) for value in row) and 0 < row.id <= LATEST


def make_uid(row: RevlogRow, owner: Owner) -> str:
    """The name of an answer that was given in Anki, the same on every machine."""
    return f"anki-{row.id}-{checksum(*owner):08x}"


def make_review(row: RevlogRow, owner: Owner, count_day: Callable[[int], int]) -> Review:
    """The review that an answer in Anki is; `count_day` gives the learner's day of a time."""
    course, lang, card = owner
    day = count_day(row.id)
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
        uid=make_uid(row, owner),
        day=day,
        due=_find_due(row, day, count_day),
    )


def _find_due(row: RevlogRow, day: int, count_day: Callable[[int], int]) -> int:
    """The day of the next answer; the same day for a short step."""
    if row.ivl > 0:
        return day + min(row.ivl, LONGEST_IVL)
    return max(day, count_day(min(row.id - row.ivl * 1000, LATEST)))


def shift_rollover(count_day: Callable[[int], int], hour: int) -> Callable[[int], int]:
    """`count_day`, whose days begin at four, for days that begin at another hour, as in Anki."""
    shift = DAY_BEGINS_MS - hour * 3_600_000
    return lambda at: count_day(max(0, at + shift))
