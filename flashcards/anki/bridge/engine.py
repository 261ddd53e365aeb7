"""Anki's own engine: the only module that imports the `anki` package, which is optional.

It is licensed under the AGPL, so nobody gets it who does not ask for it
(`ptquiz[anki]`). Its errors become ours: one line that says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError


class EngineMissing(FlashcardsError):
    """Anki's engine is not installed, or is one that this program does not know."""

    def __init__(self) -> None:
        super().__init__(
            "This needs Anki's engine, which is not installed or too old: "
            "pip install 'ptquiz[anki]'"
        )


class SyncFailed(FlashcardsError):
    """The server could not be used, or said no; nothing is lost, a later sync goes on."""


class Offline(SyncFailed):
    """The server cannot be reached now."""


class LoginRefused(SyncFailed):
    """Name, password or key is wrong."""


def load_optimizer() -> tuple[Any, Any]:
    """The part of the engine that fits parameters, and its messages. Raises EngineMissing."""
    try:
        from anki import scheduler_pb2
        from anki._backend import RustBackend

        backend = RustBackend()
        backend.compute_fsrs_params_from_items  # noqa: B018
    except (ImportError, AttributeError):
        raise EngineMissing from None
    return backend, scheduler_pb2


def require_engine() -> None:
    """Raises EngineMissing if Anki's engine cannot be imported."""
    try:
        import anki.collection  # noqa: F401
    except ImportError:
        raise EngineMissing from None


def open_collection(path: Path) -> Any:
    """The collection in a file, made if there is none.

    Raises SyncFailed if another program has it open, and FlashcardsError if it is of a newer
    Anki or damaged.
    """
    require_engine()
    from anki.collection import Collection

    with engine_errors():
        return Collection(str(path))


def make_auth(key: str, endpoint: str) -> Any:
    """What proves to a server who we are."""
    from anki.collection import Collection  # noqa: F401  first: the package imports in a circle
    from anki.sync_pb2 import SyncAuth

    return SyncAuth(hkey=key, endpoint=endpoint or None)


def request_key(name: str, password: str, endpoint: str) -> str:
    """The key that a server gives for a name and a password. Raises LoginRefused, SyncFailed."""
    require_engine()
    from anki._backend import RustBackend
    from anki.sync_pb2 import SyncLoginRequest

    with engine_errors():
        auth = RustBackend().sync_login(
            SyncLoginRequest(username=name, password=password, endpoint=endpoint or None)
        )
    if not auth.hkey.isprintable() or not 0 < len(auth.hkey) <= 1000:
        raise SyncFailed("The server gave no usable key: is it a sync server of Anki?")
    return str(auth.hkey)


@contextmanager
def engine_errors() -> Iterator[None]:
    """Re-raises what the engine raises as one line of ours."""
    from anki import errors

    try:
        yield
    except errors.NetworkError as error:
        raise Offline(f"The sync server cannot be reached: {_one_line(error)}") from error
    except errors.SyncError as error:
        if error.kind is errors.SyncErrorKind.AUTH:
            raise LoginRefused(
                "The server does not know this name and password, or no longer this key: "
                "'ptquiz anki login' again."
            ) from error
        raise SyncFailed(f"The server stopped the sync: {_one_line(error)}") from error
    except errors.DBError as error:
        raise _explain_database(_one_line(error)) from error
    except (errors.BackendError, errors.AnkiException) as error:
        raise SyncFailed(f"Anki's engine: {_one_line(error)}") from error


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
    return MirrorDamaged(f"The copy of your collection cannot be used: {reason}")


class MirrorDamaged(SyncFailed):
    """The mirror cannot be read; it is only a copy and can be downloaded again."""


def _one_line(error: Exception) -> str:
    """The message of an error, printable and not too long: a server may have written it."""
    text = " ".join(str(error).split())
    shown = "".join(letter for letter in text if letter.isprintable())
    return shown[:300] or type(error).__name__


def import_package(col: Any, package: Path) -> None:
    """Imports a package into a collection as Anki proposes it."""
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    options = ImportAnkiPackageOptions()
    col.import_anki_package(ImportAnkiPackageRequest(package_path=str(package), options=options))
