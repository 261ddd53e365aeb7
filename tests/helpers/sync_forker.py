"""Starts syncs of a terminal in processes of their own, and kills them; started once.

    python -m tests.helpers.sync_forker

Each line of standard input is a JSON object: folder of the terminal, name, key and url of
the account, courses, `kill_ms`, after which the sync is killed (null: never), and
`most_bytes`, which no file may be larger than (null: any size). Each line of standard output
says how it ended: "done", "killed" or the message of an error.
"""

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

from flashcards.anki.bridge.account import Account
from flashcards.anki.bridge.engine import require_engine
from flashcards.anki.bridge.sync import Learner, sync_with_anki
from flashcards.errors import FlashcardsError
from flashcards.reviews.memory import count_day
from flashcards.reviews.store import open_reviews


def main():
    require_engine()
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


def run(order):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.write(writing, sync(order).encode()[:4000])
        os._exit(0)
    os.close(writing)
    if order["kill_ms"] is not None:
        time.sleep(order["kill_ms"] / 1000)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said or "killed"


def sync(order):
    folder = Path(order["folder"])
    if order["most_bytes"]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["most_bytes"], resource.RLIM_INFINITY))
    account = Account(order["name"], order["key"], order["url"])
    courses = {tuple(each) for each in order["courses"]}
    try:
        with open_reviews(folder / "reviews.db") as log:
            learner = Learner(folder / "anki", account, log, courses, count_day)
            sync_with_anki(learner, time.time_ns() // 1_000_000)
    except FlashcardsError as error:
        return f"error: {error}"
    except BaseException as error:
        return f"traceback: {error!r}"
    return "done"


if __name__ == "__main__":
    main()
