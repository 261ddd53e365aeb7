"""Anki's own engine: the only module that imports the `anki` package, which is optional.

It is licensed under the AGPL, so nobody gets it who does not ask for it
(`ptquiz[anki]`). Its errors become ours: one line that says what to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from flashcards.errors import FlashcardsError

_HTTP_ERROR = re.compile(r'HttpError \{ code: (\d+), context: "(.*?)", source: ')
_HTTP_STATUS = re.compile(r"HTTP status \w+ error \((.+?)\)")
_BROKEN_OFF = "303"
"""A code in the engine's own errors that is no answer of a server."""
ANKIWEB = "AnkiWeb"
T = TypeVar("T")


class EngineMissing(FlashcardsError):
    """Anki's engine is not installed, or is one that this program does not know."""

    def __init__(self) -> None:
        super().__init__(
            "This needs Anki's engine, which is not installed or too old: "
            "pip install 'ptquiz[anki]'"
        )


class SyncFailed(FlashcardsError):
    """The server could not be used, or said no; nothing is lost, a later sync goes on."""


def load_engine() -> Any:
    """Anki's package, imported when it is asked for: that takes 0.2 s. Raises EngineMissing."""
    try:
        import anki.collection  # first: the package imports in a circle
        import anki.errors
        import anki.scheduler_pb2
        import anki.sync_pb2
    except ImportError:
        raise EngineMissing from None
    return anki


def open_collection(path: Path) -> Any:
    """The collection in a file, made if there is none.

    Raises SyncFailed if another program has it open, and FlashcardsError if it is of a newer
    Anki or damaged.
    """
    anki = load_engine()
    with engine_errors():
        return anki.collection.Collection(str(path))


def make_auth(key: str, endpoint: str) -> Any:
    """What proves to a server who we are."""
    return load_engine().sync_pb2.SyncAuth(hkey=key, endpoint=endpoint or None)


def request_key(name: str, password: str, server: str) -> str:
    """The key that a server gives for a name and a password. Raises SyncFailed."""
    anki = load_engine()
    learner = {"username": name, "password": password, "endpoint": server or None}
    with engine_errors(server):
        request = anki.sync_pb2.SyncLoginRequest(**learner)
        backend = anki._backend.RustBackend()
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
    """Re-raises what the engine raises as one line of ours; `server` is empty for AnkiWeb."""
    errors = load_engine().errors
    server = server or ANKIWEB
    try:
        yield
    except errors.NetworkError as error:
        answer = _HTTP_STATUS.search(_one_line(error))
        raise (_make_strange(server, answer[1]) if answer else _make_gone(server)) from error
    except errors.SyncError as error:
        if error.kind is errors.SyncErrorKind.AUTH:
            raise SyncFailed(
                "The server does not know this name and password, or no longer this key: "
                "'ptquiz anki login' again."
            ) from error
        raise _explain_refusal(_one_line(error), server) from error
    except errors.DBError as error:
        raise _explain_database(_one_line(error)) from error
    except (errors.BackendError, errors.AnkiException) as error:
        reason = _one_line(error)
        if reason.startswith("JsonError"):
            raise _make_strange(server, reason) from error
        raise SyncFailed(f"Anki's engine: {reason}") from error


def _make_gone(server: str) -> SyncFailed:
    return SyncFailed(
        f"{server} cannot be reached, or the connection broke off. Nothing is lost: try again."
    )


def _make_strange(server: str, answer: str) -> SyncFailed:
    return SyncFailed(
        f"{server} does not answer like a sync server of Anki ({answer}): is the address right?"
    )


def _explain_refusal(reason: str, server: str) -> SyncFailed:
    """What the server said, or what the engine thought of it."""
    if found := _HTTP_ERROR.match(reason):
        code, context = found.groups()
        return _make_gone(server) if code == _BROKEN_OFF else _make_strange(server, context)
    if "version is too old" in reason:
        return SyncFailed(
            f"{server} wants a newer engine of Anki: pip install --upgrade 'ptquiz[anki]'"
        )
    return SyncFailed(f"The server stopped the sync: {reason.replace(ANKIWEB, server)}")


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
    return MirrorDamaged()


class MirrorDamaged(SyncFailed):
    """The mirror could not be read; it was only a copy and is removed."""

    def __init__(self) -> None:
        super().__init__(
            "The copy of your collection was damaged and is removed. Nothing is lost: sync again."
        )


def _one_line(error: Exception) -> str:
    """The message of an error, printable and not too long: a server may have written it."""
    text = " ".join(str(error).split())
    shown = "".join(letter for letter in text if letter.isprintable())
    return shown[:300] or type(error).__name__


def import_package(col: Any, package: Path) -> None:
    """Imports a package into a collection as Anki proposes it."""
    anki = load_engine().collection
    options = anki.ImportAnkiPackageOptions()
    request = anki.ImportAnkiPackageRequest(package_path=str(package), options=options)
    col.import_anki_package(request)
