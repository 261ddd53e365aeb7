"""One sync: ptquiz as one more device of the learner's Anki account.

The mirror is our own copy of the learner's collection. Anki's own sync keeps it equal to the
server's; it is filled by a download and never uploaded as a whole, because that could overwrite
somebody's collection. It can be thrown away at any time: everything of ours in it is in the log.

A round exchanges the mirror with the server. Every answer here that has a place in Anki is then
held against the rows of the mirror, so that nothing is believed to be sent that is not there.
Answers of Anki go into the log, answers of the terminal into the mirror, and each card that got
some, or that lacks some because two devices did not know of each other, is made what follows
from all its answers. Every step can be cut off: the next sync begins from what the server has.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.bridge import collection, engine
from flashcards.anki.bridge.collection import REVLOG_COLUMNS, AnkiCard, RevlogRow, since_reset
from flashcards.anki.bridge.engine import MIRROR, Account, write_account
from flashcards.anki.reader import COLLECTION
from flashcards.reviews.review import Review
from flashcards.reviews.store import Place, ReviewLog

_FULL_SYNC, _FULL_DOWNLOAD, _FULL_UPLOAD = 2, 3, 4
_MAX_ROUNDS = 5
"""Two are usual; another follows when other devices synced at the same time."""
_LAST_SYNC = "last_sync"
"""A file beside the mirror: when a sync last sent everything, in UTC milliseconds."""
_WATCH_IDS = """
CREATE TEMP TRIGGER IF NOT EXISTS watch_ids BEFORE INSERT ON revlog
WHEN EXISTS (SELECT 1 FROM revlog WHERE id = NEW.id AND cid != NEW.cid)
BEGIN INSERT INTO taken_ids VALUES (NEW.id); END
"""
"""Notes what Anki does not: a row of the server is dropped if a row of ours has its number, and
ours is dropped there."""


class Learner(NamedTuple):
    """Who syncs: the account and its folder, the log, and the learner's day of a time."""

    folder: Path
    account: Account
    log: ReviewLog
    count_day: Callable[[int], int]

    @property
    def mirror(self) -> Path:
        return self.folder / MIRROR / COLLECTION


class SyncReport(NamedTuple):
    """What a sync did, or would do."""

    received: int = 0
    sent: int = 0
    waiting: int = 0
    """Answers to cards that the collection does not have."""
    marks_received: int = 0
    marks_sent: int = 0
    cards: int = 0
    """Cards of ours in the collection."""


class SyncStatus(NamedTuple):
    """What is known since the last sync, which is in UTC milliseconds."""

    server: str
    name: str
    unsent: int
    last_sync: int | None


class _View(NamedTuple):
    """What the mirror has of ours."""

    cards: dict[int, AnkiCard]
    rows: dict[int, list[RevlogRow]]
    """By card, in order of time."""
    received: list[tuple[Review, Place]]
    """Answers on the server that have no place here."""
    lost: list[str]
    """The uids of answers that have a place in Anki which the server does not know."""


def sync_with_anki(learner: Learner, now: int, package: Path | None = None) -> SyncReport:
    """Make the log and the learner's collection know the same; return what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    report = SyncReport()
    with open_mirror(learner) as col:
        for _ in range(_MAX_ROUNDS):
            report = report._replace(sent=report.sent + _exchange(col, learner))
            with engine.engine_errors():
                view = _look(col, learner)
                if package is not None and not view.cards:
                    engine.import_package(col, package)
                    view = _look(col, learner)
                report = _send(col, learner.log, view, _receive(learner.log, view, report))
                if not _has_pending(col):
                    learner.mirror.with_name(_LAST_SYNC).write_text(str(now))
                    break
    return report


def preview_sync(learner: Learner) -> SyncReport:
    """Return what a sync would do; the server is only asked, and no answer is sent or taken.

    A mirror that still holds something to send is not synced first.
    """
    log = learner.log
    with open_mirror(learner) as col, engine.engine_errors():
        if not _has_pending(col):
            _exchange(col, learner)
        view = _look(col, learner)
    owners = {card.owner for card in view.cards.values()}
    unsent = [review.owner in owners for review in log.unsynced(view.lost)]
    marks = collection.plan_marks(log, view.cards.values())
    return SyncReport(
        received=sum(not log.find_same_answer(review) for review, _ in view.received),
        sent=unsent.count(True),
        waiting=unsent.count(False),
        marks_received=len(marks.received),
        marks_sent=len(marks.sent),
        cards=len(view.cards),
    )


def get_status(learner: Learner) -> SyncStatus:
    """Return server, what waits and the last sync, without asking the server."""
    account, log, mirror = learner.account, learner.log, learner.mirror
    stamp, last_sync = mirror.with_name(_LAST_SYNC), None
    if stamp.exists():
        last_sync = int(stamp.read_text())
    elif mirror.exists():  # of an earlier version, or of a sync that was cut off
        last_sync = int(mirror.stat().st_mtime * 1000)
    lost = [] if mirror.exists() else [uid for uid, _, _ in log.placed()]
    return SyncStatus(account.server_name, account.name, len(log.unsynced(lost)), last_sync)


@contextmanager
def open_mirror(learner: Learner) -> Iterator[Any]:
    """Open the mirror. Raises SyncFailed if it is in use.

    One that is damaged, or is not what the server has, is removed: the next sync downloads it.
    A new one may be of another account, with which nothing was agreed yet.
    """
    path = learner.mirror
    if not path.exists():
        learner.log.forget_agreements()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    col = None
    try:
        col = engine.open_collection(path)
        yield col
    except engine.MirrorDamaged:
        _close(col)
        shutil.rmtree(path.parent, ignore_errors=True)
        raise
    finally:
        _close(col)


def _close(col: Any | None) -> None:
    with suppress(Exception):  # after a download that failed it is closed already
        if col is not None and col.db:
            col.close()
        elif col is not None:
            col._backend.close_collection(downgrade_to_schema11=False)


def _exchange(col: Any, learner: Learner) -> int:
    """Sync the mirror with the server; return how many answers went. Raises SyncFailed."""
    account = learner.account
    auth = engine.make_auth(account.key, account.endpoint or account.server)
    with engine.engine_errors(account.server):
        sent = int(col.db.scalar("SELECT count() FROM revlog WHERE usn = -1"))
        col.db.execute("CREATE TEMP TABLE IF NOT EXISTS taken_ids (id INTEGER)")
        col.db.execute(_WATCH_IDS)
        result = engine.run_abortable(col._backend, lambda: col.sync_collection(auth, False))
        if result.new_endpoint:
            write_account(learner.folder, replace(account, endpoint=result.new_endpoint))
            auth = engine.make_auth(account.key, result.new_endpoint)
        is_new = not col.db.scalar("SELECT mod FROM col")
        if result.required == _FULL_UPLOAD or (is_new and not result.required):  # new there, too
            raise engine.MirrorDamaged(
                "Your account has no collection yet, and ptquiz never uploads a whole one: "
                "sync once from Anki itself, then again here."
            )
        if result.required in (_FULL_SYNC, _FULL_DOWNLOAD):
            options = {"auth": auth, "server_usn": None, "upload": False}
            col.close_for_full_sync()
            engine.run_abortable(col._backend, lambda: col.full_upload_or_download(**options))
            col.reopen(after_full_sync=True)
            return 0
        if col.db.scalar("SELECT count() FROM taken_ids"):
            raise engine.MirrorDamaged(engine.DAMAGED)
    return sent


def _has_pending(col: Any) -> bool:
    """Return whether the mirror holds changes that the server does not have yet."""
    tables = ("cards", "revlog", "notes")
    return any(col.db.scalar(f"SELECT 1 FROM {table} WHERE usn = -1") for table in tables)


def _look(col: Any, learner: Learner) -> _View:
    """Read our cards and all their rows, and hold the places of answers against them."""
    cards = collection.find_our_cards(col.db.all)
    placed = learner.log.placed()
    of_card = defaultdict(list)
    on_server: dict[tuple[Place, int], RevlogRow] = {}
    for usn, *values in col.db.all(
        f"SELECT usn, {REVLOG_COLUMNS} FROM revlog WHERE cid IN (SELECT value FROM json_each(?)) "
        "OR id IN (SELECT value FROM json_each(?)) ORDER BY id",
        *(json.dumps([*cards]), json.dumps([place.revlog for _, place, _ in placed])),
    ):
        row = RevlogRow(*values)
        of_card[row.card].append(row)
        if usn >= 0:
            on_server[Place(row.id, row.card), row.ease] = row
    known = {(place, rating) for _, place, rating in placed}
    unknown = (row for answer, row in on_server.items() if answer not in known)
    return _View(
        cards,
        of_card,
        received=[*collection.list_answers(unknown, cards, learner.count_day)],
        lost=[uid for uid, place, rating in placed if (place, rating) not in on_server],
    )


def _receive(log: ReviewLog, view: _View, report: SyncReport) -> SyncReport:
    """Take answers of Anki into the log."""
    log.drop_places(view.lost)
    places = {review.uid: place for review, place in view.received}
    added = log.add((review for review, _ in view.received), places)
    return report._replace(received=report.received + added)


def _send(col: Any, log: ReviewLog, view: _View, report: SyncReport) -> SyncReport:
    """Put answers and marks of the terminal into the mirror, in one transaction."""
    unsent = log.unsynced()
    owners = {card.owner: card for card in view.cards.values()}
    places = collection.choose_places(col, unsent, owners)
    claimed = log.claim_answers(places)
    marks = collection.plan_marks(log, view.cards.values())
    touched = {  # by two devices that did not know of each other
        card.id
        for card in view.cards.values()
        if card.reps < sum(row.is_answer for row in since_reset(view.rows[card.id]))
    }

    def write() -> None:
        mine = {review.owner for review in unsent if review.uid in claimed}
        rows = collection.insert_answers(col, log, {uid: places[uid] for uid in claimed}, mine)
        for row in rows:
            view.rows[row.card].append(row)
            touched.add(row.card)
        for card in touched:
            if memory := log.memory(view.cards[card].owner):
                collection.restate_card(col, card, memory, since_reset(sorted(view.rows[card])))
        collection.send_marks(col, marks.sent)

    if touched or claimed or marks.sent:
        col.db.transact(write)
    log.add(marks.received)
    log.agree(marks.agreed)
    return report._replace(
        waiting=len(unsent) - len(places),
        marks_received=report.marks_received + len(marks.received),
        marks_sent=report.marks_sent + len(marks.sent),
        cards=len(view.cards),
    )
