"""One memory: the terminal as one more device of a learner, with the real engine and server."""

import time

import pytest

from flashcards.anki.bridge.engine import MirrorDamaged, import_package
from flashcards.commands.learner import make_moment
from flashcards.reviews.memory import DAY_MS, LEARNING, RELEARNING, REVIEW
from tests.helpers.anki_devices import NAME, Device, Household, Terminal
from tests.helpers.courses import (
    ENTRIES,
    course_of,
    package_of,
    sample_course,
    with_chinese,
    write_package,
)

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4


def test_an_answer_in_the_terminal_shows_in_anki_with_its_history_and_next_interval(devices):
    owner = devices.owners[0]
    devices.terminal.answer(owner, EASY, took=5678)
    report = devices.terminal.sync()
    assert (report.received, report.sent) == (0, 1)
    devices.phone.sync()
    card = devices.cards[owner]
    [shown] = devices.phone.col.card_stats_data(card).revlog
    assert (shown.button_chosen, round(shown.taken_secs, 3)) == (EASY, 5.678)
    with devices.terminal.open() as log:
        memory = log.memory(owner)
    assert memory.state == REVIEW
    days = (memory.due - memory.last) // DAY_MS
    shown = devices.phone.col.get_card(card)
    assert (shown.type, shown.due) == (2, devices.phone.col.sched.today + days)
    stability, difficulty = devices.phone.memory(card)
    assert stability == pytest.approx(memory.stability, rel=0.01)
    assert difficulty == pytest.approx(memory.difficulty, rel=0.01)
    assert devices.phone.col.fix_integrity()[1]


def test_an_answer_in_anki_is_in_the_log_once_however_often_one_syncs(devices):
    owner = devices.owners[0]
    devices.phone.answer(devices.cards[owner], GOOD)
    devices.phone.sync()
    assert [devices.terminal.sync().received for _ in range(3)] == [1, 0, 0]
    [review] = devices.terminal.reviews()
    assert (review.owner, review.rating, review.form) == (owner, GOOD, "anki")
    assert review.at == devices.phone.rows()[0][0]


IMPOSSIBLE = {
    "duration": "update revlog set time = 1000000000000000 where id = ?",
    "due day": "update revlog set id = 99999999999999, ivl = 36500 where id = ?",
    "rating": "update revlog set ease = 'x' where id = ?",
}


@pytest.mark.parametrize("damage", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_answer_outside_all_limits_is_left_out_and_counted_and_the_others_arrive(
    devices, damage
):
    damaged, sound = devices.owners[:2]
    for owner in (damaged, sound):
        devices.desktop.answer(devices.cards[owner], GOOD)
    devices.desktop.col.db.execute(damage, devices.desktop.rows()[0][0])
    devices.desktop.upload()
    assert devices.terminal.preview().left_out == 1
    devices.terminal.answer(damaged, EASY)
    report = devices.terminal.sync()
    assert (report.received, report.sent, report.left_out) == (1, 1, 1)
    assert {each.owner for each in devices.terminal.reviews()} == {damaged, sound}
    assert devices.terminal.sync().left_out == 1


def test_an_impossible_duration_arrives_after_anki_has_checked_its_database(devices):
    """The report says so."""
    devices.desktop.answer(devices.cards[devices.owners[0]], GOOD)
    devices.desktop.col.db.execute(IMPOSSIBLE["duration"], devices.desktop.rows()[0][0])
    devices.desktop.upload()
    report = devices.terminal.sync()
    assert (report.received, report.left_out) == (0, 1)
    devices.desktop.col.fix_integrity()
    devices.desktop.upload()
    report = devices.terminal.sync()
    assert (report.received, report.left_out) == (1, 0)


def test_a_step_that_ends_after_four_o_clock_is_one_in_every_terminal(devices, tmp_path, server):
    """A new card, and one that was forgotten, answered at 3:55."""
    new, forgotten = devices.owners[:2]
    five_to_four = make_moment(time.time_ns() // 1_000_000).day_start - 5 * 60_000
    devices.terminal.answer(forgotten, EASY, at=five_to_four - 9 * DAY_MS)
    devices.terminal.answer(forgotten, AGAIN, at=five_to_four)
    devices.terminal.answer(new, GOOD, at=five_to_four + 1)
    devices.terminal.sync()
    other = Terminal(tmp_path / "other", server)
    other.sync()
    for owner, state in ((new, LEARNING), (forgotten, RELEARNING)):
        with devices.terminal.open() as log, other.open() as other_log:
            here, there = log.memory(owner), other_log.memory(owner)
        assert here == there
        assert (here.state, here.due - here.last) == (state, 10 * 60_000)


def test_a_millisecond_that_is_taken_is_shifted_and_whose_it_is_remembered(devices):
    devices.phone.answer(devices.cards[devices.owners[0]], GOOD)
    at = devices.phone.rows()[0][0]
    devices.phone.sync()
    devices.terminal.answer(devices.owners[1], HARD, at=at)
    assert devices.terminal.sync().sent == 1
    assert devices.terminal.sync().received == 0
    devices.phone.sync()
    assert [row[:3] for row in devices.phone.rows()] == [
        (at, devices.cards[devices.owners[0]], GOOD),
        (at + 1, devices.cards[devices.owners[1]], HARD),
    ]


def test_suspended_and_flagged_cards_are_carried_both_ways(devices):
    here, there, flagged = devices.owners[:3]
    devices.terminal.mark(here, "suspended", 1)
    devices.terminal.mark(flagged, "flagged", 1)
    devices.phone.col.sched.suspend_cards([devices.cards[there]])
    devices.sync_all()
    assert devices.phone.col.get_card(devices.cards[here]).queue == -1
    assert devices.phone.col.get_card(devices.cards[flagged]).flags == 1
    assert devices.terminal.is_suspended(there)
    devices.phone.col.sched.unsuspend_cards([devices.cards[here], devices.cards[there]])
    devices.terminal.mark(flagged, "flagged", 0)
    devices.sync_all()
    assert not devices.terminal.is_suspended(there)
    assert not devices.terminal.is_suspended(here)
    assert devices.desktop.col.get_card(devices.cards[flagged]).flags == 0


def test_a_collection_without_the_deck_gets_it_only_when_asked(tmp_path, server):
    course = sample_course()
    desktop = Device(tmp_path / "desktop", server)
    note = desktop.col.new_note(desktop.col.models.by_name("Basic"))
    note["Front"] = "q"
    desktop.col.add_note(note, 1)
    desktop.upload()
    terminal = Terminal(tmp_path / "terminal", server)
    owner = (course.info.id, "en", "ddp-sync#0")
    terminal.answer(owner, GOOD)
    report = terminal.sync()
    assert (report.cards, report.sent, report.waiting) == (0, 0, 1)
    report = terminal.sync(write_package(tmp_path, package_of(course)))
    assert (report.sent, report.waiting) == (1, 0)
    desktop.sync()
    assert owner in desktop.cards(course)
    assert len(desktop.rows()) == 1
    desktop.col.close()


def test_a_whole_collection_is_never_uploaded(devices):
    devices.terminal.answer(devices.owners[0], GOOD)
    devices.terminal.mark(devices.owners[2], "suspended", 1)
    devices.terminal.sync()
    devices.server.stop()
    for path in (devices.server.folder / NAME).glob("collection.anki2*"):
        path.unlink()  # somebody lost the server's disk
    devices.server.start()
    devices.terminal.answer(devices.owners[1], GOOD)
    with pytest.raises(MirrorDamaged, match="never uploads"):
        devices.terminal.sync()
    assert len(devices.terminal.reviews()) == 2
    devices.desktop.upload()
    devices.terminal.sync()  # goes on, and sends again what the server lost
    devices.desktop.sync()
    assert len(devices.desktop.rows()) == 2
    assert devices.desktop.col.get_card(devices.cards[devices.owners[2]]).queue == -1


def test_deleted_cards_are_left_alone_and_a_changed_note_type_changes_nothing(devices):
    gone, changed = devices.owners[0], devices.owners[-1]
    col = devices.desktop.col
    note = col.get_card(devices.cards[changed]).nid
    col.remove_notes([col.get_card(devices.cards[gone]).nid])
    devices.desktop.sync()
    devices.terminal.answer(gone, GOOD)
    report = devices.terminal.sync()
    assert (report.sent, report.waiting) == (0, 1)
    basic, now = col.models.by_name("Basic")["id"], col.get_note(note).mid
    change = col.models.change_notetype_info(old_notetype_id=now, new_notetype_id=basic).input
    change.note_ids.append(note)
    col.models.change_notetype_of_notes(change)
    devices.desktop.upload()
    devices.terminal.answer(changed, GOOD)
    report = devices.terminal.sync()
    assert (report.sent, report.waiting) == (1, 1)


def test_a_release_older_or_newer_than_ours_loses_no_answer(tmp_path, server):
    """The terminal asks a card that the collection gets later, and the other way round."""
    newer, older = sample_course(), with_chinese(course_of(*ENTRIES[1:]))
    with Household(tmp_path, server, older) as devices:
        added = (newer.info.id, "en", f"{ENTRIES[0].key}#0")
        devices.terminal.answer(added, GOOD)
        devices.terminal.answer(devices.owners[0], GOOD)
        report = devices.terminal.sync()
        assert (report.sent, report.waiting) == (1, 1)
        devices.desktop.sync()
        import_package(devices.desktop.col, write_package(tmp_path, package_of(newer)))
        devices.desktop.sync()
        devices.phone.sync()
        devices.phone.answer(devices.phone.cards(newer)[added], GOOD)
        devices.phone.sync()
        report = devices.terminal.sync()
        assert (report.received, report.sent, report.waiting) == (1, 1, 0)
        other = Terminal(tmp_path / "other", server)
        assert other.sync().received == 3
        devices.desktop.sync()
        assert len(devices.desktop.rows()) == 3


def test_a_foreign_note_with_our_guid_is_neither_read_nor_written(devices):
    """Somebody copied the identity of a note onto a note of another kind."""
    owner = devices.owners[0]
    col = devices.desktop.col
    guid = col.get_note(col.get_card(devices.cards[owner]).nid).guid
    col.remove_notes([col.get_card(devices.cards[owner]).nid])
    note = col.new_note(col.models.by_name("Basic"))
    note["Front"], note.guid = "something else", guid
    col.add_note(note, 1)
    devices.desktop.answer(note.cards()[0].id, AGAIN)
    devices.desktop.sync()
    devices.terminal.answer(owner, GOOD)
    report = devices.terminal.sync()
    assert (report.received, report.sent, report.waiting) == (0, 0, 1)
    devices.desktop.sync()
    assert len(devices.desktop.rows()) == 1


def test_other_decks_are_what_a_plain_sync_leaves(devices):
    others = devices.desktop.col.find_cards("deck:Geography")
    for card in others[:3]:
        devices.desktop.answer(card, GOOD)
    devices.desktop.sync()
    devices.phone.sync()
    devices.terminal.answer(devices.owners[0], GOOD)

    def look(device):
        where = f"cid in ({','.join(map(str, others))})"
        return (
            device.col.db.all(f"select * from revlog where {where} order by id"),
            device.col.db.all(f"select * from cards where {where.replace('cid', 'id')}"),
            device.col.db.all(f"select * from notes where id in (select nid from cards where "
                              f"{where.replace('cid', 'id')})"),
            device.col.db.all("select * from deck_config"),
            [row for row in device.col.db.all("select key, val from config")
             if row[0] not in ("curDeck", "activeDecks", "curModel", "lastUnburied")],
        )  # fmt: skip

    before = look(devices.phone)
    assert [len(rows) for rows in before[:3]] == [3, 5, 5]
    devices.terminal.sync()
    devices.phone.sync()
    assert look(devices.phone) == before
    assert devices.terminal.sync().received == 0


def test_with_fsrs_off_the_card_has_what_sm2_needs(tmp_path, server):
    with Household(tmp_path, server, sample_course(), fsrs=False) as devices:
        first, second = devices.owners[:2]
        devices.terminal.answer(first, EASY)
        devices.phone.answer(devices.cards[second], EASY)
        devices.terminal.sync()
        devices.phone.sync()
        mine, theirs = (devices.phone.col.get_card(devices.cards[each]) for each in (first, second))
        assert (mine.type, mine.queue, mine.factor, mine.reps) == (
            theirs.type, theirs.queue, theirs.factor, theirs.reps
        )  # fmt: skip
        assert mine.memory_state is None
        assert devices.phone.col.fix_integrity()[1]
