"""The mirror: our own copy of the learner's collection, kept equal by Anki's own sync.

It is filled by a download and never uploaded as a whole: that is what could overwrite
somebody's collection. It can be thrown away at any time and downloaded again: everything of
ours in it is in the log.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flashcards.anki.archive import COLLECTION
from flashcards.anki.bridge.account import Account, Learner
from flashcards.anki.bridge.collection import find_our_cards
from flashcards.anki.bridge.engine import (
    MirrorDamaged,
    SyncFailed,
    engine_errors,
    make_auth,
    open_collection,
    run_abortable,
)
from flashcards.reviews import synced
from flashcards.reviews.review import Review
from flashcards.words.message import Message

_FULL_SYNC, _FULL_DOWNLOAD, _FULL_UPLOAD = 2, 3, 4


class UploadWanted(SyncFailed):
    """The server wants a whole collection from us, which it never gets."""

    def __init__(self) -> None:
        super().__init__(Message("upload-wanted"))


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
    problem: Message | None = None
    """Why it could not be asked."""
    cards: int | None = None
    """Cards of ours in the collection; None before the first sync."""
    newest: int = 0
    """When the newest text of ours in the collection was released, in UTC seconds."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return {**asdict(self), "problem": str(self.problem or "")}


@contextmanager
def open_mirror(folder: Path) -> Iterator[Any]:
    """The mirror, open. Raises SyncFailed if it is in use.

    One that is damaged, or is not what the server has, is removed: the next sync downloads it.
    """
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


def exchange(
    col: Any, account: Account, before_download: Callable[[], None] = lambda: None
) -> tuple[Account, bool]:
    """One sync with the server: the account, perhaps moved, and whether all was downloaded anew.

    `before_download` is called before what is known of the collection no longer holds.
    Raises UploadWanted and SyncFailed.
    """
    auth = make_auth(account.key, account.address)
    with engine_errors(account.server):
        found = run_abortable(col._backend, lambda: col.sync_collection(auth, False))
        if found.new_endpoint:
            account = replace(account, endpoint=found.new_endpoint)
            auth = make_auth(account.key, account.address)
        is_new = not col.db.scalar("SELECT mod FROM col")
        if found.required == _FULL_UPLOAD or (is_new and not found.required):  # new there, too
            raise UploadWanted
        if found.required not in (_FULL_SYNC, _FULL_DOWNLOAD):
            return account, False
        before_download()
        col.close_for_full_sync()
        download = {"auth": auth, "server_usn": None, "upload": False}
        run_abortable(col._backend, lambda: col.full_upload_or_download(**download))
        col.reopen(after_full_sync=True)
    return account, True


def count_waiting(col: Any) -> int:
    """How many answers in the mirror the server does not have yet."""
    return int(col.db.scalar("SELECT count() FROM revlog WHERE usn = -1"))


def has_pending(col: Any) -> bool:
    """Whether the mirror holds changes that the server does not have yet."""
    tables = ("cards", "revlog", "notes")
    return any(col.db.scalar(f"SELECT 1 FROM {table} WHERE usn = -1") for table in tables)


def list_unsent(col: Any | None, learner: Learner) -> list[Review]:
    """The answers that the server is not known to have, as far as the mirror tells, if any."""
    db = learner.log.database
    unsent = list(synced.list_unsynced(db))
    if synced.find_known_usn(db, learner.number) is None:
        for uid in list_lost(col, learner, "usn >= 0"):
            unsent += synced.list_by_uid(db, uid)
    return unsent


def list_lost(col: Any | None, learner: Learner, where: str = "1") -> list[str]:
    """The uids of answers with a place in Anki that rows of the mirror do not have there."""
    rows = col.db.all(f"SELECT id, cid, ease FROM revlog WHERE {where}") if col else []
    found = {(number, card, rating) for number, card, rating in rows}
    placed = synced.list_placed(learner.log.database)
    return [uid for uid, place, rating in placed if (*place, rating) not in found]


def find_status(learner: Learner) -> SyncStatus:
    """Server, last sync, what waits, and whether the collection has our deck.

    Raises EngineMissing, and SyncFailed if a sync is just running.
    """
    status = SyncStatus(
        learner.account.server_name,
        learner.account.name,
        synced.find_last_sync(learner.log.database, learner.number),
        len(list_unsent(None, learner)),
    )
    if not (learner.mirror / COLLECTION).exists():
        return status
    try:
        with open_mirror(learner.mirror) as col, engine_errors():
            return _look(col, learner, status)
    except MirrorDamaged:  # the next sync downloads it again
        return status


def _look(col: Any, learner: Learner, status: SyncStatus) -> SyncStatus:
    """What the mirror and the server say."""
    courses = {*learner.courses, *synced.list_courses(learner.log.database)}
    ours = find_our_cards(col.db.all, courses)
    unsent = len(list_unsent(col, learner))
    status = replace(status, unsent=unsent, cards=ours.count, newest=ours.newest)
    if has_pending(col):  # the engine would answer without asking
        return status
    auth = make_auth(learner.account.key, learner.account.address)
    try:
        with engine_errors(learner.account.server):
            found = run_abortable(col._backend, lambda: col.sync_status(auth))
            return replace(status, news=bool(found.required))
    except SyncFailed as error:
        return replace(status, problem=error.message)


def _close(col: Any | None) -> None:
    with suppress(Exception):  # after a download that failed it is closed already
        if col is None:
            return
        if col.db:
            col.close()
        else:
            col._backend.close_collection(downgrade_to_schema11=False)
