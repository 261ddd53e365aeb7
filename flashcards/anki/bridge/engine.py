"""Anki's own engine: the only module that imports the `anki` package, which is optional.

It is licensed under the AGPL, so nobody gets it who does not ask for it
(`ptquiz[anki]`). Its errors become ours: one line that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from flashcards.errors import FlashcardsError

ANKIWEB = "AnkiWeb"
DAMAGED = "The copy of your collection was damaged and is removed. Nothing is lost: sync again."
T = TypeVar("T")


class EngineMissing(FlashcardsError):
    """Anki's engine is not installed, or is one that this program does not know."""

    def __init__(self) -> None:
        reason = "which is not installed or too old: pip install 'ptquiz[anki]'"
        super().__init__(f"This needs Anki's engine, {reason}")


class SyncFailed(FlashcardsError):
    """The server could not be used, or said no; nothing is lost, a later sync goes on."""


class MirrorDamaged(SyncFailed):
    """The mirror is of no use; it was only a copy and is removed."""


def load_engine() -> Any:
    """Return Anki's package, imported when it is asked for. Raises EngineMissing."""
    try:
        import anki.collection  # first: the package imports in a circle
        import anki.errors
        import anki.scheduler_pb2
        import anki.sync_pb2
    except ImportError:
        raise EngineMissing from None
    return anki


def open_collection(path: Path) -> Any:
    """Return the collection in a file, made if there is none. Raises SyncFailed."""
    anki = load_engine()
    with engine_errors():
        return anki.collection.Collection(str(path))


def make_auth(key: str, endpoint: str) -> Any:
    """Return what proves to a server who we are."""
    return load_engine().sync_pb2.SyncAuth(hkey=key, endpoint=endpoint or None)


def request_key(name: str, password: str, server: str) -> str:
    """Return the key that a server gives for a name and a password. Raises SyncFailed."""
    anki = load_engine()
    learner = {"username": name, "password": password, "endpoint": server or None}
    request, backend = anki.sync_pb2.SyncLoginRequest(**learner), anki._backend.RustBackend()
    with engine_errors(server):
        auth = run_abortable(backend, lambda: backend.sync_login(request))
    if not auth.hkey.isprintable() or not 0 < len(auth.hkey) <= 1000:
        raise SyncFailed("The server gave no usable key: is it a sync server of Anki?")
    return str(auth.hkey)


def run_abortable(backend: Any, call: Callable[[], T]) -> T:
    """Return what a call returns in which the engine waits for a server; Ctrl-C ends the wait."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(call)
        try:
            while not future.done():
                wait([future], timeout=0.2)
        except KeyboardInterrupt:
            backend.abort_sync()
            raise
        return future.result()


@contextmanager
def engine_errors(server: str = "") -> Iterator[None]:
    """Re-raise what the engine raises as one line of ours; `server` is empty for AnkiWeb."""
    errors = load_engine().errors
    try:
        yield
    except errors.DBError as error:
        raise _explain_database(_one_line(error)) from error
    except (errors.BackendError, errors.AnkiException) as error:
        if getattr(error, "kind", None) is errors.SyncErrorKind.AUTH:
            raise SyncFailed(
                "The server does not know this name and password, or no longer this key: "
                "'ptquiz anki login' again."
            ) from error
        reason = _one_line(error).replace(ANKIWEB, server or ANKIWEB)
        raise SyncFailed(
            f"{server or ANKIWEB} cannot be reached, or does not answer as a sync server of Anki "
            f"does: {reason} Nothing is lost; try again."
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


def _one_line(error: Exception) -> str:
    """Return the message of an error, printable and short: a server may have written it."""
    text = " ".join(str(error).split())
    return "".join(filter(str.isprintable, text))[:300] or type(error).__name__


def import_package(col: Any, package: Path) -> None:
    """Import a package into a collection as Anki proposes it."""
    anki = load_engine().collection
    options = anki.ImportAnkiPackageOptions()
    request = anki.ImportAnkiPackageRequest(package_path=str(package), options=options)
    col.import_anki_package(request)
