"""One sync: ptquiz as one more device of the learner's Anki account.

The mirror is our own copy of the learner's collection. Anki's own sync keeps it equal to the
server's; it is filled by a download and never uploaded as a whole, because that could overwrite
somebody's collection. It can be thrown away at any time: everything of ours in it is in the log.

A round exchanges the mirror with the server. Every answer here that has a place in Anki is then
held against the rows of the mirror, so that nothing is believed to be sent that is not there;
answers of Anki go into the log; answers of the terminal go into the mirror; and each card that
got some, or that lacks some because two devices did not know of each other, is made what follows
from all its answers. Rounds follow until there is nothing left to send. Every step can be cut
off: the next sync begins from what the server has.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.archive import COLLECTION
from flashcards.anki.bridge.account import MIRROR, Account, write_account
from flashcards.anki.bridge.card_state import restate_cards, since_reset
from flashcards.anki.bridge.collection import (
    REVLOG_COLUMNS,
    AnkiCard,
    RevlogRow,
    find_our_cards,
    is_answer,
    list_answers,
    shift_rollover,
)
from flashcards.anki.bridge.engine import (
    MirrorDamaged,
    SyncFailed,
    engine_errors,
    import_package,
    make_auth,
    open_collection,
    run_abortable,
)
from flashcards.anki.bridge.push import choose_places, insert_answers, plan_marks, send_marks
from flashcards.reviews import synced
from flashcards.reviews.database import writing
from flashcards.reviews.review import Review, checksum
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import Place

_FULL_SYNC, _FULL_DOWNLOAD, _FULL_UPLOAD = 2, 3, 4
_MAX_ROUNDS = 5
"""Two are usual; another follows when other devices synced at the same time."""
_WATCH_IDS = """
CREATE TEMP TRIGGER IF NOT EXISTS watch_ids BEFORE INSERT ON revlog
WHEN EXISTS (SELECT 1 FROM revlog WHERE id = NEW.id AND cid != NEW.cid)
BEGIN INSERT INTO taken_ids VALUES (NEW.id); END
"""
"""Notes what Anki does not: a row of the server is dropped if a row of ours has its number, and
ours is dropped there."""


class UploadWanted(SyncFailed):
    """The server wants a whole collection from us, which it never gets."""

    def __init__(self) -> None:
        super().__init__(
            "Your account has no collection yet, and ptquiz never uploads a whole one: "
            "sync once from Anki itself, then again here."
        )


@dataclass(frozen=True)
class Learner:
    """Who syncs: the account and its folder, the log, the courses and the learner's day."""

    folder: Path
    account: Account
    log: ReviewLog
    courses: Collection[tuple[str, str]]
    """Course and language of what may be found besides what is in the log."""
    count_day: Callable[[int], int]

    @property
    def number(self) -> int:
        """A number that tells accounts apart."""
        return checksum(self.account.server, self.account.name)


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, or would do."""

    received: int = 0
    sent: int = 0
    waiting: int = 0
    """Answers to cards that the collection does not have."""
    marks_received: int = 0
    marks_sent: int = 0
    cards: int = 0
    """Cards of ours in the collection."""

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """What is known since the last sync."""

    server: str
    name: str
    last_sync: int | None
    """UTC milliseconds."""
    unsent: int
    """Answers here that the server is not known to have."""
    news: bool | None = None
    """Whether the server has something that is not here; None if it could not be asked."""
    problem: str = ""
    """Why it could not be asked."""
    cards: int | None = None
    """Cards of ours in the collection; None before the first sync."""
    newest: int = 0
    """When the newest text of ours in the collection was released, in UTC seconds."""

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        return asdict(self)


def sync_with_anki(learner: Learner, now: int, package: Path | None = None) -> SyncReport:
    """Make the log and the learner's collection know the same; return what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    with open_mirror(learner) as col:
        return _Device(col, learner).sync(now, package)


def preview_sync(learner: Learner) -> SyncReport:
    """Return what a sync would do; the server is only asked, and no answer is sent or taken.

    A mirror that still holds something to send is not synced first.
    """
    with open_mirror(learner) as col:
        return _Device(col, learner).preview()


def find_status(learner: Learner) -> SyncStatus:
    """Return server, last sync, what waits, and whether the collection has our deck.

    Raises EngineMissing, and SyncFailed if a sync is just running.
    """
    account, db = learner.account, learner.log.database
    placed = [uid for uid, _, _ in synced.list_placed(db)]
    status = SyncStatus(
        account.server_name,
        account.name,
        synced.find_last_sync(db, learner.number),
        len(synced.list_unsynced(db, placed)),
    )
    if not (learner.folder / MIRROR / COLLECTION).exists():
        return status
    try:
        with open_mirror(learner) as col:
            return _Device(col, learner).look_up(status)
    except MirrorDamaged:  # the next sync downloads it again
        return status


@contextmanager
def open_mirror(learner: Learner) -> Iterator[Any]:
    """Open the mirror. Raises SyncFailed if it is in use.

    One that is damaged, or is not what the server has, is removed: the next sync downloads it.
    """
    folder = learner.folder / MIRROR
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    col = None
    try:
        col = open_collection(folder / COLLECTION)
        yield col
    except (UploadWanted, MirrorDamaged):
        _close(col)
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        _close(col)


def _close(col: Any | None) -> None:
    with suppress(Exception):  # after a download that failed it is closed already
        if col is not None and col.db:
            col.close()
        elif col is not None:
            col._backend.close_collection(downgrade_to_schema11=False)


class _View(NamedTuple):
    """What the mirror has of ours."""

    cards: dict[int, AnkiCard]
    rows: dict[int, list[RevlogRow]]
    """By card, in order of time."""
    received: list[tuple[Review, Place]]
    """Answers on the server that have no place here."""
    lost: list[str]
    """The uids of answers that have a place in Anki which the server does not know."""


class _Device:
    """The terminal as one device of the account, its mirror open and its log at hand."""

    def __init__(self, col: Any, learner: Learner) -> None:
        self.col = col
        self.learner = learner
        self.log, self.db = learner.log, learner.log.database

    def sync(self, now: int, package: Path | None) -> SyncReport:
        """Exchange, receive and send until nothing is left to send."""
        report = SyncReport()
        for _ in range(_MAX_ROUNDS):
            report = replace(report, sent=report.sent + self._exchange())
            with engine_errors():
                view = self._look()
                if package is not None and not view.cards:
                    import_package(self.col, package)
                    view = self._look()
                with writing(self.db, self.log.path):
                    synced.drop_places(self.db, view.lost)
                received = self.log.take(view.received)
                report = self._send(view, replace(report, received=report.received + received))
                if not self._has_pending():
                    with writing(self.db, self.log.path):
                        synced.keep_last_sync(self.db, now)
                    break
        return report

    def preview(self) -> SyncReport:
        """Return what a sync would do."""
        with engine_errors():
            if not self._has_pending():
                self._exchange()
            view = self._look()
        unsent = synced.list_unsynced(self.db, view.lost)
        owners = {card.owner for card in view.cards.values()}
        marks = plan_marks(self.log, view.cards.values())
        new = [each for each, _ in view.received if not synced.find_same_answer(self.db, each)]
        return SyncReport(
            received=len(new),
            sent=sum(review.owner in owners for review in unsent),
            waiting=sum(review.owner not in owners for review in unsent),
            marks_received=len(marks.received),
            marks_sent=len(marks.sent),
            cards=len(view.cards),
        )

    def look_up(self, status: SyncStatus) -> SyncStatus:
        """Return the status with what the mirror and the server say."""
        with engine_errors():
            view = self._look()
            unsent = len(synced.list_unsynced(self.db, view.lost))
            newest = max((card.released for card in view.cards.values()), default=0)
            status = replace(status, unsent=unsent, cards=len(view.cards), newest=newest)
            if self._has_pending():  # the engine would answer without asking
                return status
        try:
            with engine_errors(self.learner.account.server):
                found = self._wait(lambda: self.col.sync_status(self._auth))
        except SyncFailed as error:
            return replace(status, problem=str(error))
        return replace(status, news=bool(found.required))

    def _exchange(self) -> int:
        """Sync the mirror with the server; return how many answers went.

        Raises UploadWanted, MirrorDamaged and SyncFailed.
        """
        col, account = self.col, self.learner.account
        with writing(self.db, self.log.path):
            synced.choose_account(self.db, self.learner.number)
        with engine_errors(account.server):
            sent = int(col.db.scalar("SELECT count() FROM revlog WHERE usn = -1"))
            col.db.execute("CREATE TEMP TABLE IF NOT EXISTS taken_ids (id INTEGER)")
            col.db.execute(_WATCH_IDS)
            found = self._wait(lambda: col.sync_collection(self._auth, False))
            if found.new_endpoint:
                account = replace(account, endpoint=found.new_endpoint)
                write_account(self.learner.folder, account)
                self.learner = replace(self.learner, account=account)
            is_new = not col.db.scalar("SELECT mod FROM col")
            if found.required == _FULL_UPLOAD or (is_new and not found.required):  # new there, too
                raise UploadWanted
            if found.required in (_FULL_SYNC, _FULL_DOWNLOAD):
                wanted = {"auth": self._auth, "server_usn": None, "upload": False}
                col.close_for_full_sync()
                self._wait(lambda: col.full_upload_or_download(**wanted))
                col.reopen(after_full_sync=True)
                return 0
            if col.db.scalar("SELECT count() FROM taken_ids"):
                raise MirrorDamaged
        return sent

    @property
    def _auth(self) -> Any:
        return make_auth(self.learner.account.key, self.learner.account.address)

    def _wait(self, call: Callable[[], Any]) -> Any:
        return run_abortable(self.col._backend, call)

    def _has_pending(self) -> bool:
        """Return whether the mirror holds changes that the server does not have yet."""
        tables = ("cards", "revlog", "notes")
        return any(self.col.db.scalar(f"SELECT 1 FROM {table} WHERE usn = -1") for table in tables)

    def _look(self) -> _View:
        """Read our cards and all their rows, and hold the places of answers against them."""
        courses = {*self.learner.courses, *synced.list_courses(self.db)}
        cards = find_our_cards(self.col.db.all, courses)
        placed = synced.list_placed(self.db)
        given = [*cards], [place.revlog for _, place, _ in placed]
        rows = self.col.db.all(
            f"SELECT usn, {REVLOG_COLUMNS} FROM revlog "
            "WHERE cid IN (SELECT value FROM json_each(?)) "
            "OR id IN (SELECT value FROM json_each(?)) ORDER BY id",
            *map(json.dumps, given),
        )
        of_card = defaultdict(list)
        on_server: dict[tuple[Place, int], RevlogRow] = {}
        for usn, *values in rows:
            row = RevlogRow(*values)
            of_card[row.card].append(row)
            if usn >= 0:
                on_server[Place(row.id, row.card), row.ease] = row
        known = {(place, rating) for _, place, rating in placed}
        lost = [uid for uid, place, rating in placed if (place, rating) not in on_server]
        unknown = (row for answer, row in on_server.items() if answer not in known)
        count_day = shift_rollover(self.learner.count_day, self.col.get_config("rollover"))
        return _View(cards, of_card, [*list_answers(unknown, cards, count_day)], lost)

    def _send(self, view: _View, report: SyncReport) -> SyncReport:
        """Put answers and marks of the terminal into the mirror, in one transaction."""
        col, log = self.col, self.log
        owners = {card.owner: card for card in view.cards.values()}
        unsent = synced.list_unsynced(self.db)
        places = choose_places(col, unsent, owners)
        claimed = synced.claim_answers(self.db, log.path, places)
        marks = plan_marks(log, view.cards.values())
        touched = {  # by two devices that did not know of each other
            card.id
            for card in view.cards.values()
            if card.reps < sum(map(is_answer, since_reset(view.rows[card.id])))
        }

        def write() -> None:
            mine = {review.owner for review in unsent if review.uid in claimed}
            kept = {uid: places[uid] for uid in claimed}
            for row in insert_answers(col, log, kept, mine):
                view.rows[row.card].append(row)
                touched.add(row.card)
            histories = {card: since_reset(sorted(view.rows[card])) for card in touched}
            restate_cards(col, {card: rows for card, rows in histories.items() if rows})
            send_marks(col, marks.sent)

        if touched or claimed or marks.sent:
            col.db.transact(write)
        log.add(marks.received)
        with writing(self.db, log.path):
            synced.keep_shared_marks(self.db, marks.agreed)
        return replace(
            report,
            waiting=len(unsent) - len(places),
            marks_received=report.marks_received + len(marks.received),
            marks_sent=report.marks_sent + len(marks.sent),
            cards=len(view.cards),
        )
