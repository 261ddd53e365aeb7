"""The day of the next answer: near the ideal one, on an empty day, not on that of a sister."""

import pytest

from flashcards.reviews.scheduler import choose_interval, list_intervals


@pytest.mark.parametrize(
    ("interval", "first", "last"),
    [(1, 1, 1), (2, 2, 2), (3, 2, 4), (7, 5, 9), (20, 17, 23), (100, 93, 107)],
)
def test_intervals_are_spread_as_far_as_anki_spreads_them(interval, first, last):
    assert list_intervals(interval) == range(first, last + 1)


def test_the_day_with_the_fewest_cards_is_taken():
    assert choose_interval(7, {5: 9, 6: 9, 7: 9, 8: 1, 9: 9}, ()) == 8


def test_the_day_of_a_sister_is_taken_only_if_there_is_no_other():
    load = {5: 9, 6: 9, 7: 9, 8: 0, 9: 9}
    assert choose_interval(7, load, {8}) != 8
    assert choose_interval(7, load, {5, 6, 7, 8, 9}) == 8
    assert choose_interval(1, {}, {1}) == 1
