"""Work with a server that may be anybody's: in a process of its own, with limits.

The engine keeps what a server sends in memory and ends the process when there is no more.
So it works in a child, whose memory and files are limited; the parent tells in one line
what became of it. Where there is no fork (Windows), it works without limits.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from flashcards.anki.bridge.engine import SyncFailed
from flashcards.errors import FlashcardsError, tell_system_error
from flashcards.words.message import Message

MOST_MEMORY = 2 << 30
LARGEST_FILE = 4 << 30
"""Bytes: many times what the largest collections need."""

T = TypeVar("T")


def run_within_limits(work: Callable[[], T]) -> T:
    """What `work` returns, computed in a child process; raises what it raises of ours.

    Nothing that is open may be used in it. Raises SyncFailed if the child was ended.
    """
    if sys.platform == "win32":
        return work()
    reading, writing = os.pipe()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a fork can swallow Ctrl-C
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(reading)
        _run_child(work, writing)
    os.close(writing)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read()
    except KeyboardInterrupt:  # the engine itself would wait for its server for half a minute
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
