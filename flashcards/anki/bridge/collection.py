"""Our cards, answers and marks in a learner's collection: read, and written; nothing else is.

A note is ours if its GUID is the one that belongs to the course, language and key in its first
field. Reading needs neither the engine nor an account: a file that Anki exported is read, too.

When two devices answer a card offline, Anki keeps both rows and the card of whoever came last,
as if the other answer had not been. Here a card is made what follows from all its answers.
Suspended and flagged cards are on both sides the same: the side that changed last wins.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from flashcards.anki.bridge.engine import load_engine
from flashcards.anki.content import make_guid
from flashcards.anki.reader import open_collection
from flashcards.reviews.memory import (
    AGAIN,
    DAY_MS,
    EVERY_RATING,
    LATEST,
    LEARNING,
    MAX_INTERVAL,
    REVIEW,
    Memory,
)
from flashcards.reviews.review import Mark, MarkName, Owner, Review
from flashcards.reviews.store import ReviewLog

REVLOG_COLUMNS = "id, cid, ease, ivl, lastIvl, factor, time, type"
_ROW_LEARNING, _ROW_REVIEW, _ROW_RELEARNING, _ROW_FILTERED, _ROW_MANUAL = range(5)
"""The type of a row, as Anki names and numbers them."""
_STEPS_QUEUE, _REVIEW_QUEUE = 1, 2
_EARLIEST, _LATEST = 2 * DAY_MS, LATEST - (MAX_INTERVAL + 2) * DAY_MS
"""Milliseconds: the days of an answer and of the next one can be kept, in every time zone."""
_MARKS: tuple[MarkName, ...] = ("suspended", "flagged")


class AnkiCard(NamedTuple):
    """One of our cards, as a collection has it."""

    id: int
    owner: Owner
    suspended: int
    flagged: int
    """1 or 0."""
    reps: int
    """How many answers it knows of."""


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
    def is_possible(self) -> bool:
        """Whether the log can keep such values: a collection may come from anywhere."""
        if not all(isinstance(value, int) for value in self):
            return False
        is_in_time = _EARLIEST <= self.id <= _LATEST and self.time <= LATEST
        return is_in_time and self.ease in range(len(EVERY_RATING) + 1)

    @property
    def is_answer(self) -> bool:
        """Whether it counts: neither a move by hand nor cramming, which does not reschedule."""
        is_cramming = self.type == _ROW_FILTERED and self.factor == 0
        return 1 <= self.ease <= 4 and self.type in range(_ROW_MANUAL) and not is_cramming


def find_our_cards(query: Callable[[str], Iterable[Sequence[Any]]]) -> dict[int, AnkiCard]:
    """Return our cards in a collection, in which `query` runs a SELECT, by Anki's number."""
    cards = {}
    for number, guid, name, ordinal, *rest in query(
        "SELECT c.id, n.guid, substr(n.flds, 1, instr(n.flds, char(31)) - 1) AS name, c.ord, "
        "c.queue = -1, c.flags & 7 != 0, c.reps "
        "FROM cards c JOIN notes n ON n.id = c.nid WHERE name LIKE '%/%/%'"
    ):
        course, lang, key = str(name).split("/", 2)
        if make_guid(course, key, lang) == guid:
            cards[number] = AnkiCard(number, (course, lang, f"{key}#{ordinal}"), *rest)
    return cards


class RevlogRows(NamedTuple):
    """The rows of our cards in a collection, in order of time."""

    rows: Sequence[RevlogRow]
    left_out: int
    """How many other rows of our cards have impossible values."""


def read_revlog(
    query: Callable[[str], Iterable[Sequence[Any]]], cards: Mapping[int, AnkiCard]
) -> RevlogRows:
    """Return the rows of our cards in a collection, in which `query` runs a SELECT."""
    listed = ",".join(map(str, cards))
    select = f"SELECT {REVLOG_COLUMNS} FROM revlog WHERE cid IN ({listed}) ORDER BY id"
    every = [RevlogRow._make(row) for row in query(select)]
    rows = [row for row in every if row.is_possible]
    return RevlogRows(rows, len(every) - len(rows))


def list_answers(
    rows: Iterable[RevlogRow], cards: Mapping[int, AnkiCard], count_day: Callable[[int], int]
) -> Iterator[Review]:
    """Yield the answers among some rows of our cards."""
    for row in rows:
        if not row.is_answer:
            continue
        course, lang, card = owner = cards[row.card].owner
        day = count_day(row.id)
        name = crc32("\x1f".join(owner).encode())
        yield Review(
            course=course,
            lang=lang,
            card=card,
            at=row.id,
            rating=row.ease,  # type: ignore[arg-type]
            score=float(row.ease != AGAIN),
            form="anki",
            answer="",
            duration=max(0, row.time),
            uid=f"anki-{row.id}-{name:08x}",  # the same on every machine
            day=day,
            due=day + min(_count_days(row.ivl), MAX_INTERVAL),
        )


def _count_days(ivl: int) -> int:
    """Return the whole days of an interval, which is in days if positive, else in seconds.

    A step of ten minutes has none, also where it ends after four o'clock: whether the card is still
    being learned must not depend on the device that reads the answer.
    """
    return ivl if ivl > 0 else -ivl * 1000 // DAY_MS


class PullReport(NamedTuple):
    """How many answers came out of a file, how many were in the log already, and our cards."""

    added: int
    known: int
    cards: int
    left_out: int
    """Answers with impossible values."""


def pull_reviews(source: Path, open_log: Callable[[], ReviewLog]) -> PullReport:
    """Add the answers of a file to the log; return how many were new.

    The log is opened last, so that a name that is wrong makes none. All or none: raises
    FlashcardsError if the file is no collection or the log cannot be used.
    """
    with open_collection(source) as connection, open_log() as log:
        cards = find_our_cards(connection.execute)
        revlog = read_revlog(connection.execute, cards)
        answers = [*list_answers(revlog.rows, cards, log.schedule.count_day)]
        added = log.add(answers, shared=True)
    return PullReport(added, len(answers) - added, len(cards), revlog.left_out)


def choose_revlog_ids(col: Any, reviews: Sequence[Review]) -> dict[str, int]:
    """Return by uid a free id for each answer: its millisecond, or a later one.

    Ids of the revlog are unique in the whole collection, over all decks.
    """
    first = min((review.at for review in reviews), default=LATEST)
    used = {*col.db.list("SELECT id FROM revlog WHERE id >= ?", first)}
    ids = {}
    for review in reviews:
        ids[review.uid] = next(at for at in count(review.at) if at not in used)
        used.add(ids[review.uid])
    return ids


def insert_answers(
    col: Any, log: ReviewLog, cards: Iterable[AnkiCard], uids: Collection[str]
) -> list[RevlogRow]:
    """Add the rows of some answers to some cards, to be sent; return them."""
    rows = [row for card in cards for row in _make_rows(log, card, uids)]
    col.db.executemany(
        f"INSERT INTO revlog ({REVLOG_COLUMNS}, usn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, -1)",
        [list(row) for row in rows],
    )
    return rows


def _make_rows(log: ReviewLog, card: AnkiCard, uids: Collection[str]) -> Iterator[RevlogRow]:
    kind, last_ivl = _ROW_LEARNING, 0
    for review, memory in log.replay(card.owner):
        wait = memory.due - memory.last
        ivl = max(1, wait // DAY_MS) if memory.state == REVIEW else -max(1, wait // 1000)
        if review.uid in uids:
            # Anki keeps the difficulty of FSRS there, 100 to 1100.
            factor = round((memory.difficulty - 1) / 9 * 1000) + 100
            answer = review.at, card.id, review.rating, ivl, last_ivl, factor
            yield RevlogRow(*answer, min(review.duration, 2**31 - 1), kind)
        kind, last_ivl = memory.state - 1, ivl  # the states count from one


def since_reset(rows: Iterable[RevlogRow]) -> list[RevlogRow]:
    """Return the rows after the learner last made Anki forget the card, without cramming."""
    counting: list[RevlogRow] = []
    for row in rows:
        if (row.type, row.ease, row.factor) == (_ROW_MANUAL, 0, 0):  # Anki's "Forget"
            counting = []
        elif row.ease == 0 or row.is_answer:
            counting.append(row)
    return counting


def reschedule_card(
    col: Any, log: ReviewLog, card_id: int, memory: Memory, rows: Sequence[RevlogRow]
) -> None:
    """Make a card what follows from all its answers, which gave a memory and the rows.

    One that was moved by hand after its last answer, or is in a filtered deck, stays where it is.
    """
    card = col.get_card(card_id)
    if card.odid or not rows or not rows[-1].is_answer:
        return
    before = card._to_backend_card()
    _set_schedule(card, memory, col.sched.today, col.sched.day_cutoff)
    if col.get_config("fsrs", False):
        state = {"stability": memory.stability, "difficulty": memory.difficulty}
        card.memory_state = load_engine().cards.FSRSMemoryState(**state)
        card.desired_retention, card.decay = log.schedule.retention, log.schedule.decay
    if card._to_backend_card() != before:
        col.update_cards([card], skip_undo_entry=True)


def _set_schedule(card: Any, memory: Memory, today: int, day_end: int) -> None:
    """Set when a card is due: on the day that the last answer chose, or to the second."""
    card.type = memory.state
    card.reps, card.lapses = memory.reviews, memory.lapses
    card.last_review_time = memory.last // 1000
    if memory.state == REVIEW:
        answered = today - (day_end - 1 - card.last_review_time) * 1000 // DAY_MS
        queue = _REVIEW_QUEUE
        card.ivl = (memory.due - memory.last) // DAY_MS
        card.due = answered + card.ivl
        card.left = 0
        card.factor = card.factor or 2500  # the ease with which SM-2 begins
    else:
        is_new = memory.state == LEARNING
        queue = _STEPS_QUEUE
        card.due = memory.due // 1000
        card.ivl = 0 if is_new else 1
        card.left = 2 - (memory.step or 0) if is_new else 1  # steps
    if card.queue >= 0:  # neither suspended nor buried
        card.queue = queue


def plan_marks(
    log: ReviewLog, cards: Iterable[AnkiCard], last_sync: int, now: int
) -> tuple[list[Mark], list[Mark]]:
    """Return the marks that are new from Anki, and those here that are new for Anki.

    After the last sync both sides agreed: of two that differ, a mark here that is newer holds,
    and else what Anki has.
    """
    here = log.newest_marks()
    received, sent = [], []
    for card in cards:
        course, lang, key = card.owner
        for name in _MARKS:
            mark = here.get((card.owner, name))
            in_anki = getattr(card, name)
            if mark and mark.value != in_anki and mark.at > last_sync:
                sent.append(mark)
            elif in_anki != (mark.value if mark else 0):
                received.append(Mark(course, key, lang, now, name, in_anki))
    return received, sent


def send_mark(col: Any, card: AnkiCard, mark: Mark) -> None:
    """Suspend or flag a card in a collection, or take that back."""
    if mark.name == "flagged":
        col.set_user_flag_for_cards(mark.value, [card.id])  # 1 is red
    elif mark.value:
        col.sched.suspend_cards([card.id])
    else:
        col.sched.unsuspend_cards([card.id])
