"""What belongs to us in a learner's collection: cards and answers; nothing else is read.

A note is ours if it has one of our note types and the GUID that belongs to the course, language
and key in its first field. A note with our GUID and another note type may ask anything: it is
left alone.

Not every row of Anki's review log is an answer: some say that the learner or the scheduler moved
a card, and an answer in a filtered deck that does not reschedule is cramming.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.anki.guid import make_guid, make_type_id
from flashcards.course.model import KINDS
from flashcards.reviews.memory import AGAIN, DAY_BEGINS_MS
from flashcards.reviews.review import Owner, Review, checksum
from flashcards.reviews.scheduler import LATEST
from flashcards.reviews.synced import ANKI_FORM, Place

Query = Callable[[str], Iterable[Sequence[Any]]]
"""Runs a SELECT in a collection."""
REVLOG_COLUMNS = "id, cid, ease, ivl, lastIvl, factor, time, type"
LEARNING, REVIEW, RELEARNING, FILTERED = range(4)
"""What a card was when it was answered: the type of a row."""
_SUSPENDED = -1
_FLAG_BITS = 7
_MAX_IVL = 36_500
_USUAL_ROLLOVER = 4


class AnkiCard(NamedTuple):
    """One of our cards, as a collection has it."""

    id: int
    owner: Owner
    released: int
    """When its text was released or edited, in UTC seconds."""
    mod: int
    """When anything of it was changed, in UTC seconds."""
    queue: int
    flags: int
    reps: int
    """How many answers it knows of."""

    @property
    def marks(self) -> dict[str, int]:
        """Suspended and flagged, as 1 or 0."""
        return {
            "suspended": int(self.queue == _SUSPENDED),
            "flagged": int(self.flags & _FLAG_BITS != 0),
        }


class RevlogRow(NamedTuple):
    """One row of Anki's review log, in the order of `REVLOG_COLUMNS`."""

    id: int
    """UTC milliseconds."""
    card: int
    ease: int
    ivl: int
    """Days until the next answer if positive, else seconds."""
    last_ivl: int
    factor: int
    time: int
    """Milliseconds that the answer took."""
    type: int


def find_our_cards(query: Query, courses: Collection[tuple[str, str]]) -> dict[int, AnkiCard]:
    """Return our cards in a collection by Anki's number.

    `courses` are pairs of course and language: cards have the note types that all courses share
    in one of the languages, or those of one of the courses that has a style of its own.
    """
    types = {
        str(make_type_id(kind, lang, owner))
        for course, lang in courses
        for owner in ("", course)
        for kind in KINDS
    }
    rows = query(
        "SELECT c.id, n.guid, substr(n.flds, 1, instr(n.flds, char(31)) - 1), c.ord, "
        "n.mod, c.mod, c.queue, c.flags, c.reps "
        f"FROM cards c JOIN notes n ON n.id = c.nid WHERE n.mid IN ({', '.join(types)})"
    )
    cards = {}
    for number, guid, name, ordinal, *rest in rows:
        course, _, rest_of_name = str(name).partition("/")
        lang, _, key = rest_of_name.partition("/")
        if make_guid(course, key, lang) == guid:
            cards[number] = AnkiCard(number, (course, lang, f"{key}#{ordinal}"), *rest)
    return cards


def is_answer(row: RevlogRow) -> bool:
    """Return whether a row is an answer that counts."""
    cramming = row.type == FILTERED and row.factor == 0
    return 1 <= row.ease <= 4 and 0 <= row.type <= FILTERED and not cramming


def list_answers(
    rows: Iterable[RevlogRow], cards: Mapping[int, AnkiCard], count_day: Callable[[int], int]
) -> Iterator[tuple[Review, Place]]:
    """Yield the answers to our cards among some rows, each with its place in Anki.

    A row with impossible values is left out: a collection may come from anywhere.
    """
    for row in rows:
        possible = all(isinstance(value, int) for value in row) and 0 < row.id <= LATEST
        if row.card in cards and possible and is_answer(row):
            yield _make_review(row, cards[row.card].owner, count_day), Place(row.id, row.card)


def _make_review(row: RevlogRow, owner: Owner, count_day: Callable[[int], int]) -> Review:
    """Return the review that an answer in Anki is; it has the same uid on every machine."""
    course, lang, card = owner
    day = count_day(row.id)
    if row.ivl > 0:
        due = day + min(row.ivl, _MAX_IVL)
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
    """Return `count_day`, whose days begin at four, for days that begin at Anki's hour.

    What is no hour counts as four.
    """
    begins = hour if type(hour) is int and 0 <= hour <= 23 else _USUAL_ROLLOVER
    shift = DAY_BEGINS_MS - begins * 3_600_000
    return lambda at: count_day(max(0, at + shift))
