"""The log keeps every answer, undoes without trace, and is never silently emptied."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from flashcards.errors import FlashcardsError
from flashcards.reviews import database as tables
from flashcards.reviews.memory import Memory
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog, open_reviews
from tests.helpers.changes import replace

DAY = 86_400_000
START = 1_700_000_000_000


def review(card="a#0", rating=3, at=START, **more) -> Review:
    values = {
        "course": "c", "lang": "en", "fingerprint": "f00", "score": 1.0, "form": "single",
        "answer": "x", "duration": 900, "version": "1",
    }  # fmt: skip
    return Review(card=card, rating=rating, at=at, **{**values, **more})


def history(seed: int, length: int = 40) -> list[Review]:
    """Random answers to a few cards over some weeks."""
    chance = random.Random(seed)
    at, made = START, []
    for _ in range(length):
        at += chance.choice([60_000, 3_600_000, DAY, 3 * DAY])
        made.append(review(f"{chance.choice('abcd')}#0", chance.randint(1, 4), at))
    return made


def states(log: ReviewLog) -> list[tuple]:
    return log.database.execute("SELECT * FROM memories ORDER BY course, lang, card").fetchall()


@pytest.fixture
def open_log(tmp_path):
    opened = []

    def make(name="reviews.db") -> ReviewLog:
        log = open_reviews(tmp_path / name)
        opened.append(log)
        return log

    yield make
    for log in opened:
        log.close()


def test_an_answer_is_there_after_the_log_is_opened_again(open_log):
    kept = review()
    open_log().record(kept)
    assert list(open_log().reviews()) == [kept]


def test_an_answer_is_synced_to_the_disk(open_log):
    settings = ("journal_mode", "synchronous")
    found = [open_log().database.execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
    assert found == ["wal", 2]


@pytest.mark.parametrize("seed", range(10))
def test_states_rebuilt_from_the_log_are_the_same(open_log, seed):
    log = open_log()
    for answer in history(seed):
        log.record(answer)
    before = states(log)
    assert len(before) == 4
    log.rebuild()
    assert states(log) == before


@pytest.mark.parametrize("depth", [1, 2, 5, 17, 40])
def test_undo_at_any_depth_equals_never_having_answered(open_log, depth):
    answers = history(depth)
    log, other = open_log("one.db"), open_log("two.db")
    for answer in answers:
        log.record(answer)
    for answer in reversed(answers[-depth:]):
        log.undo(answer.uid)
    for answer in answers[:-depth]:
        other.record(answer)
    assert states(log) == states(other)
    assert list(log.reviews()) == list(other.reviews())


def test_undoing_in_the_middle_equals_never_having_answered(open_log):
    answers = history(3)
    log, other = open_log("one.db"), open_log("two.db")
    for answer in answers:
        log.record(answer)
    log.undo(answers[11].uid)
    for answer in answers[:11] + answers[12:]:
        other.record(answer)
    assert without_due_days(log) == without_due_days(other)


def without_due_days(log: ReviewLog) -> list[Memory]:
    """A day that was chosen stays chosen, whatever is taken back before it."""
    return [memory._replace(due=0) for memory in log.memories(["c"], "en").values()]


def test_the_day_that_was_chosen_is_kept_with_the_answer_and_a_replay_reads_it(open_log):
    log = open_log()
    for number in range(60):
        log.record(review(f"n{number}#0", 4, START + number * 1000))
    chosen = [log.memory(("c", "en", f"n{number}#0")).due // DAY for number in range(60)]
    assert len(set(chosen)) >= 3
    assert [r.due for r in log.reviews()] == chosen
    before = states(log)
    log.rebuild()
    assert states(log) == before
    other = open_log("other.db")
    other.add(log.reviews())
    assert states(other) == before


def test_undoing_gives_the_day_back_that_was_chosen_before(open_log):
    log = open_log()
    for number in range(30):
        log.record(review(f"n{number}#0", 4, START + number * 1000))
    before = states(log)
    wrong = review("n7#0", 1, START + 3 * DAY)
    log.record(wrong)
    log.undo(wrong.uid)
    assert states(log) == before


def test_a_corrected_answer_counts_instead_and_the_first_stays_in_the_log(open_log):
    log, wrong = open_log(), review(rating=1, score=0.0)
    log.record(wrong)
    right = replace(wrong, rating=3, score=1.0, overruled=True, uid="other")
    log.correct(wrong.uid, right)
    assert list(log.reviews()) == [right]
    assert [r.undone for r in log.reviews(undone=True)] == [True, False]


def test_a_clock_that_jumps_back_a_year_neither_fails_nor_breaks_the_state(open_log):
    log = open_log()
    for at in (START, START + 3 * DAY, START - 365 * DAY, START - 364 * DAY, START + 9 * DAY):
        log.record(review(at=at))
    before = states(log)
    log.rebuild()
    assert states(log) == before
    assert log.memory(("c", "en", "a#0")).reviews == 5


@pytest.mark.parametrize("at", [0, -5, 10**17, 253_402_300_799_000])
def test_an_absurd_clock_is_no_crash(open_log, at):
    log = open_log()
    log.record(review(at=at))
    log.rebuild()
    assert len(list(log.reviews())) == 1


def test_memory_is_kept_per_language_and_course(open_log):
    log = open_log()
    log.record(review())
    log.record(review(lang="zh", rating=1))
    log.record(review(course="d", rating=4))
    found = [log.memories(["c"], "en"), log.memories(["c"], "zh"), log.memories(["c", "d"], "en")]
    assert [list(memories) for memories in found] == [
        [("c", "a#0")], [("c", "a#0")], [("c", "a#0"), ("d", "a#0")],
    ]  # fmt: skip


def test_a_log_of_a_newer_version_is_refused_and_left_alone(tmp_path, open_log):
    open_log().close()
    path = tmp_path / "reviews.db"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(FlashcardsError, match=r"version 99.*another ptquiz"):
        open_log()
    assert path.read_bytes() == before


def test_a_locked_log_is_told_in_one_sentence(tmp_path, open_log, monkeypatch):
    monkeypatch.setattr(tables, "WAIT_S", 0.05)
    log = open_log()
    other = sqlite3.connect(tmp_path / "reviews.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(FlashcardsError, match="another program holds it"):
        log.record(review())
    other.execute("ROLLBACK")
    log.record(review())
    other.close()


def test_a_full_disk_is_told_and_nothing_is_half_written(open_log):
    log = open_log()
    log.record(review())
    log.database.execute("PRAGMA max_page_count = 1")
    huge = review(answer="x" * 3_000_000)
    with pytest.raises(FlashcardsError, match="full"):
        log.record(huge)
    log.database.execute("PRAGMA max_page_count = 100000")
    log.check()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FlashcardsError, match="PTQUIZ_HOME"):
        open_reviews(tmp_path / "file" / "reviews.db")


def test_a_backup_is_made_once_a_day_and_old_ones_go(tmp_path, open_log):
    log = open_log()
    log.record(review())
    for day in range(10, 25):
        for _ in range(2):
            log.back_up(f"2030-01-{day}")
    names = sorted(path.name for path in (tmp_path / "backups").iterdir())
    assert names == [f"reviews-2030-01-{day}.db" for day in range(15, 25)]


@pytest.mark.parametrize("state", ["empty", "missing"])
def test_a_log_that_vanished_is_not_begun_anew_while_there_are_backups(tmp_path, open_log, state):
    log = open_log()
    log.record(review())
    log.back_up("2030-01-01")
    log.close()
    path = tmp_path / "reviews.db"
    path.unlink() if state == "missing" else path.write_bytes(b"")
    with pytest.raises(FlashcardsError, match=r"newest backup is .*reviews-2030-01-01\.db"):
        open_log()


@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", range(100))
def test_a_log_damaged_anywhere_is_refused_left_as_it_is_and_its_backup_can_be_put_back(
    tmp_path, damaged_origin, seed
):
    path = tmp_path / "reviews.db"
    shutil.copytree(damaged_origin, tmp_path, dirs_exist_ok=True)
    damage(path, random.Random(seed))
    left = path.read_bytes()
    told = trouble_with(path)
    if told:
        assert "reviews-2030-01-01.db" in told
        assert path.read_bytes() == left
        for tail in ("", "-wal", "-shm"):
            path.with_name(path.name + tail).unlink(missing_ok=True)
        shutil.copy(tmp_path / "backups" / "reviews-2030-01-01.db", path)
    assert trouble_with(path) == ""
    with open_reviews(path) as log:
        assert sorted(r.uid for r in log.reviews()) == sorted(f"u{n}" for n in range(120))


def trouble_with(path: Path) -> str:
    """What a start says about the log; nothing if all is well."""
    try:
        with open_reviews(path) as log:
            log.memories(["c"], "en")
            log.check()
    except FlashcardsError as told:
        return str(told)
    return ""


@pytest.fixture(scope="module")
def damaged_origin(tmp_path_factory) -> Path:
    """A log of 120 answers and a backup of all of them."""
    folder = tmp_path_factory.mktemp("origin")
    log = open_reviews(folder / "reviews.db")
    for number, answer in enumerate(history(7, 120)):
        log.record(replace(answer, uid=f"u{number}"))
    log.back_up("2030-01-01")
    log.close()
    return folder


def damage(path: Path, chance: random.Random) -> None:
    """A flipped byte, a block of zeros, noise, or a lost end."""
    raw = bytearray(path.read_bytes())
    place, size = chance.randrange(len(raw)), chance.choice([1, 1, 16, 512, 4096])
    kind = chance.choice(["flip", "zero", "noise", "cut"])
    if kind == "cut":
        del raw[place:]
    else:
        for at in range(place, min(len(raw), place + size)):
            raw[at] = {"flip": raw[at] ^ 0xFF, "zero": 0, "noise": chance.randrange(256)}[kind]
    path.write_bytes(raw)
