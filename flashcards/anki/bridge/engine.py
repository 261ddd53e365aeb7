"""Anki's own engine, which is optional, and the learner's account with a sync server.

The `anki` package is licensed under the AGPL, so nobody gets it who does not ask for it
(`ptquiz[anki]`). Its errors become ours: one line that says what to do. Of the account, server,
name and key are kept in a file that only the user can read; never the password.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from flashcards.anki.reader import COLLECTION
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, read_json, write_whole

ANKIWEB = "AnkiWeb"
DAMAGED = "The copy of your collection was damaged and is removed. Nothing is lost: sync again."
_ACCOUNT = "account.json"
T = TypeVar("T")


class SyncFailed(FlashcardsError):
    """The server could not be used, or said no; nothing is lost, a later sync goes on."""


class MirrorDamaged(SyncFailed):
    """The mirror is of no use; it was only a copy and is removed."""


@dataclass
class Account:
    """Who the learner is, and where; `server` is empty for AnkiWeb."""

    folder: Path
    """Of the account and of our copy of the collection."""
    name: str
    key: str
    server: str = ""
    endpoint: str = ""
    """Where the server told us to go, in the middle of a sync."""

    @property
    def server_name(self) -> str:
        return self.server or ANKIWEB

    @property
    def mirror(self) -> Path:
        return self.folder / "mirror" / COLLECTION

    @property
    def auth(self) -> Any:
        """What proves to the server who we are."""
        endpoint = self.endpoint or self.server or None
        return load_engine().sync_pb2.SyncAuth(hkey=self.key, endpoint=endpoint)

    def write(self) -> None:
        """Keep the account in a file that only the user can read."""
        values = {name: value for name, value in asdict(self).items() if name != "folder"}
        write_whole(self.folder / _ACCOUNT, json.dumps(values).encode(), private=True)


def log_in(folder: Path, name: str, password: str, server: str = "") -> Account:
    """Return the account, after asking the server for a key; it is kept in the folder.

    A mirror of another account is removed. Raises FlashcardsError.
    """
    if server and not re.fullmatch(r"https?://[\w.:\[\]-]+(/.*)?", server, re.ASCII):
        raise FlashcardsError(f"'{server}' is not an address such as http://192.168.1.20:8080/")
    server = f"{server.rstrip('/')}/" if server else ""
    account = Account(folder, name, request_key(name, password, server), server)
    before = None
    with suppress(FlashcardsError):  # the file is damaged
        before = load_account(folder)
    if before is None or (before.name, before.server) != (name, server):
        log_out(folder)
    account.write()
    return account


def log_out(folder: Path) -> None:
    """Forget the key and the copy of the collection."""
    shutil.rmtree(folder, ignore_errors=True)


def load_account(folder: Path) -> Account | None:
    """Return the account in a folder; None if nobody is logged in. Raises FlashcardsError."""
    try:
        return Account(folder, **read_json(load_text(folder / _ACCOUNT, 100_000)))
    except FileMissing:
        return None
    except (ValueError, TypeError) as error:
        raise FlashcardsError(
            f"{folder / _ACCOUNT} is damaged ({error}): 'ptquiz anki login' makes it anew."
        ) from None


def require_account(folder: Path) -> Account:
    """Return the account in a folder. Raises FlashcardsError if nobody is logged in."""
    account = load_account(folder)
    if account is None:
        raise FlashcardsError("You are not logged in: 'ptquiz anki login' first.")
    return account


def load_engine() -> Any:
    """Return Anki's package, imported when it is asked for. Raises FlashcardsError."""
    try:
        import anki.collection  # first: the package imports in a circle
        import anki.errors
        import anki.scheduler_pb2
        import anki.sync_pb2
    except ImportError:
        raise FlashcardsError(
            "This needs Anki's engine, which is not installed or too old: "
            "pip install 'ptquiz[anki]'"
        ) from None
    return anki


def open_with_engine(path: Path) -> Any:
    """Return the collection in a file, made if there is none. Raises SyncFailed."""
    with engine_errors():
        return load_engine().collection.Collection(str(path))


def import_package(col: Any, package: Path) -> None:
    """Import a package into a collection as Anki proposes it."""
    request = load_engine().collection.ImportAnkiPackageRequest
    col.import_anki_package(request(package_path=str(package)))


def request_key(name: str, password: str, server: str) -> str:
    """Return the key that a server gives for a name and a password. Raises SyncFailed."""
    anki = load_engine()
    learner = {"username": name, "password": password, "endpoint": server or None}
    request = anki.sync_pb2.SyncLoginRequest(**learner)
    backend = anki._backend.RustBackend()
    with engine_errors(server):
        return str(run_abortable(backend, lambda: backend.sync_login(request)).hkey)


def run_abortable(backend: Any, call: Callable[[], T]) -> T:
    """Return what a call returns in which the engine waits for a server; Ctrl-C ends the wait."""
    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(call).result()
        except KeyboardInterrupt:
            backend.abort_sync()
            raise


@contextmanager
def engine_errors(server: str = "") -> Iterator[None]:
    """Re-raise what the engine raises as one line of ours; `server` is empty for AnkiWeb."""
    errors = load_engine().errors
    try:
        yield
    except (errors.BackendError, errors.AnkiException) as error:  # a server may have written it
        reason = " ".join(str(error).split())[:300] or type(error).__name__
        if isinstance(error, errors.DBError):
            raise _explain_database(reason) from error
        if getattr(error, "kind", None) is errors.SyncErrorKind.AUTH:
            raise SyncFailed(
                "The server does not know this name and password, or no longer this key: "
                "'ptquiz anki login' again."
            ) from error
        raise SyncFailed(
            f"{server or ANKIWEB} cannot be reached, or does not answer as a sync server of Anki "
            f"does: {reason.replace(ANKIWEB, server or ANKIWEB)} Nothing is lost; try again."
        ) from error


def _explain_database(reason: str) -> FlashcardsError:
    low = reason.lower()
    if "already open" in low or "locked" in low:
        return SyncFailed("Another ptquiz is syncing just now; it does the work of this one, too.")
    if "newer" in low or "toonew" in low:
        return SyncFailed(
            "Your collection is of a newer Anki than the engine here: "
            "pip install --upgrade 'ptquiz[anki]'"
        )
    if "full" in low:
        return SyncFailed(f"Cannot write the copy of your collection: {reason}. Free some space.")
    return MirrorDamaged(DAMAGED)
