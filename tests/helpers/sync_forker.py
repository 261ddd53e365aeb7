"""Syncs a terminal in processes of their own, which end themselves at a step; started once.

    python -m tests.helpers.sync_forker

Each line of standard input is a JSON object: folder of the terminal, name, key and url of
the account, `step`, the arguments of `breaking` at which the process kills itself
(null: nowhere), and `most_bytes`, which no file may be larger than (null: any size). A line of
standard output follows, which says how it ended: "done", "killed" or the message of an error.
"""

import json
import os
import resource
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from anki.collection import Collection

from flashcards.anki.bridge import collection, engine, sync
from flashcards.anki.bridge.engine import Account
from flashcards.commands.learner import count_local_day
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import Schedule
from flashcards.reviews.store import ReviewLog, open_reviews

DOWNLOAD = {
    "close": (Collection, "close_for_full_sync"),
    "download": (Collection, "full_upload_or_download"),
    "reopen": (Collection, "reopen"),
}
"""The steps of a download, in their order; each is a function and where it is found."""
STEPS = {
    "open": (engine, "open_collection"),
    "exchange": (Collection, "sync_collection"),
    **DOWNLOAD,
    "take": (ReviewLog, "add"),
    "claim": (ReviewLog, "claim"),
    "insert": (collection, "insert_answers"),
    "restate": (collection, "restate_card"),
    "marks": (collection, "send_mark"),
}
"""All steps of a sync."""


@contextmanager
def breaking(stop, step, when="before", time=1):
    """Calls `stop` before or after the first, second … time of a step; what was called is noted."""
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
        yield calls
    finally:
        setattr(place, name, real)


def main():
    for line in sys.stdin:
        run(json.loads(line))


def run(order):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.write(writing, sync_or_die(order).encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    print(json.dumps(said or "killed"), flush=True)


def sync_or_die(order):
    if order["most_bytes"]:
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["most_bytes"], resource.RLIM_INFINITY))
    try:
        if order["step"]:
            with breaking(lambda: os.kill(os.getpid(), signal.SIGKILL), *order["step"]):
                sync_terminal(order)
        else:
            sync_terminal(order)
    except FlashcardsError as error:
        return f"error: {error}"
    except BaseException as error:
        return f"traceback: {error!r}"
    return "done"


def sync_terminal(order):
    folder = Path(order["folder"])
    account = Account(folder / "anki", order["name"], order["key"], order["url"])
    with open_reviews(folder / "reviews.db", Schedule(count_day=count_local_day)) as log:
        sync.sync_with_anki(account, log, time.time_ns() // 1_000_000)


if __name__ == "__main__":
    main()
