"""Times as people say them: near days by their date, far ones roughly."""

from datetime import date, timedelta

import pytest

from flashcards.terminal.durations import format_end
from flashcards.words.catalog import find_words

TODAY = date(2026, 11, 16)


@pytest.mark.parametrize(
    ("lang", "end", "told"),
    [
        ("en", date(2026, 11, 16), "on 2026-11-16"),
        ("en", TODAY + timedelta(60), "on 2027-01-15"),
        ("en", TODAY + timedelta(61), "in the middle of January 2027"),
        ("en", date(2027, 4, 10), "early in April 2027"),
        ("en", date(2027, 4, 11), "in the middle of April 2027"),
        ("en", date(2027, 4, 21), "late in April 2027"),
        ("zh", date(2026, 12, 17), "2026-12-17"),
        ("zh", date(2027, 4, 30), "2027 年 4 月下旬"),
    ],
)
def test_an_end_is_a_date_within_two_months_and_a_third_of_a_month_beyond(lang, end, told):
    assert format_end(find_words(lang), end, TODAY) == told
