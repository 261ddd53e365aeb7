"""What a sync of the bridge costs beside what Anki's engine itself needs for the same.

A learner with 20,000 answers in Anki and 20,000 in the terminal, over the curriculum. Each
number is the processor time of a whole process, as a learner starts it (waiting for the
server is the same for both): the engine downloads the collection and sends as many rows
as the bridge; the bridge also reads, joins and recomputes.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from flashcards import BuildRequest, build_package, load_course  # noqa: E402
from flashcards.reviews.memory import DAY_MS, count_day  # noqa: E402
from flashcards.reviews.review import Review  # noqa: E402
from flashcards.reviews.store import open_reviews  # noqa: E402
from tests.helpers.anki_devices import Device, Server  # noqa: E402

ANSWERS = 20_000
NEW_ANSWERS = 20
REPEATS = 5
FIRST_SYNCS = 3
PLAIN = """
import sys
from anki.collection import Collection
from anki.sync_pb2 import SyncAuth
folder, key, url, count = sys.argv[1:]
col = Collection(folder + "/collection.anki2")
auth = SyncAuth(hkey=key, endpoint=url)
required = col.sync_collection(auth, False).required
if required in (2, 3):
    col.close_for_full_sync()
    col.full_upload_or_download(auth=auth, server_usn=None, upload=False)
    col.reopen(after_full_sync=True)
cards = col.db.list("select id from cards")
last = col.db.scalar("select max(id) from revlog")
rows = [[last + 1 + n, cards[n % len(cards)], -1, 3, 5, 5, 500, 900, 1] for n in range(int(count))]
col.db.executemany("insert into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
col.sync_collection(auth, False)
col.close()
"""


def main() -> None:
    course = load_course(None)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        server = Server(folder / "server")
        try:
            held = compare(folder, server, course)
        finally:
            server.stop()
    sys.exit(not held)


def compare(folder: Path, server: Server, course: object) -> bool:
    """Prints both ratios; whether they hold."""
    desktop = prepare(folder, server, course)
    owners = sorted(desktop.cards(course))
    filled = folder / "filled"
    fill_log(filled, owners, ANSWERS, 60)
    log_in(filled, server)
    first: dict[str, list[float]] = {"plain": [], "ours": []}
    for number in range(FIRST_SYNCS):
        home, plain = folder / f"home-{number}", folder / f"plain-{number}"
        shutil.copytree(filled, home)
        first["plain"].append(time_plain(plain, server, ANSWERS))
        desktop.upload()  # the server as it was
        first["ours"].append(time_ours(home))
        if number + 1 < FIRST_SYNCS:
            desktop.upload()
    later: dict[str, list[float]] = {"plain": [], "ours": []}
    for number in range(REPEATS):
        fill_log(home, owners, NEW_ANSWERS, 1, seed=number + 1)
        later["plain"].append(time_plain(plain, server, NEW_ANSWERS))
        later["ours"].append(time_ours(home))
    desktop.close()
    held = report(f"first sync, {ANSWERS:,} answers on each side", first, 4)
    return report(f"{NEW_ANSWERS} new answers", later, 6) and held


def report(name: str, times: dict[str, list[float]], limit: float) -> bool:
    """Prints a row from the best of several runs; whether it holds."""
    plain, ours = min(times["plain"]), min(times["ours"])
    mark = "ok" if ours <= limit * plain else "TOO MUCH"
    print(f"{name}: {ours / plain:.2f} x the engine, at most {limit} {mark}")
    print(f"    engine {plain:.2f} s, bridge {ours:.2f} s")
    return mark == "ok"


def prepare(folder: Path, server: Server, course: object) -> Device:
    """A desktop with the curriculum and a history, uploaded."""
    request = BuildRequest(output=folder / "deck.apkg", lang="en")
    build_package(course, request, now=1_700_000_000)
    desktop = Device(folder / "desktop", server)
    desktop.import_package(folder / "deck.apkg")
    desktop.col.set_config("fsrs", True)
    cards = desktop.col.db.list("select id from cards")
    chance, start = random.Random(1), time.time_ns() // 1_000_000 - 60 * DAY_MS
    ratings = (1, 3, 3, 4)
    rows = [
        [start + n * 60 * DAY_MS // ANSWERS, chance.choice(cards), -1, chance.choice(ratings), 5,
         5, 500, 4000, int(n > 9000)]
        for n in range(ANSWERS)
    ]  # fmt: skip
    desktop.col.db.executemany("insert into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    desktop.upload()
    return desktop


def fill_log(home: Path, owners: list, count: int, days: int, seed: int = 0) -> None:
    chance, now = random.Random(seed), time.time_ns() // 1_000_000
    reviews = []
    for n in range(count):
        course, lang, card = chance.choice(owners)
        at = now - days * DAY_MS + n * days * DAY_MS // count
        reviews.append(
            Review(course=course, card=card, lang=lang, fingerprint="f", at=at,
                   rating=chance.choice((1, 3, 3, 4)), score=1.0, form="type", answer="",
                   duration=chance.randrange(500, 20_000), version="1", day=count_day(at),
                   due=count_day(at) + 4)
        )  # fmt: skip
    home.mkdir(exist_ok=True)
    with open_reviews(home / "reviews.db") as log:
        log.add(reviews)


def log_in(home: Path, server: Server) -> None:
    from flashcards.anki.bridge.engine import Account
    from tests.helpers.anki_devices import NAME

    Account(home / "anki", NAME, server.key, server.url).write()


def time_plain(folder: Path, server: Server, count: int) -> float:
    folder.mkdir(exist_ok=True)
    words = [sys.executable, "-c", PLAIN, str(folder), server.key, server.url, str(count)]
    return time_process(words, {})


def time_ours(home: Path) -> float:
    return time_process([sys.executable, "-m", "flashcards", "anki", "sync"], {"PTQUIZ_HOME": home})


def time_process(words: list[str], more: dict[str, Path]) -> float:
    """Seconds of processor time that a program and its children took."""
    env = {**os.environ, **{name: str(value) for name, value in more.items()}}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
