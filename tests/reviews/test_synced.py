"""Answers that Anki has too: final, known by their place, and never kept twice."""

import pytest

from flashcards.reviews.memory import DAY_MS, RELEARNING, REVIEW, Schedule
from flashcards.reviews.review import Review
from flashcards.reviews.store import (
    AnswerIsFinal,
    Place,
    open_reviews,
)

NOW = 1_700_000_000_000


def answer(uid, at=NOW, form="type", **values):
    made = {
        "course": "c", "card": "leaf#0", "lang": "en", "fingerprint": "f", "rating": 3,
        "score": 1.0, "answer": "x", "duration": 900, "version": "1", **values,
    }  # fmt: skip
    return Review(uid=uid, at=at, form=form, **made)


@pytest.fixture
def log(tmp_path):
    with open_reviews(tmp_path / "reviews.db") as made:
        yield made


def test_a_claimed_answer_can_neither_be_undone_nor_corrected_nor_imported_away(log):
    log.record(answer("a"))
    assert log.claim_answers({"a": Place(NOW, 7)}) == {"a"}
    with pytest.raises(AnswerIsFinal):
        log.undo("a")
    with pytest.raises(AnswerIsFinal):
        log.correct("a", answer("b", rating=1))
    log.add([answer("a", undone=True)])
    assert [each.uid for each in log.reviews()] == ["a"]
    assert log.unsynced() == []


def test_an_answer_that_was_undone_in_time_is_not_claimed(log):
    log.record(answer("a"))
    log.undo("a")
    assert log.claim_answers({"a": Place(NOW, 7)}) == set()
    assert log.placed() == []


def test_a_row_that_anki_has_of_our_own_answer_only_gets_its_place(log):
    log.record(answer("a"))
    row = answer("anki-1", at=NOW + 1, form="anki", score=1.0)  # the millisecond was taken
    assert log.add([row], {row.uid: Place(NOW + 1, 7)}) == 0
    assert log.placed() == [("a", Place(NOW + 1, 7), 3)]


@pytest.mark.parametrize(
    "other",
    [{"rating": 4}, {"duration": 901}, {"card": "leaf#1"}, {"lang": "zh"}, {"at": NOW + 1001}],
)
def test_a_row_that_differs_is_another_answer(log, other):
    log.record(answer("a"))
    row = answer("anki-1", **{"form": "anki", **other})
    assert log.add([row], {row.uid: Place(row.at, 7)}) == 1


def test_of_two_equal_rows_only_one_can_be_our_answer(log):
    log.record(answer("a"))
    rows = [answer(f"anki-{n}", at=NOW + n, form="anki") for n in range(2)]
    assert log.add(rows, {row.uid: Place(row.at, 7) for row in rows}) == 1


def test_the_log_of_another_machine_brings_no_answer_twice(log):
    log.add([answer("anki-1", form="anki")], {"anki-1": Place(NOW, 7)})
    exported = [answer("a"), answer("b", at=NOW + 5000)]
    assert log.add(exported) == 1
    assert [each.uid for each in log.reviews()] == ["anki-1", "b"]
    assert log.add(exported) == 0


def test_the_log_of_another_machine_knows_our_answer_by_its_number_in_anki(log):
    log.record(answer("a"))
    log.claim_answers({"a": Place(NOW + 3, 7)})
    assert log.add([answer("anki-1", at=NOW + 3, form="anki")]) == 0
    assert log.add([answer("anki-2", at=NOW + 4, form="anki")]) == 1


def test_a_day_that_another_device_chose_holds_whatever_fsrs_would_say():
    schedule, day = Schedule(), NOW // DAY_MS
    first = schedule.review(None, 3, NOW, day, day + 9)  # FSRS would ask again in ten minutes
    assert (first.state, (first.due - first.last) // DAY_MS) == (REVIEW, 9)
    later = NOW + 9 * DAY_MS
    wrong = schedule.review(first, 3, later, day + 9, day + 9)  # and now in days
    assert (wrong.state, wrong.due < later + DAY_MS) == (RELEARNING, True)
