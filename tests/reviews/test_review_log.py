"""The log keeps every answer and mark, undoes without trace, and knows what is final."""

import random

import pytest

from flashcards.reviews.memory import DAY_MS, REVIEW
from flashcards.reviews.review import CardMarks, Mark, Review
from flashcards.reviews.store import AnswerIsFinal, ReviewLog
from tests.helpers.changes import replace
from tests.helpers.reviews import START, make_answer

OWNER = "c", "en", "a#0"


def history(seed: int, length: int = 40) -> list[Review]:
    """Random answers to a few cards over some weeks."""
    chance = random.Random(seed)
    at, made = START, []
    for _ in range(length):
        at += chance.choice([60_000, 3_600_000, DAY_MS, 3 * DAY_MS])
        made.append(make_answer(f"{chance.choice('abcd')}#0", chance.randint(1, 4), at))
    return made


def memories(log: ReviewLog, courses=("c",), lang="en") -> dict:
    return log.memories(courses, lang)


@pytest.fixture
def open_log(tmp_path):
    opened = []

    def make(name="reviews.db") -> ReviewLog:
        log = ReviewLog(tmp_path / name)
        opened.append(log)
        return log

    yield make
    for log in opened:
        log.close()


@pytest.fixture
def log(open_log):
    return open_log()


def fill(log: ReviewLog, answers: list[Review]) -> ReviewLog:
    for answer in answers:
        log.record(answer)
    return log


def test_an_answer_is_there_after_the_log_is_opened_again_and_synced_to_the_disk(open_log):
    kept = make_answer()
    open_log().record(kept)
    again = open_log()
    assert list(again.reviews()) == [kept]
    settings = ("journal_mode", "synchronous")
    found = [again.database.execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
    assert found == ["wal", 2]


@pytest.mark.parametrize("seed", range(3))
def test_memories_made_anew_from_the_answers_are_the_same_wherever_they_are(open_log, seed):
    log = fill(open_log(), history(seed))
    before = memories(log)
    assert len(before) == 4
    log.rebuild()
    assert memories(log) == before
    other = open_log("other.db")
    late = list(log.reviews())
    random.Random(seed).shuffle(late)
    assert other.add(late) == 40
    assert other.add(late) == 0
    assert memories(other) == before


@pytest.mark.parametrize("depth", [1, 17, 40])
def test_undo_at_any_depth_equals_never_having_answered(open_log, depth):
    answers = history(depth)
    log = fill(open_log(), answers)
    for answer in reversed(answers[-depth:]):
        log.undo(answer.uid)
    other = fill(open_log("other.db"), answers[:-depth])
    assert memories(log) == memories(other)
    assert list(log.reviews()) == list(other.reviews())
    assert log.size() == 40


def test_a_day_that_was_chosen_stays_chosen_whatever_is_taken_back_before_it(log):
    fill(log, [make_answer(f"n{n}#0", 4, START + n * 1000) for n in range(60)])
    chosen = [memory.due // DAY_MS for memory in memories(log).values()]
    assert len(set(chosen)) >= 3  # the days are spread
    assert sorted(answer.due for answer in log.reviews()) == sorted(chosen)
    before = memories(log)
    wrong = make_answer("n7#0", 1, START + 3 * DAY_MS)
    log.record(wrong)
    log.undo(wrong.uid)
    assert memories(log) == before


def test_a_late_answer_is_replayed_in_order_of_time(log, open_log):
    times = (START, START + 3 * DAY_MS, START - 365 * DAY_MS, START + 9 * DAY_MS)
    fill(log, [make_answer(at=at) for at in times])
    other = fill(open_log("other.db"), [make_answer(at=at) for at in sorted(times)])
    mine, theirs = log.memory(OWNER), other.memory(OWNER)
    assert mine.reviews == theirs.reviews == 4
    assert mine._replace(due=0) == theirs._replace(due=0)
    before = memories(log)
    log.rebuild()
    assert memories(log) == before


def test_memory_is_kept_per_language_and_course(log):
    fill(log, [make_answer(), make_answer(lang="zh"), make_answer(course="d")])
    assert [*memories(log)] == [*memories(log, lang="zh")] == [("c", "a#0")]
    assert [*memories(log, ("c", "d"))] == [("c", "a#0"), ("d", "a#0")]


def mark(name="suspended", value=1, card="a#0", at=START, **more) -> Mark:
    return Mark("c", card, "en", at, name, value, **more)


def test_of_each_kind_of_mark_the_newest_holds_and_no_memory_changes(log):
    log.record(make_answer())
    before = memories(log)
    log.add([mark(at=START + 2), mark("flagged")])
    log.add([mark(value=0, at=START + 1)])  # from a clock that went back
    log.add([mark("buried", 20_000, "b#0")])
    assert log.marks(["c"], "en") == {
        ("c", "a#0"): CardMarks(suspended=1, flagged=1),
        ("c", "b#0"): CardMarks(buried=20_000),
    }
    assert log.marks(["c"], "zh") == {}
    assert memories(log) == before


def test_an_answer_that_anki_has_can_neither_be_undone_nor_corrected_nor_imported_away(log):
    log.record(make_answer(uid="a"))
    assert log.claim({"a": START}) == {"a"}
    with pytest.raises(AnswerIsFinal):
        log.undo("a")
    with pytest.raises(AnswerIsFinal):
        log.correct("a", make_answer(uid="b", rating=1))
    log.add([make_answer(uid="a", undone=True)])
    assert [answer.uid for answer in log.reviews()] == ["a"]
    assert log.unshared() == set()


def test_an_answer_that_was_undone_in_time_is_not_claimed(log):
    log.record(make_answer(uid="a"))
    log.undo("a")
    assert log.claim({"a": START}) == set()


def test_card_and_millisecond_name_an_answer_here_and_in_anki(log):
    log.record(make_answer(uid="a"))
    row = make_answer(uid="anki-1", form="anki")
    others = [replace(row, uid="b", card="a#1"), replace(row, uid="c", at=START + 1)]
    assert log.add([row, *others], shared=True) == 2
    assert log.unshared() == set()
    log.add([make_answer(uid="d", at=START + DAY_MS, form="anki")], shared=True)
    assert log.add([make_answer(uid="e", at=START + DAY_MS)]) == 0  # the log of another machine
    assert [answer.uid for answer in log.reviews()] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(("given", "state"), [(9, REVIEW), (0, 1)])
def test_a_day_that_another_device_chose_holds_whatever_fsrs_would_say(log, given, state):
    day = START // DAY_MS
    log.add([make_answer(rating=3 if given else 4, day=day, due=day + given)])
    memory = log.memory(OWNER)
    assert memory.state == state
    assert (memory.due - memory.last) // DAY_MS == given
