"""The mirror: our own copy of the learner's collection, kept equal by Anki's own sync.

It is filled by a download and never uploaded as a whole: that is what could overwrite
somebody's collection. It can be thrown away at any time and downloaded again: everything of
ours in it is in the log.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from flashcards.anki.bridge.account import Account
from flashcards.anki.bridge.engine import (
    SyncFailed,
    engine_errors,
    make_auth,
    open_collection,
)
from flashcards.words.message import Message

_COLLECTION = "collection.anki2"
_FULL_SYNC, _FULL_DOWNLOAD, _FULL_UPLOAD = 2, 3, 4


class UploadWanted(SyncFailed):
    """The server wants a whole collection from us, which it never gets."""

    def __init__(self) -> None:
        super().__init__(Message("upload-wanted"))


@contextmanager
def open_mirror(folder: Path) -> Iterator[Any]:
    """The mirror, open. Raises SyncFailed if it is in use, and MirrorDamaged."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    col = open_collection(folder / _COLLECTION)
    try:
        yield col
    except UploadWanted:  # what it holds is not what the server has
        _close(col)
        remove_mirror(folder)
        raise
    finally:
        _close(col)


def remove_mirror(folder: Path) -> None:
    """Throws the mirror away; the next sync downloads it."""
    shutil.rmtree(folder, ignore_errors=True)


def has_mirror(folder: Path) -> bool:
    """Whether there is a copy of the collection."""
    return (folder / _COLLECTION).exists()


def exchange(
    col: Any, account: Account, before_download: Callable[[], None] = lambda: None
) -> tuple[Account, bool]:
    """One sync with the server: the account, perhaps moved, and whether all was downloaded anew.

    `before_download` is called before what is known of the collection no longer holds.
    Raises UploadWanted and SyncFailed.
    """
    auth = make_auth(account.key, account.address)
    with engine_errors():
        found = col.sync_collection(auth, False)
        if found.new_endpoint:
            account = account.moved(found.new_endpoint)
            auth = make_auth(account.key, account.address)
        is_new = not col.db.scalar("SELECT mod FROM col")
        if found.required == _FULL_UPLOAD or (is_new and not found.required):  # new there, too
            raise UploadWanted
        if found.required not in (_FULL_SYNC, _FULL_DOWNLOAD):
            return account, False
        before_download()
        col.close_for_full_sync()
        col.full_upload_or_download(auth=auth, server_usn=None, upload=False)
        col.reopen(after_full_sync=True)
    return account, True


def count_waiting(col: Any) -> int:
    """How many answers in the mirror the server does not have yet."""
    return int(col.db.scalar("SELECT count() FROM revlog WHERE usn = -1"))


def has_pending(col: Any) -> bool:
    """Whether the mirror holds changes that the server does not have yet."""
    tables = ("cards", "revlog", "notes")
    return any(col.db.scalar(f"SELECT 1 FROM {table} WHERE usn = -1") for table in tables)


def _close(col: Any) -> None:
    with suppress(Exception):  # after a download that failed it is closed already
        if col.db:
            col.close()
        else:
            col._backend.close_collection(downgrade_to_schema11=False)
