"""What can go wrong around a sync: one clear line, nothing lost, nothing doubled."""

import shutil
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import product

import pytest
from anki.collection import Collection

from flashcards.anki.bridge import sync
from flashcards.anki.bridge.collection import pull_reviews
from flashcards.anki.bridge.engine import MirrorDamaged, SyncFailed, import_package, load_account
from tests.helpers.anki_devices import OTHER, Device, Terminal
from tests.helpers.device_histories import find_faults
from tests.helpers.sync_forker import DOWNLOAD, STEPS, breaking, sync_apart

AGAIN, GOOD, EASY = 1, 3, 4


class Stopped(Exception):
    """The machine was switched off."""


def stop():
    raise Stopped


def answers_of(terminal):
    return Counter((each.owner, each.rating, each.duration) for each in terminal.reviews())


def test_two_machines_that_sync_at_once_end_with_the_same_answers(devices, tmp_path, server):
    here = devices.terminal
    there = Terminal(tmp_path / "laptop", server)
    given = Counter()
    for number in range(2):
        for terminal, rating in ((here, GOOD), (there, AGAIN)):
            owner = devices.owners[number]
            terminal.answer(owner, rating, took=number + 1)
            given[owner, rating, number + 1] += 1
        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(sync_apart, (here, there)))
        assert all(each == "done" or each.startswith("error: ") for each in said)
    for terminal in (here, there):
        with suppress(SyncFailed):  # the server may find two at once too much: the next goes on
            terminal.sync()
    for terminal in (here, there, here, there):
        terminal.sync()
    assert answers_of(here) == answers_of(there) == given
    devices.sync_all()
    assert find_faults(devices, given) == []


@pytest.mark.parametrize("damage", ["gone", "empty", "nonsense"])
def test_a_mirror_that_cannot_be_read_is_downloaded_again(devices, damage):
    devices.terminal.answer(devices.owners[0], GOOD)
    devices.terminal.mark(devices.owners[4], "suspended", 1)
    devices.terminal.sync()
    devices.phone.sync()
    devices.phone.col.sched.unsuspend_cards([devices.cards[devices.owners[4]]])
    path = devices.terminal.account.mirror
    if damage == "gone":
        shutil.rmtree(path.parent)
    else:
        path.write_bytes(b"" if damage == "empty" else b"nonsense" * 1000)
    devices.phone.answer(devices.cards[devices.owners[1]], GOOD)
    devices.phone.sync()
    devices.terminal.answer(devices.owners[2], GOOD)
    if damage == "nonsense":
        with pytest.raises(MirrorDamaged, match="is removed"):
            devices.terminal.sync()
    report = devices.terminal.sync()
    assert (report.received, report.sent) == (1, 1)
    assert (report.marks_received, report.marks_sent) == (1, 0)
    devices.phone.sync()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 3


def test_a_collection_of_a_newer_anki_says_what_to_update(devices):
    devices.terminal.sync()
    with closing(sqlite3.connect(devices.terminal.account.mirror)) as db:
        db.execute("update col set ver = 99")
        db.commit()
    with pytest.raises(SyncFailed, match=r"newer Anki .*pip install --upgrade 'ptquiz\[anki\]'"):
        devices.terminal.sync()


@pytest.mark.parametrize("synced_before", [True, False])
def test_a_backup_of_the_log_that_is_put_back_gets_the_later_answers_and_sends_none(
    devices, synced_before
):
    devices.terminal.answer(devices.owners[0], GOOD)
    if synced_before:
        devices.terminal.sync()
    with devices.terminal.open() as log:
        backup = log.back_up("2030-01-01")
    devices.terminal.answer(devices.owners[2], GOOD)
    devices.phone.answer(devices.cards[devices.owners[1]], EASY)
    devices.phone.sync()
    devices.terminal.sync()
    shutil.copy(backup, devices.terminal.folder / "reviews.db")
    report = devices.terminal.sync()
    assert (report.received, report.sent) == (2, 0)
    devices.sync_all()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [1000, 30_000, 100_000, 200_000])
def test_a_disk_that_is_full_loses_nothing(devices, size):
    devices.terminal.answer(devices.owners[0], GOOD)
    said = sync_apart(devices.terminal, most_bytes=size)
    assert said.startswith("error: ")
    assert "\n" not in said
    devices.terminal.sync()
    devices.phone.sync()
    assert len(devices.phone.rows()) == len(devices.terminal.reviews()) == 1


def give_answers(devices, *owners):
    """Answers of the terminal, synced."""
    for owner in owners:
        devices.terminal.answer(owner, GOOD)
    devices.terminal.sync()


def test_answers_and_marks_go_to_another_account_too_even_after_a_dry_run(
    devices, tmp_path, server
):
    give_answers(devices, *devices.owners[:3])
    devices.phone.col.sched.suspend_cards([devices.cards[devices.owners[4]]])
    devices.phone.sync()
    devices.terminal.sync()
    other = Device(tmp_path / "other", server, server.other_key)
    import_package(other.col, devices.package)
    other.upload()
    devices.terminal.move(server, OTHER)
    assert devices.terminal.count_unsent() == 3
    assert devices.terminal.preview().sent == 3
    assert devices.terminal.sync().sent == 3
    other.sync()
    assert len(other.rows()) == 3
    assert other.col.get_card(other.cards(devices.course)[devices.owners[4]]).queue == -1
    assert devices.terminal.is_suspended(devices.owners[4])
    other.col.close()


def test_answers_of_a_file_that_the_server_lacks_are_sent(devices, tmp_path):
    """Of a second profile of the desktop, which is not in the account."""
    devices.terminal.sync()
    profile = Device(tmp_path / "profile", devices.server)
    import_package(profile.col, devices.package)
    profile.answer(profile.cards(devices.course)[devices.owners[0]], GOOD)
    file = tmp_path / "profile.colpkg"
    profile.col.export_collection_package(str(file), False, False)
    pull_reviews(file, devices.terminal.open)
    assert devices.terminal.sync().sent == 1
    devices.phone.sync()
    assert len(devices.phone.rows()) == 1


def test_what_another_device_syncs_between_our_exchanges_is_received(devices):
    """On a card that we answered too, and on another."""
    mine, theirs = devices.owners[:2]
    devices.terminal.sync()
    devices.terminal.answer(mine, GOOD)

    def suspend():
        col = devices.phone.col
        col.sched.suspend_cards([devices.cards[mine], devices.cards[theirs]])
        col.db.execute("update cards set mod = mod + 1000 where queue = -1")  # the last word
        devices.phone.sync()

    with breaking(suspend, "exchange", "before", 2):
        devices.terminal.sync()
    assert devices.terminal.is_suspended(mine)
    assert devices.terminal.is_suspended(theirs)
    devices.sync_all()
    assert devices.desktop.col.get_card(devices.cards[mine]).queue == -1


@pytest.mark.parametrize("deck", ["ours", "another"])
def test_an_answer_of_another_device_in_the_millisecond_of_ours_is_kept_on_both_sides(
    devices, deck
):
    """It reaches the server between our exchanges; Anki itself would drop one on each side."""
    mine, theirs = devices.owners[:2]
    card = devices.cards[theirs]
    if deck == "another":
        card = devices.phone.col.find_cards("deck:Geography")[0]
    devices.terminal.sync()
    at = time.time_ns() // 1_000_000 - 5000
    devices.terminal.answer(mine, GOOD, at=at)

    def answer_in_the_same_millisecond():
        devices.phone.answer(card, EASY)
        devices.phone.col.db.execute("update revlog set id = ? where cid = ?", at, card)
        devices.phone.sync()

    with (
        pytest.raises(MirrorDamaged, match="sync again"),
        breaking(answer_in_the_same_millisecond, "exchange", "before", 2),
    ):
        devices.terminal.sync()
    devices.terminal.sync()
    devices.sync_all()
    wanted = [(at, card, EASY), (at + 1, devices.cards[mine], GOOD)]
    for device in (devices.phone, devices.desktop):
        assert [row[:3] for row in device.rows()] == wanted
    assert len(devices.terminal.reviews()) == 1 + (deck == "ours")
    assert devices.terminal.sync().sent == 0


def test_what_waits_after_the_last_round_is_told_and_goes_with_the_next_sync(devices, monkeypatch):
    devices.terminal.answer(devices.owners[0], GOOD)
    with monkeypatch.context() as patch:
        patch.setattr(sync, "_MAX_ROUNDS", 1)
        with pytest.raises(SyncFailed, match="still waits: sync again"):
            devices.terminal.sync()
    assert devices.terminal.sync().sent == 1


@pytest.mark.parametrize(
    ("step", "when", "time"),
    [("claim", "after", 1), ("insert", "after", 1), ("exchange", "before", 2)],
)
def test_after_a_sync_that_was_cut_all_that_the_server_lacks_still_waits(devices, step, when, time):
    give_answers(devices, devices.owners[0])
    for owner in devices.owners[1:3]:
        devices.terminal.answer(owner, GOOD)
    with pytest.raises(Stopped), breaking(stop, step, when, time):
        devices.terminal.sync()
    devices.phone.sync()
    assert len(devices.phone.rows()) == 1
    assert devices.terminal.count_unsent() == 2
    devices.terminal.sync()
    assert devices.terminal.count_unsent() == 0


def test_the_address_that_the_server_names_is_used_at_once(devices, monkeypatch):
    real, used = Collection.sync_collection, []
    url = devices.server.url
    moved = url.replace("127.0.0.1", "localhost")

    def name_another(col, auth, media):
        used.append(auth.endpoint)
        result = real(col, auth, media)
        result.new_endpoint = moved
        return result

    monkeypatch.setattr(Collection, "sync_collection", name_another)
    devices.terminal.answer(devices.owners[0], GOOD)
    assert devices.terminal.sync().sent == 1
    assert used == [url, moved]
    assert load_account(devices.terminal.account.folder).endpoint == moved


def test_a_collection_that_is_replaced_between_our_exchanges_gets_all_answers(devices):
    give_answers(devices, *devices.owners[:3])
    devices.terminal.answer(devices.owners[3], GOOD)
    with breaking(devices.desktop.restore, "exchange", "before", 2):
        devices.terminal.sync()
    devices.terminal.sync()
    devices.desktop.sync()
    assert len(devices.desktop.rows()) == 4


@pytest.mark.thorough
def test_a_sync_that_ends_at_any_step_is_finished_by_the_next(devices):
    """Also one that downloads the collection, because a backup without answers was restored."""
    given, wrong = Counter(), []
    devices.terminal.sync()
    for number, (step, when) in enumerate(product(STEPS, ("before", "after"))):
        mine, theirs = (devices.owners[(number + each) % len(devices.owners)] for each in (0, 9))
        if step in DOWNLOAD:
            devices.desktop.restore()
            devices.phone.sync()
        devices.terminal.answer(mine, GOOD, took=number)
        devices.terminal.mark(theirs, "flagged", int(number < len(devices.owners)))
        devices.phone.answer(devices.cards[theirs], GOOD)
        devices.desktop.answer(devices.cards[theirs], AGAIN)
        given[mine, GOOD, number] += 1
        for device in (devices.phone, devices.desktop):
            _, _, rating, took = device.rows()[-1]
            given[theirs, rating, took] += 1
            device.sync()
        with pytest.raises(Stopped), breaking(stop, step, when):
            devices.terminal.sync()
        if number % 3 == 0:
            devices.terminal.preview()
        for device in (devices.terminal, devices.desktop, devices.phone):
            device.sync()
        wrong += [(step, when, fault) for fault in find_faults(devices, given)]
    assert wrong == []
