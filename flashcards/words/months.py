"""Months and days as any language writes them; authors write `2026-11` once."""

from __future__ import annotations

import re
from datetime import date

from flashcards.words.catalog import load_words, say

_MONTH = re.compile(r"(?<![\w-])(\d{4})-(0[1-9]|1[0-2])(?![\w-])")


def spell_months(lang: str, text: str) -> str:
    """The text with each month as `lang` writes it: 'November 2026'. Whole dates stay."""

    def spell(found: re.Match[str]) -> str:
        names = say(lang, "month_names").split(", ")
        number = int(found[2]) - 1
        if number >= len(names):  # the labels of a course may name fewer
            return found[0]
        return say(lang, "month_of_year", month=names[number], year=found[1])

    return _MONTH.sub(spell, text)


def write_day(lang: str, day: date | str) -> str:
    """A day with its year, given as a date or as `2026-11-16`; another text as it is."""
    return _write_parts(lang, "day_of_year", str(day))


def write_short_day(lang: str, day: date) -> str:
    """A day without its year."""
    return _write_parts(lang, "day_of_month", day.isoformat())


def _write_parts(lang: str, label: str, day: str) -> str:
    year, *rest = day.split("-")
    if len(rest) != 2:
        return day
    values = {"year": year, "month": rest[0], "day": rest[1]}
    return load_words(lang)[label].format(**values)
