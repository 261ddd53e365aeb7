"""A month is written once, in digits, and read in the words of every language."""

import re
from datetime import date
from pathlib import Path

import pytest

from flashcards import load_course
from flashcards.words.catalog import Words

REPOSITORY = Path(__file__).parents[2]
LETTERS = re.compile(r"January|February|March|April|May|June|July|August|\w+ber\b")


@pytest.mark.parametrize(
    ("lang", "text", "read"),
    [
        ("en", "2026-11", "November 2026"),
        ("zh", "2026-11", "2026 年 11 月"),
        ("zh-TW", "2022-01", "2022 年 1 月"),
        ("en", "2026-08 (Megatron-LM)", "August 2026 (Megatron-LM)"),
        ("zh", "2026-08 (Megatron-LM)", "2026 年 8 月 (Megatron-LM)"),
    ],
)
def test_a_month_is_read_in_the_language(lang, text, read):
    assert Words(lang).spell_months(text) == read


def test_the_names_of_all_months_are_those_of_the_calendar():
    for month in range(1, 13):
        day = date(2024, month, 1)
        assert Words("en").spell_months(f"{day:%Y-%m}") == f"{day:%B %Y}"
        assert Words("zh").spell_months(f"{day:%Y-%m}") == f"2024 年 {month} 月"


@pytest.mark.parametrize(
    "text", ["PyTorch 2.15", "2026-11-15", "2026-13", "CVE-2026-11", "12026-11", "2026-111", ""]
)
def test_what_is_not_a_month_stays(text):
    assert Words("zh").spell_months(text) == Words("en").spell_months(text) == text


def test_no_card_of_the_curriculum_says_a_month_in_letters():
    entries = [entry for deck in load_course(REPOSITORY).decks for entry in deck.entries]
    assert [entry.key for entry in entries if LETTERS.search(entry.as_of or "")] == []
    assert any(Words("zh").spell_months(entry.as_of or "").endswith(" 月") for entry in entries)
