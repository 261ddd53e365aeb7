"""One sync: ptquiz as one more device of the learner's Anki account.

A round exchanges the mirror with the server; answers of Anki go into the log; answers of
the terminal go into the mirror, and each card that has some, or that two devices answered
without knowing of each other, is made what follows from all its answers. Rounds follow
until there is nothing left to send, and then the mark is set up to which all is known.

Every step can be cut off. What the server has is known only by the mark (see
`reviews.synced`); without one, every answer that the collection lacks is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flashcards.anki.bridge.account import Learner, mirror_folder, write_account
from flashcards.anki.bridge.collection import OurCards, Query, find_our_cards
from flashcards.anki.bridge.engine import MirrorDamaged, engine_errors, import_package
from flashcards.anki.bridge.mirror import (
    count_waiting,
    exchange,
    has_pending,
    list_lost,
    list_unsent,
    open_mirror,
    remove_mirror,
)
from flashcards.anki.bridge.pull import USUAL_ROLLOVER, list_answers
from flashcards.anki.bridge.push import (
    MarkPlan,
    choose_places,
    insert_rows,
    make_rows,
    plan_marks,
    restate_cards,
    send_marks,
)
from flashcards.anki.bridge.revlog import shift_rollover
from flashcards.reviews import synced
from flashcards.reviews.database import writing
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import Place

_MOST_ROUNDS = 5
"""Two are usual; another follows when other devices synced at the same time."""


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
    renewed: bool = False
    """Whether our copy of the collection was damaged and is downloaded again."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return asdict(self)

    def then(self, later: SyncReport) -> SyncReport:
        """What this round and a later one did."""
        return replace(
            later,
            received=self.received + later.received,
            sent=self.sent + later.sent,
            restated=self.restated + later.restated,
            marks_received=self.marks_received + later.marks_received,
            marks_sent=self.marks_sent + later.marks_sent,
            newest=max(self.newest, later.newest),
        )


def sync_with_anki(learner: Learner, now: int, package: Path | None = None) -> SyncReport:
    """Makes the log and the learner's collection know the same; what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    return _with_mirror(learner, lambda col: _sync(col, learner, now, package))


def preview_sync(learner: Learner) -> SyncReport:
    """What a sync would do; the server is only asked, and nothing here or there is changed.

    A mirror that still holds something to send is not synced first.
    """
    return _with_mirror(learner, lambda col: _preview(col, learner))


def _with_mirror(learner: Learner, work: Callable[[Any], SyncReport]) -> SyncReport:
    """Works with the mirror. A damaged one is thrown away, and all is done with a new one.

    It is only a copy: the answers that waited in it are in the log, and the mark is not set.
    """
    folder = mirror_folder(learner.folder)
    try:
        with open_mirror(folder) as col:
            return work(col)
    except MirrorDamaged:
        remove_mirror(folder)
    with open_mirror(folder) as col:
        return replace(work(col), renewed=True)


def _sync(col: Any, learner: Learner, now: int, package: Path | None) -> SyncReport:
    """Rounds until nothing is left to send; the mark is set last."""
    db, report = learner.log.database, SyncReport()
    since = synced.find_known_usn(db, learner.number)
    for _ in range(_MOST_ROUNDS):
        learner, since, sent = _exchange(col, learner, since)
        with engine_errors():
            ours = _find_ours(col, learner, since)
            if package is not None and not ours.count:
                import_package(col, package)
                ours = _find_ours(col, learner, since)
            received, touched = _receive(col, learner, ours, since)
            done = _send(col, learner, ours, touched)
            report = report.then(replace(done, received=received, sent=sent))
            since = _find_usn(col)
            if not has_pending(col):
                with writing(db, learner.log.path):
                    synced.keep_known_usn(db, learner.number, since, now)
                break
    return report


def _preview(col: Any, learner: Learner) -> SyncReport:
    db = learner.log.database
    since = synced.find_known_usn(db, learner.number)
    with engine_errors():
        if not has_pending(col):
            learner, since, _ = _exchange(col, learner, since)
        ours = _find_ours(col, learner, since)
        known = {place.revlog for place in synced.load_places(db).values()}
        answers = [
            review
            for review, place in _list_new(col, learner, ours, since)
            if place.revlog not in known and not synced.find_same_answer(db, review)
        ]
        unsent = list_unsent(col, learner)
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


def _exchange(col: Any, learner: Learner, since: int | None) -> tuple[Learner, int | None, int]:
    """Exchanges with the server; from where on changes are news, and how many answers were sent.

    Before a download the mark is taken away. The server counts one for each sync: if there was
    none but ours, nothing is news.
    """
    log = learner.log

    def forget() -> None:
        with writing(log.database, log.path):
            synced.forget_server(log.database, learner.number)

    with engine_errors():
        sent = count_waiting(col)
        account, is_new = exchange(col, learner.account, forget)
        usn = _find_usn(col)
    if account != learner.account:
        write_account(learner.folder, account)
        learner = replace(learner, account=account)
    if is_new:
        return learner, None, 0
    return learner, usn if since is not None and usn <= since + 1 else since, sent


def _find_usn(col: Any) -> int:
    """Where Anki's count of changes is."""
    return int(col.db.scalar("SELECT usn FROM col"))


def _find_ours(col: Any, learner: Learner, since: int | None) -> OurCards:
    """Our cards: all if nothing is known, else those that this sync may be about."""
    db = learner.log.database
    known = synced.list_unsynced_cards(db) | synced.list_newly_marked(db)
    changed = None if since is None else _changed_since(since)
    return find_our_cards(_query(col), {*learner.courses, *synced.list_courses(db)}, known, changed)


def _list_new(
    col: Any, learner: Learner, ours: OurCards, since: int | None
) -> list[tuple[Review, Place]]:
    """The answers in the mirror that may be news."""
    hour = col.get_config("rollover", USUAL_ROLLOVER)
    count_day = shift_rollover(learner.count_day, hour if type(hour) is int else USUAL_ROLLOVER)
    where = "1" if since is None else _changed_since(since)
    return [*list_answers(_query(col), ours, count_day, where)]


def _changed_since(usn: int) -> str:
    return f"(usn >= {usn} OR usn = -1)"


def _receive(col: Any, learner: Learner, ours: OurCards, since: int | None) -> tuple[int, set[int]]:
    """Takes the answers of Anki into the log; how many, and the cards answered or changed.

    A card that was only suspended on a device that had not synced has that device's memory.
    """
    log = learner.log
    if since is None:
        with writing(log.database, log.path):
            synced.drop_places(log.database, list_lost(col, learner))
    answers = _list_new(col, learner, ours, since)
    changed = {card.id for card in ours.cards.values() if since is not None and card.usn >= since}
    return log.take(answers), changed | {place.card for _, place in answers}


def _send(col: Any, learner: Learner, ours: OurCards, touched: set[int]) -> SyncReport:
    """Puts answers and marks of the terminal into the mirror, in one transaction."""
    log = learner.log
    unsent = list(synced.list_unsynced(log.database))
    places = choose_places(unsent, ours.by_owner(), _list_taken(col, unsent))
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
    return SyncReport(
        waiting=len(unsent) - len(places),
        restated=restated,
        marks_received=len(marks.received),
        marks_sent=len(marks.sent),
        cards=ours.count,
        strangers=ours.strangers,
        newest=ours.newest,
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


def _query(col: Any) -> Query:
    return lambda sql: col.db.all(sql)
