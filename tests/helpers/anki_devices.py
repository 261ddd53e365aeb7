"""The real sync server on the loopback, and devices of one learner: Anki's engine, the terminal."""

import base64
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from functools import cached_property
from itertools import cycle
from pathlib import Path

from anki.collection import Collection

from flashcards.anki.bridge.collection import find_our_cards
from flashcards.anki.bridge.engine import Account, import_package, request_key
from flashcards.anki.bridge.sync import SyncReport, count_unsent, preview_sync, sync_with_anki
from flashcards.commands.learner import count_local_day
from flashcards.course.model import Course
from flashcards.reviews.memory import Schedule
from flashcards.reviews.review import Mark, Owner, Review
from flashcards.reviews.store import ReviewLog
from tests.helpers.courses import package_of, write_package

NAME, OTHER, PASSWORD = "learner", "another", "secret"
"""Two accounts with one password."""
_FULL_DOWNLOADS = (2, 3)


class Server(AbstractContextManager["Server"]):
    """`python -m anki.syncserver`, as people host it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self) -> None:
        env = {
            **os.environ,
            "SYNC_USER1": f"{NAME}:{_hash_password()}",
            "SYNC_USER2": f"{OTHER}:{_hash_password()}",
            "PASSWORDS_HASHED": "1",
            "SYNC_BASE": str(self.folder),
            "SYNC_HOST": "127.0.0.1",
            "SYNC_PORT": str(self.port),
            "RUST_LOG": "anki=error",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "anki.syncserver"], env=env,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while self._process.poll() is None:  # however slow the machine is
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the sync server does not start")

    @cached_property
    def key(self) -> str:
        """What a login gives; asked for once."""
        return request_key(NAME, PASSWORD, self.url)

    @cached_property
    def other_key(self) -> str:
        """The same for the other account."""
        return request_key(OTHER, PASSWORD, self.url)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def _hash_password() -> str:
    """The password as the server keeps it, but quick to check: one round instead of 600,000."""
    salt = b"salt for tests"
    found = hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), salt, 1)
    words = (base64.b64encode(each).decode().rstrip("=") for each in (salt, found))
    return "$".join(("", "pbkdf2-sha256", "i=1,l=32", *words))


_durations = cycle(range(5_000, 60_000))
"""Milliseconds of answers: people never take the same time twice, a fast machine does."""


class Device:
    """A phone or a desktop: a collection of its own, driven by the engine."""

    def __init__(self, folder: Path, server: Server, key: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.col = Collection(str(folder / "collection.anki2"))
        self.auth = Account(folder, "", key or server.key, server.url).auth

    def upload(self) -> None:
        """The learner's first sync ever."""
        self._full(upload=True)

    def restore(self) -> None:
        """A backup without any answer is restored and uploaded."""
        time.sleep(0.002)  # a collection changed in the millisecond of a sync is not seen as new
        self.col.db.execute("delete from revlog")
        self.upload()

    def sync(self) -> int:
        required = self.col.sync_collection(self.auth, False).required
        if required in _FULL_DOWNLOADS:
            self._full(upload=False)
        return required

    def answer(self, card: int, rating: int) -> None:
        """Answers a card now, as the reviewer does; the rating from 1 to 4."""
        found = self.col.get_card(card)
        found.start_timer()
        states = self.col._backend.get_scheduling_states(card)
        answer = self.col.sched.build_answer(card=found, states=states, rating=rating - 1)
        answer.milliseconds_taken = next(_durations)
        self.col.sched.answer_card(answer)
        time.sleep(0.002)  # rows of one device never have the same millisecond

    def cards(self, course: Course) -> dict[Owner, int]:
        """Anki's number of each of our cards."""
        ours = find_our_cards(self.col.db.all).values()
        return {card.owner: card.id for card in ours if card.owner[0] == course.info.id}

    def rows(self) -> list[tuple[int, ...]]:
        """Time, card, rating and duration of every row."""
        found = self.col.db.all("select id, cid, ease, time from revlog order by id")
        return [tuple(row) for row in found]

    def memory(self, card: int) -> tuple[float, float] | None:
        state = self.col.get_card(card).memory_state
        return (state.stability, state.difficulty) if state else None

    def _full(self, upload: bool) -> None:
        self.col.close_for_full_sync()
        self.col.full_upload_or_download(auth=self.auth, server_usn=None, upload=upload)
        self.col.reopen(after_full_sync=True)


class Terminal:
    """A terminal: a log, and one more device of the account."""

    def __init__(self, folder: Path, server: Server) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.account = Account(folder / "anki", NAME, server.key, server.url)

    def open(self) -> ReviewLog:
        return ReviewLog(self.folder / "reviews.db", Schedule(count_day=count_local_day))

    def answer(self, owner: Owner, rating: int, at: int | None = None, took: int = 4321) -> str:
        """Answers a card, now or at a time in UTC milliseconds; the uid of the answer."""
        at = at or time.time_ns() // 1_000_000
        course, lang, card = owner
        review = Review(
            course=course, card=card, lang=lang, at=at, rating=rating,
            score=float(rating > 1), form="type", answer="x", duration=took,
            day=count_local_day(at),
        )  # fmt: skip
        with self.open() as log:
            log.record(review)
        return review.uid

    def undo(self, uid: str) -> None:
        with self.open() as log:
            log.undo(uid)

    def mark(self, owner: Owner, name: str, value: int) -> None:
        course, lang, card = owner
        with self.open() as log:
            log.add([Mark(course, card, lang, time.time_ns() // 1_000_000, name, value)])

    def is_suspended(self, owner: Owner) -> bool:
        course, lang, card = owner
        with self.open() as log:
            marks = log.marks({course}, lang).get((course, card))
        return bool(marks and marks.suspended)

    def sync(self, package: Path | None = None) -> SyncReport:
        with self.open() as log:
            return sync_with_anki(self.account, log, time.time_ns() // 1_000_000, package)

    def preview(self) -> SyncReport:
        with self.open() as log:
            return preview_sync(self.account, log, time.time_ns() // 1_000_000)

    def count_unsent(self) -> int:
        with self.open() as log:
            return count_unsent(self.account, log)

    def move(self, server: Server, name: str) -> None:
        """Logs in to one of the accounts of a server, as `log_in` does."""
        shutil.rmtree(self.account.folder, ignore_errors=True)
        key = server.key if name == NAME else server.other_key
        self.account = replace(self.account, name=name, key=key)

    def reviews(self) -> list[Review]:
        with self.open() as log:
            return list(log.reviews())


class Household(AbstractContextManager["Household"]):
    """A desktop that uploaded its collection, a phone and a terminal, all in sync."""

    def __init__(self, folder: Path, server: Server, course: Course, fsrs: bool = True) -> None:
        self.server, self.course = server, course
        self.package = write_package(folder, package_of(course))
        self.desktop = Device(folder / "desktop", server)
        import_package(self.desktop.col, self.package)
        col = self.desktop.col
        for number in range(5):
            note = col.new_note(col.models.by_name("Basic"))
            note["Front"], note["Back"] = f"capital {number}", "answer"
            col.add_note(note, col.decks.id("Geography"))
        self.desktop.col.set_config("fsrs", fsrs)
        self.desktop.upload()
        self.phone = Device(folder / "phone", server)
        self.phone.sync()
        self.terminal = Terminal(folder / "terminal", server)
        self.cards = self.desktop.cards(course)
        self.owners = sorted(self.cards)

    def __exit__(self, *error: object) -> None:
        self.desktop.col.close()
        self.phone.col.close()

    def sync_all(self) -> None:
        """Until everybody has everything."""
        for _ in range(2):
            self.desktop.sync()
            self.phone.sync()
            self.terminal.sync()
        self.desktop.sync()
        self.phone.sync()
