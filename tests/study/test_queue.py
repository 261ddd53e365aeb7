"""What is asked next: cards in order, steps when they are due, and what was put first."""

from flashcards.cards import list_cards
from flashcards.course.load import load_course
from flashcards.study.queue import SessionQueue
from tests.helpers.course_files import COURSE, write_course


def test_a_card_that_was_put_first_comes_before_steps_that_are_due(tmp_path):
    one, two, three, *_ = list_cards(load_course(write_course(tmp_path / "c", COURSE)))
    queue = SessionQueue([one], [(100, two)])
    queue.put_first(three)
    assert len(queue) == 3
    assert [queue.pop(now=500).id for _ in range(3)] == [three.id, two.id, one.id]


def test_the_one_that_was_to_be_first_comes_after_another_that_is(tmp_path):
    one, two, three, *_ = list_cards(load_course(write_course(tmp_path / "c", COURSE)))
    queue = SessionQueue([one])
    queue.put_first(two)
    queue.put_first(three)
    assert [queue.pop(now=500).id for _ in range(3)] == [three.id, two.id, one.id]
    queue.put_first(two)
    queue.remove(two)
    assert len(queue) == 0
