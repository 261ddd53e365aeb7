"""Anki's own engine: the only module that imports the `anki` package, which is optional.

It is licensed under the AGPL, so nobody gets it who does not ask for it
(`ptquiz[anki]`). Its errors become ours: one line that says what to do.

It keeps what a server sends in memory and ends the process when there is no more. So work with
a server, which may be anybody's, is done in a child, whose memory and files are limited; the
parent tells in one line what became of it. Where there is no fork (Windows), there are no limits.
"""

from __future__ import annotations

import gc
import os
import pickle
import re
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from flashcards.errors import FlashcardsError, tell_system_error
from flashcards.reviews.memory import Rating
from flashcards.words.message import Message

_HTTP_ERROR = re.compile(r'HttpError \{ code: (\d+), context: "(.*?)", source: ')
_HTTP_STATUS = re.compile(r"HTTP status \w+ error \((.+?)\)")
_BROKEN_OFF = "303"
"""A code in the engine's own errors that is no answer of a server."""
ANKIWEB = "AnkiWeb"

MOST_MEMORY = 2 << 30
LARGEST_FILE = 4 << 30
"""Bytes: many times what the largest collections need."""

T = TypeVar("T")
History = Sequence[tuple[Rating, int]]
"""The answers to a card: ratings, each with the days since the one before."""


class EngineMissing(FlashcardsError):
    """Anki's engine is not installed, or is one that this program does not know."""

    def __init__(self) -> None:
        super().__init__(Message("engine-missing"))


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


def load_optimizer() -> Callable[[Iterable[History]], tuple[float, ...]]:
    """What finds the FSRS parameters that fit some histories best. Raises EngineMissing."""
    anki = load_engine()
    try:
        fit = anki._backend.RustBackend().compute_fsrs_params_from_items
        make_item, make_review = anki.scheduler_pb2.FsrsItem, anki.scheduler_pb2.FsrsReview
    except AttributeError:
        raise EngineMissing from None

    def optimize(histories: Iterable[History]) -> tuple[float, ...]:
        items = [
            make_item(reviews=[make_review(rating=rating, delta_t=days) for rating, days in each])
            for each in histories
        ]
        return tuple(round(value, 4) for value in fit(items).params)

    return optimize


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
        auth = anki._backend.RustBackend().sync_login(request)
    if not auth.hkey.isprintable() or not 0 < len(auth.hkey) <= 1000:
        raise SyncFailed(Message("server-no-key"))
    return str(auth.hkey)


@contextmanager
def engine_errors(server: str = "") -> Iterator[None]:
    """Re-raises what the engine raises as one line of ours; `server` is empty for AnkiWeb."""
    errors = load_engine().errors
    server = server or ANKIWEB
    try:
        yield
    except errors.NetworkError as error:
        answer = _HTTP_STATUS.search(_one_line(error))
        if answer is None:
            raise SyncFailed(Message("server-not-reached", server=server)) from error
        raise SyncFailed(Message("server-strange", server=server, answer=answer[1])) from error
    except errors.SyncError as error:
        if error.kind is errors.SyncErrorKind.AUTH:
            raise SyncFailed(Message("login-refused")) from error
        raise _explain_refusal(_one_line(error), server) from error
    except errors.DBError as error:
        raise _explain_database(_one_line(error)) from error
    except (errors.BackendError, errors.AnkiException) as error:
        reason = _one_line(error)
        if reason.startswith("JsonError"):
            raise SyncFailed(Message("server-strange", server=server, answer=reason)) from error
        raise SyncFailed(Message("engine-failed", reason=reason)) from error


def _explain_refusal(reason: str, server: str) -> SyncFailed:
    """What the server said, or what the engine thought of it."""
    if found := _HTTP_ERROR.match(reason):
        code, context = found.groups()
        if code == _BROKEN_OFF:
            return SyncFailed(Message("server-not-reached", server=server))
        return SyncFailed(Message("server-strange", server=server, answer=context))
    if "version is too old" in reason:
        return SyncFailed(Message("server-newer", server=server))
    return SyncFailed(Message("sync-refused", reason=reason.replace(ANKIWEB, server)))


def _explain_database(reason: str) -> FlashcardsError:
    low = reason.lower()
    if "already open" in low or "locked" in low:
        return SyncFailed(Message("sync-running"))
    if "newer" in low or "toonew" in low:
        return SyncFailed(Message("collection-newer"))
    if "full" in low:
        return SyncFailed(Message("mirror-unwritable", reason=reason))
    return MirrorDamaged(Message("mirror-damaged", reason=reason))


class MirrorDamaged(SyncFailed):
    """The mirror cannot be read; it is only a copy and can be downloaded again."""


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


def run_within_limits(work: Callable[[], T]) -> T:
    """What `work` returns, computed in a child process; raises what it raises of ours.

    Nothing that is open may be used in it. Raises SyncFailed if the child was ended.
    """
    if sys.platform == "win32":
        return work()
    reading, writing = os.pipe()
    kept: list[int] = []  # Ctrl-C in a fork, whose hooks swallow what is raised in them
    handler = signal.signal(signal.SIGINT, lambda number, _: kept.append(number))
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, handler)
        os.close(reading)
        _run_child(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        try:
            signal.signal(signal.SIGINT, handler)
            for number in kept:
                signal.raise_signal(number)
            while not select.select([pipe], [], [], 0.2)[0]:
                pass  # a Ctrl-C just before a call that waits is seen only after it
            said = pipe.read()
        except KeyboardInterrupt:  # the engine itself would wait half a minute for its server
            os.kill(child, signal.SIGKILL)
            raise
        finally:
            os.waitpid(child, 0)
    if not said:
        raise SyncFailed(Message("sync-ended"))
    result, error = pickle.loads(said)
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def _run_child(work: Callable[[], T], pipe: int) -> None:
    """Works, says the result and leaves; never returns."""
    if sys.platform == "win32":
        raise AssertionError
    import resource

    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the engine's last words are for its authors
        for kind, limit in (
            (resource.RLIMIT_DATA, MOST_MEMORY),
            (resource.RLIMIT_FSIZE, LARGEST_FILE),
        ):
            hard = resource.getrlimit(kind)[1]
            allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (allowed, hard))
        gc.disable()  # a short life, and nothing in it has cycles
        said: tuple[object, object] = (work(), None)
    except FlashcardsError as error:
        said = None, FlashcardsError(error.message)
    except OSError as error:
        said = None, SyncFailed(tell_system_error(error))
    except KeyboardInterrupt:
        said = None, KeyboardInterrupt()
    except MemoryError:
        os._exit(1)
    except BaseException as error:
        reason = f"{type(error).__name__}: {str(error)[:200]}"
        said = None, SyncFailed(Message("engine-failed", reason=reason))
    with suppress(OSError), os.fdopen(pipe, "wb") as file:  # the parent may be gone
        file.write(pickle.dumps(said))
    os._exit(0)
