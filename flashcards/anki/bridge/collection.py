"""Our cards, answers and marks in a learner's collection: read, and written; nothing else is.

A note is ours if its GUID is the one that belongs to the course, language and key in its first
field. Reading needs neither the engine nor an account: a file that Anki exported is read, too.

When two devices answer a card offline, Anki keeps both rows and the card of whoever came last,
as if the other answer had not been. Here a card is made what follows from all its answers.
Suspended and flagged cards are on both sides the same: the side that changed wins. A mark on
which both sides agreed is remembered, and whoever differs from it has changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.content import make_guid
from flashcards.anki.reader import open_collection
from flashcards.reviews.memory import (
    AGAIN,
    DAY_MS,
    LATEST,
    LEARNING,
    MAX_INTERVAL,
    RELEARNING,
    REVIEW,
    Memory,
)
from flashcards.reviews.review import Mark, Owner, Review, checksum
from flashcards.reviews.store import ANKI_FORM, MarkState, Place, ReviewLog

REVLOG_COLUMNS = "id, cid, ease, ivl, lastIvl, factor, time, type"
_WHILE_LEARNING, _IN_REVIEW, _WHILE_RELEARNING, _FILTERED = range(4)
"""What a card was when it was answered: the type of a row."""
_ROW_TYPES = {
    LEARNING: _WHILE_LEARNING,
    REVIEW: _IN_REVIEW,
    RELEARNING: _WHILE_RELEARNING,
}
_FORGOTTEN = (4, 0, 0)
"""Type, ease and factor of a row with which the learner made Anki forget a card."""
_SUSPENDED, _FLAG_BITS, _RED = -1, 7, 1
_INTRADAY_QUEUE, _REVIEW_QUEUE, _DAY_LEARN_QUEUE = 1, 2, 3
_DAY_S = 86_400
_FIRST_FACTOR = 2500
"""The ease with which SM-2 begins, in thousandths."""


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
        is_cramming = self.type == _FILTERED and self.factor == 0
        return 1 <= self.ease <= 4 and 0 <= self.type <= _FILTERED and not is_cramming


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
        open_collection(source, "revlog") as connection,
        open_log() as log,
    ):
        cards = find_our_cards(connection.execute)
        rows = connection.execute(f"SELECT {REVLOG_COLUMNS} FROM revlog ORDER BY id")
        answers = [*list_answers(map(RevlogRow._make, rows), cards, count_day)]
        places = {review.uid: place for review, place in answers}
        added = log.add((review for review, _ in answers), places)
    return PullReport(added, len(answers) - added, len(cards))


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
    kind, last_ivl = _WHILE_LEARNING, 0
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
    kind = _WHILE_LEARNING
    for row in answers:
        if row.type not in (kind, _FILTERED):
            col.db.execute("UPDATE revlog SET type = ? WHERE id = ?", kind, row.id)
        if row.ivl > 0:
            kind = _IN_REVIEW
        elif kind != _WHILE_LEARNING:
            kind = _WHILE_RELEARNING
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
    here, plan = log.mark_states(), MarkPlan([], [], [])
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
