"""A month that an author wrote once, as `2026-11`, in the words of any language."""

from __future__ import annotations

import re

from flashcards.i18n.catalog import say

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
