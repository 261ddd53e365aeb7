"""Syncs that are broken at a step, in this process or in one of their own."""

import multiprocessing
import os
import resource
import signal
import sys
from contextlib import contextmanager

from anki.collection import Collection

from flashcards.anki.bridge import collection, engine
from flashcards.errors import FlashcardsError
from flashcards.reviews.store import ReviewLog

DOWNLOAD = {
    "close": (Collection, "close_for_full_sync"),
    "download": (Collection, "full_upload_or_download"),
    "reopen": (Collection, "reopen"),
}
"""The steps of a download, in their order; each is a function and where it is found."""
STEPS = {
    "open": (engine, "open_with_engine"),
    "exchange": (Collection, "sync_collection"),
    **DOWNLOAD,
    "take": (ReviewLog, "add"),
    "claim": (ReviewLog, "claim"),
    "insert": (collection, "insert_answers"),
    "reschedule": (collection, "reschedule_card"),
    "marks": (collection, "send_mark"),
}
"""All steps of a sync."""


@contextmanager
def breaking(stop, step, when="before", time=1):
    """Calls `stop` before or after the first, second … time of a step."""
    place, name = STEPS[step]
    real, calls = getattr(place, name), []

    def broken(*arguments, **named):
        calls.append(step)
        if (len(calls), when) == (time, "before"):
            stop()
        result = real(*arguments, **named)
        if (len(calls), when) == (time, "after"):
            stop()
        return result

    setattr(place, name, broken)
    try:
        yield
    finally:
        setattr(place, name, real)


def sync_apart(terminal, step=None, most_bytes=None):
    """How a sync in a process of its own ended: "done", "killed" or the message of an error.

    The process kills itself at the step, which has the arguments of `breaking`; no file may be
    larger than `most_bytes`.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    reading, writing = context.Pipe(duplex=False)
    child = context.Process(target=_sync, args=(terminal, step, most_bytes, writing))
    child.start()
    writing.close()
    try:
        said = reading.recv()
    except EOFError:
        said = "killed"
    child.join()
    assert not said.startswith("traceback"), said
    return said


def _sync(terminal, step, most_bytes, writing):
    if most_bytes:
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, resource.RLIM_INFINITY))
    try:
        if step:
            with breaking(lambda: os.kill(os.getpid(), signal.SIGKILL), *step):
                terminal.sync()
        else:
            terminal.sync()
        writing.send("done")
    except FlashcardsError as error:
        writing.send(f"error: {error}")
    except BaseException as error:
        writing.send(f"traceback: {error!r}")
