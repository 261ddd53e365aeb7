"""One sync: ptquiz as one more device of the learner's Anki account.

The mirror is synced; answers of Anki go into the log; answers of the terminal go into the
mirror, and each card that has some, or that two devices answered without knowing of each
other, is made what follows from all its answers; then the mirror is synced again.

Every step can be cut off: what was received is told by its number, what was sent is found
again in the mirror or on the server, and the mark up to which all is done moves last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flashcards.anki.bridge.account import Account, mirror_folder, write_account
from flashcards.anki.bridge.collection import Courses, OurCards, Query, find_our_cards
from flashcards.anki.bridge.engine import engine_errors, import_package
from flashcards.anki.bridge.mirror import exchange, has_pending, open_mirror
from flashcards.anki.bridge.pull import USUAL_ROLLOVER, list_answers
from flashcards.anki.bridge.push import choose_places, insert_rows, make_rows, restate_cards
from flashcards.anki.bridge.revlog import shift_rollover
from flashcards.anki.bridge.shared_marks import MarkPlan, plan_marks, send_marks
from flashcards.reviews import synced
from flashcards.reviews.database import writing
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import Place

_USN, _SYNCED_AT, _OPEN = "usn", "synced_at", "open"
"""What the last sync left: where Anki's count of changes was, when, and whether it was cut off."""
_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, or would do."""

    received: int = 0
    sent: int = 0
    waiting: int = 0
    """Answers to cards that the collection does not have."""
    restated: int = 0
    """Cards whose memory was computed from all answers, and was another."""
    marks_received: int = 0
    marks_sent: int = 0
    cards: int = 0
    """Cards of ours in the collection."""
    strangers: int = 0
    """Notes with our GUID but another note type, which were left alone."""
    newest: int = 0
    """When the newest text of ours in the collection was released, in UTC seconds."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return asdict(self)


@dataclass(frozen=True)
class Learner:
    """Who syncs: the account and its folder, the log, the courses and the learner's day."""

    folder: Path
    account: Account
    log: ReviewLog
    courses: Courses
    count_day: Callable[[int], int]


def sync_with_anki(learner: Learner, now: int, package: Path | None = None) -> SyncReport:
    """Makes the log and the learner's collection know the same; what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    with open_mirror(mirror_folder(learner.folder)) as col:
        learner, is_fresh = _exchange(col, learner)
        with engine_errors():
            ours = _find_ours(col, learner)
            if package is not None and not ours.count:
                import_package(col, package)
                ours = _find_ours(col, learner)
            begun = int(col.db.scalar("SELECT usn FROM col"))
            report, touched = _receive(col, learner, ours)
            report = _send(col, learner, ours, report, touched, is_fresh)
        if has_pending(col):
            learner, _ = _exchange(col, learner)
        _finish(col, learner.log, begun, report.sent, now)
    return report


def preview_sync(learner: Learner) -> SyncReport:
    """What a sync would do; the server is only asked, and nothing here or there is changed.

    A mirror that still holds something to send is not synced first.
    """
    with open_mirror(mirror_folder(learner.folder)) as col:
        if not has_pending(col):
            learner, _ = _exchange(col, learner)
        with engine_errors():
            ours, db = _find_ours(col, learner), learner.log.database
            known = {place.revlog for place in synced.load_places(db).values()}
            answers = [
                review
                for review, place in _list_new(col, learner, ours)
                if place.revlog not in known and not synced.find_twin(db, review)
            ]
            unsent = list(synced.list_unsynced(db))
            marks = _plan_marks(learner.log, ours)
    owners = ours.by_owner()
    return SyncReport(
        received=len(answers),
        sent=sum(review.owner in owners for review in unsent),
        waiting=sum(review.owner not in owners for review in unsent),
        marks_received=len(marks.received),
        marks_sent=len(marks.sent),
        cards=ours.count,
        strangers=ours.strangers,
        newest=ours.newest,
    )


def find_last_sync(log: ReviewLog) -> int | None:
    """When the last sync ended, in UTC milliseconds; None if there was none."""
    return synced.load_sync_state(log.database).get(_SYNCED_AT)


def _exchange(col: Any, learner: Learner) -> tuple[Learner, bool]:
    """One sync with the server; after a download nothing that was known of usns holds."""

    def forget() -> None:
        _keep_state(learner.log, {_USN: _UNKNOWN})

    account, is_fresh = exchange(col, learner.account, forget)
    if account != learner.account:
        write_account(learner.folder, account)
    return replace(learner, account=account), is_fresh


def _find_ours(col: Any, learner: Learner) -> OurCards:
    """Our cards: all if nothing is known yet, else those that this sync may be about."""
    db, usn = learner.log.database, _find_usn(learner.log)
    known = synced.list_unsynced_cards(db) | synced.list_newly_marked(db)
    changed = None if usn == _UNKNOWN else _changed_since(usn)
    return find_our_cards(_query(col), {*learner.courses, *synced.list_courses(db)}, known, changed)


def _list_new(col: Any, learner: Learner, ours: OurCards) -> list[tuple[Review, Place]]:
    """The answers in the mirror that were not there, or not settled, at the last sync."""
    hour = col.get_config("rollover", USUAL_ROLLOVER)
    count_day = shift_rollover(learner.count_day, hour if type(hour) is int else USUAL_ROLLOVER)
    usn = _find_usn(learner.log)
    where = "1" if usn == _UNKNOWN else _changed_since(usn)
    return list_answers(_query(col), ours, count_day, where)


def _changed_since(usn: int) -> str:
    return f"(usn >= {usn} OR usn = -1)"


def _find_usn(log: ReviewLog) -> int:
    """Where Anki's count of changes was when everything was settled; unknown after a cut."""
    state = synced.load_sync_state(log.database)
    return _UNKNOWN if state.get(_OPEN) else state.get(_USN, _UNKNOWN)


def _receive(col: Any, learner: Learner, ours: OurCards) -> tuple[SyncReport, set[int]]:
    """Takes the answers of Anki into the log; the cards that were answered or changed.

    A card that was only suspended on a device that had not synced has that device's memory.
    """
    answers = _list_new(col, learner, ours)
    report = SyncReport(
        received=learner.log.take(answers),
        cards=ours.count,
        strangers=ours.strangers,
        newest=ours.newest,
    )
    usn = _find_usn(learner.log)
    changed = {card.id for card in ours.cards.values() if card.usn >= usn != _UNKNOWN}
    return report, changed | {place.card for _, place in answers}


def _send(
    col: Any, learner: Learner, ours: OurCards, report: SyncReport, touched: set[int], fresh: bool
) -> SyncReport:
    """Puts answers and marks of the terminal into the mirror, in one transaction."""
    log, owners = learner.log, ours.by_owner()
    unsent = list(synced.list_unsynced(log.database))
    if fresh or synced.load_sync_state(log.database).get(_OPEN):
        unsent += _list_lost(col, log)
    places = choose_places(unsent, owners, _list_taken(col, unsent))
    _keep_state(log, {_OPEN: 1})
    claimed = synced.claim_answers(log.database, log.path, places)
    marks = _plan_marks(log, ours)
    restated = 0

    def write() -> None:
        nonlocal restated
        answered = _insert_answers(col, log, {uid: places[uid] for uid in claimed}, unsent)
        mine = answered | _list_terminal_cards(log, touched - answered)
        restated = restate_cards(col, sorted(touched | answered), mine)
        send_marks(col, marks.sent)

    if touched or claimed or marks.sent:
        col.db.transact(write)
    log.add(marks.received)
    with writing(log.database, log.path):
        synced.keep_shared_marks(log.database, marks.agreed)
    return replace(
        report,
        sent=len(claimed),
        waiting=len(unsent) - len(places),
        restated=restated,
        marks_received=len(marks.received),
        marks_sent=len(marks.sent),
    )


def _insert_answers(
    col: Any, log: ReviewLog, places: Mapping[str, Place], reviews: Iterable[Review]
) -> set[int]:
    """Writes the rows of those reviews that have a place; the cards that they are about."""
    rows = []
    for owner in {review.owner for review in reviews if review.uid in places}:
        answers = synced.list_answers(log.database, owner)
        rows += make_rows(answers, places, log.memory(owner))
    insert_rows(col, rows)
    return {place.card for place in places.values()}


def _list_lost(col: Any, log: ReviewLog) -> list[Review]:
    """Answers that were sent, or came from Anki, and are not in the collection (any more)."""
    rows = {row[0]: (row[1], row[2]) for row in col.db.all("SELECT id, cid, ease FROM revlog")}
    return [
        review
        for uid, place, rating in synced.list_placed(log.database)
        if rows.get(place.revlog) != (place.card, rating)
        for review in synced.list_by_uid(log.database, uid)
    ]


def _list_taken(col: Any, reviews: Iterable[Review]) -> list[int]:
    """The numbers in the collection that a new row could meet."""
    first = min((review.at for review in reviews), default=None)
    return [] if first is None else col.db.list("SELECT id FROM revlog WHERE id >= ?", first)


def _list_terminal_cards(log: ReviewLog, cards: set[int]) -> set[int]:
    """Those of some cards that have answers of the terminal."""
    find = (
        "SELECT 1 FROM synced s JOIN reviews r ON r.uid = s.uid "
        f"WHERE s.card = ? AND r.form != '{synced.ANKI_FORM}' LIMIT 1"
    )
    return {card for card in cards if log.database.execute(find, (card,)).fetchone()}


def _plan_marks(log: ReviewLog, ours: OurCards) -> MarkPlan:
    here, agreed = synced.load_newest_marks(log.database), synced.load_shared_marks(log.database)
    return plan_marks(ours.cards.values(), here, agreed)


def _finish(col: Any, log: ReviewLog, begun: int, sent: int, now: int) -> None:
    """Moves the mark up to which everything is settled; what came meanwhile is left for later."""
    after = col.db.scalar(f"SELECT count(*) FROM revlog WHERE usn >= {begun}")
    usn = int(col.db.scalar("SELECT usn FROM col")) if after == sent else begun
    with writing(log.database, log.path):
        synced.keep_settled(log.database)
        synced.keep_sync_state(log.database, {_USN: usn, _SYNCED_AT: now, _OPEN: 0})


def _keep_state(log: ReviewLog, values: dict[str, int]) -> None:
    with writing(log.database, log.path):
        synced.keep_sync_state(log.database, values)


def _query(col: Any) -> Query:
    return lambda sql: col.db.all(sql)
