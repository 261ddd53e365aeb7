"""What belongs to us in a learner's collection: cards and answers; nothing else is read.

A note is ours if its GUID is the one that belongs to the course, language and key in its first
field. This needs neither the engine nor an account: a file that Anki exported is read, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.archive import unpack_database
from flashcards.anki.guid import make_guid
from flashcards.anki.reader import open_unpacked
from flashcards.reviews.memory import AGAIN
from flashcards.reviews.review import Owner, Review, checksum
from flashcards.reviews.scheduler import LATEST, MAX_INTERVAL
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import ANKI_FORM, Place

REVLOG_COLUMNS = "id, cid, ease, ivl, lastIvl, factor, time, type"
LEARNING, REVIEW, RELEARNING, FILTERED = range(4)
"""What a card was when it was answered: the type of a row."""
_SUSPENDED, _FLAG_BITS = -1, 7


class AnkiCard(NamedTuple):
    """One of our cards, as a collection has it."""

    id: int
    owner: Owner
    mod: int
    """When anything of it was changed, in UTC seconds."""
    queue: int
    flags: int
    reps: int
    """How many answers it knows of."""

    @property
    def marks(self) -> dict[str, int]:
        """Suspended and flagged, as 1 or 0."""
        is_flagged = self.flags & _FLAG_BITS != 0
        return {"suspended": int(self.queue == _SUSPENDED), "flagged": int(is_flagged)}


class RevlogRow(NamedTuple):
    """One row of Anki's review log, in the order of `REVLOG_COLUMNS`; times are milliseconds."""

    id: int
    card: int
    ease: int
    ivl: int
    """Days until the next answer if positive, else seconds."""
    last_ivl: int
    factor: int
    time: int
    type: int

    @property
    def is_answer(self) -> bool:
        """Whether it counts: neither a move by hand nor cramming, which does not reschedule."""
        is_cramming = self.type == FILTERED and self.factor == 0
        return 1 <= self.ease <= 4 and 0 <= self.type <= FILTERED and not is_cramming


def find_our_cards(query: Callable[[str], Iterable[Sequence[Any]]]) -> dict[int, AnkiCard]:
    """Return our cards in a collection, in which `query` runs a SELECT, by Anki's number."""
    cards = {}
    for number, guid, name, ordinal, *rest in query(
        "SELECT c.id, n.guid, substr(n.flds, 1, instr(n.flds, char(31)) - 1) AS name, c.ord, "
        "c.mod, c.queue, c.flags, c.reps "
        "FROM cards c JOIN notes n ON n.id = c.nid WHERE name LIKE '%/%/%'"
    ):
        course, lang, key = str(name).split("/", 2)
        if make_guid(course, key, lang) == guid:
            cards[number] = AnkiCard(number, (course, lang, f"{key}#{ordinal}"), *rest)
    return cards


def list_answers(
    rows: Iterable[RevlogRow], cards: Mapping[int, AnkiCard], count_day: Callable[[int], int]
) -> Iterator[tuple[Review, Place]]:
    """Yield the answers to our cards among some rows, each with its place in Anki.

    A row with impossible values is left out: a collection may come from anywhere.
    """
    for row in rows:
        is_possible = all(isinstance(value, int) for value in row) and 0 < row.id <= LATEST
        if row.card not in cards or not is_possible or not row.is_answer:
            continue
        course, lang, card = owner = cards[row.card].owner
        day = count_day(row.id)
        step_end = min(row.id - min(row.ivl, 0) * 1000, LATEST)  # mostly on the same day
        review = Review(
            course=course,
            lang=lang,
            card=card,
            fingerprint="",
            at=row.id,
            rating=row.ease,  # type: ignore[arg-type]
            score=float(row.ease != AGAIN),
            form=ANKI_FORM,
            answer="",
            duration=max(0, row.time),
            version="",
            uid=f"anki-{row.id}-{checksum(*owner):08x}",  # the same on every machine
            day=day,
            due=day + min(row.ivl, MAX_INTERVAL) if row.ivl > 0 else count_day(step_end),
        )
        yield review, Place(row.id, row.card)


class PullReport(NamedTuple):
    """How many answers came out of a file, how many were in the log already, and our cards."""

    added: int
    known: int
    cards: int


def pull_reviews(
    source: Path, open_log: Callable[[], ReviewLog], count_day: Callable[[int], int]
) -> PullReport:
    """Add the answers of a file to the log; return how many were new.

    `count_day` gives the learner's day of a time. The log is opened last, so that a name that is
    wrong makes none. All or none: raises FlashcardsError if the file is no collection or the log
    cannot be used.
    """
    with (
        unpack_database(source) as database,
        open_unpacked(database, str(source), ("revlog",)) as connection,
        open_log() as log,
    ):
        cards = find_our_cards(connection.execute)
        rows = connection.execute(f"SELECT {REVLOG_COLUMNS} FROM revlog ORDER BY id")
        answers = [*list_answers(map(RevlogRow._make, rows), cards, count_day)]
        places = {review.uid: place for review, place in answers}
        added = log.add((review for review, _ in answers), places)
    return PullReport(added, len(answers) - added, len(cards))
