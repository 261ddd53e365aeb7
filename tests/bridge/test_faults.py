"""What can go wrong around a sync: one clear line, nothing lost, nothing doubled."""

import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from types import SimpleNamespace

import pytest

from flashcards.anki.bridge import sync
from flashcards.anki.bridge.engine import SyncFailed
from flashcards.reviews.backup import recover_log
from tests.helpers.anki_devices import Terminal
from tests.helpers.courses import sample_course
from tests.helpers.device_histories import Forker, find_faults

AGAIN, GOOD, EASY = 1, 3, 4
DAY_MS = 86_400_000


def mirror_of(terminal):
    return terminal.folder / "anki" / "mirror" / "collection.anki2"


def answers_of(terminal):
    return Counter((each.owner, each.rating, each.duration) for each in terminal.reviews())


def test_two_machines_that_sync_at_once_end_with_the_same_answers(devices, tmp_path, server):
    here = devices.terminal
    there = Terminal(tmp_path / "laptop", server, sample_course())
    forkers = Forker(), Forker()
    given = Counter()
    for number in range(4):
        for terminal, rating in ((here, GOOD), (there, AGAIN)):
            owner = devices.owners[number]
            terminal.answer(owner, rating, took=number + 1)
            given[owner, rating, number + 1] += 1
        with ThreadPoolExecutor(2) as pool:
            homes = (devices, SimpleNamespace(terminal=there))
            said = list(pool.map(lambda forker, home: forker.sync(home), forkers, homes))
        assert all(each == "done" or each.startswith("error: ") for each in said)
    for forker in forkers:
        forker.close()
    for terminal in (here, there, here, there):
        terminal.sync()
    assert answers_of(here) == answers_of(there) == given
    devices.sync_all()
    assert find_faults(devices, given) == []


@pytest.mark.parametrize("damage", ["gone", "empty", "nonsense"])
def test_a_mirror_that_cannot_be_read_is_downloaded_again(devices, damage):
    devices.terminal.answer(devices.owners[0], GOOD)
    devices.terminal.sync()
    path = mirror_of(devices.terminal)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if damage == "empty" else b"nonsense" * 1000)
    devices.phone.answer(devices.cards[devices.owners[1]], GOOD)
    devices.phone.sync()
    devices.terminal.answer(devices.owners[2], GOOD)
    report = devices.terminal.sync()
    assert (report.received, report.sent) == (1, 1)
    devices.phone.sync()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 3


def test_a_collection_of_a_newer_anki_says_what_to_update(devices):
    devices.terminal.sync()
    with closing(sqlite3.connect(mirror_of(devices.terminal))) as db:
        db.execute("update col set ver = 99")
        db.commit()
    with pytest.raises(SyncFailed, match=r"newer Anki .*pip install --upgrade 'ptquiz\[anki\]'"):
        devices.terminal.sync()


def test_an_answer_from_a_clock_that_is_a_day_ahead_is_kept_once_everywhere(devices):
    now = time.time_ns() // 1_000_000
    devices.terminal.answer(devices.owners[0], GOOD, at=now + DAY_MS)
    devices.terminal.answer(devices.owners[1], GOOD, at=now - DAY_MS)
    devices.terminal.sync()
    devices.sync_all()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 2
    assert devices.phone.col.fix_integrity()[1]


def test_a_log_that_was_recovered_knows_its_answers_again(devices):
    devices.terminal.answer(devices.owners[0], GOOD)
    devices.phone.answer(devices.cards[devices.owners[1]], EASY)
    devices.phone.sync()
    devices.terminal.sync()
    recover_log(devices.terminal.folder / "reviews.db", "now")
    report = devices.terminal.sync()
    assert (report.received, report.sent) == (0, 0)
    devices.sync_all()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 2


def test_a_disk_that_is_full_loses_nothing(devices):
    devices.terminal.answer(devices.owners[0], GOOD)
    forker = Forker()
    for size in (1000, 30_000, 100_000, 200_000):
        said = forker.sync(devices, most_bytes=size)
        assert said.startswith("error: ")
        assert "\n" not in said
    forker.close()
    devices.terminal.sync()
    devices.phone.sync()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 1


class Stopped(Exception):
    """The machine was switched off."""


@pytest.mark.parametrize(
    "step", ["_receive", "_send", "_insert_answers", "restate_cards", "send_marks", "_finish"]
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_sync_that_ends_at_any_step_is_finished_by_the_next(devices, monkeypatch, step, when):
    mine, theirs = devices.owners[:2]
    devices.terminal.sync()
    devices.terminal.answer(mine, GOOD, took=1)
    devices.terminal.mark(theirs, "flagged", 1)
    devices.phone.answer(devices.cards[theirs], GOOD)
    devices.desktop.answer(devices.cards[theirs], AGAIN)
    devices.phone.sync()
    devices.desktop.sync()
    real = getattr(sync, step)

    def stop(*arguments):
        if when == "after":
            real(*arguments)
        raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr(sync, step, stop)
        with pytest.raises(Stopped):
            devices.terminal.sync()
    devices.sync_all()
    rows = [(card, ease, took) for _, card, ease, took in devices.phone.rows()]
    assert rows.count((devices.cards[mine], GOOD, 1)) == 1
    given = Counter((owner, ease, took) for card, ease, took in rows
                    for owner in devices.owners if devices.cards[owner] == card)  # fmt: skip
    assert len(rows) == 3
    assert find_faults(devices, given) == []
