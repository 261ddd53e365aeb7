"""The texts around the cards, in the language of the learner; those of cards are in the decks.

A language is a JSON file, `zh.json`: texts by name, in groups, with `{placeholders}`.
A text that changes with a number is a mapping of plural forms, chosen by the value `n`. `zh-TW`
reads the file of `zh`; a language without a file, or a text that its file lacks, is English.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import TypeAlias

FOLDER = Path(__file__).parent
LANGUAGES = ("en", *sorted({path.stem for path in FOLDER.glob("*.json")} - {"en"}))
"""Those that have a file, English first."""
Value: TypeAlias = str | float | date
"""What is filled in: a text as it is, numbers and days as the language writes them."""
Text: TypeAlias = str | Mapping[str, str]
"""A text with its placeholders, or its plural forms by name: `one`, `few`, `many`, `other`."""


@dataclass(frozen=True)
class Words:
    """The texts of one language; `lang` is its code."""

    lang: str

    @property
    def texts(self) -> Mapping[str, Text]:
        """All texts by name, English where the language has none."""
        return {**load_texts("en"), **load_texts(self.lang)}

    def translate(self, name: str, /, **values: Value) -> str:
        """Return a text with its values, numbers and days as the language writes them.

        Raises KeyError if there is none of that name.
        """
        texts = load_texts(self.lang)
        if name not in texts and self.lang != "en":
            return ENGLISH.translate(name, **values)
        text = texts[name]
        if not isinstance(text, str):
            text = text.get(choose_form(self.lang, values.get("n")), text["other"])
        if "{" not in text:
            return text
        return text.format(**{key: self._format(value) for key, value in values.items()})

    def _format(self, value: Value) -> str:
        if isinstance(value, float):
            return self.format_number(value)
        return self.format_day(value) if isinstance(value, date) else str(value)

    def format_number(self, number: float, digits: int = 6) -> str:
        """Return a number as people write it: 2 for 2.0, and 2,5 in German.

        Decimals are rounded to so many significant digits; a whole number has all of its own.
        """
        exact = Decimal(repr(number))
        places = max(0, digits - 1 - exact.adjusted())
        rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + 0  # -0 is 0
        text = f"{rounded:f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return text.replace(".", self.translate("decimal"))

    def format_day(self, day: date) -> str:
        """Return a day with its year."""
        return self.translate("day_of_year", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")

    def format_short_day(self, day: date) -> str:
        """Return a day without its year."""
        return self.translate("day_of_month", month=f"{day:%m}", day=f"{day:%d}")


ENGLISH = Words("en")


@cache
def load_texts(lang: str) -> Mapping[str, Text]:
    """Return the texts of a language, of what it is a variety of, or of English."""
    name = next((name for name in (lang, lang.partition("-")[0]) if name in LANGUAGES), "en")
    groups = json.loads((FOLDER / f"{name}.json").read_bytes())
    return {name: text for group in groups.values() for name, text in group.items()}


def choose_form(lang: str, number: object) -> str:
    """Return the name of the plural form for a number, as Unicode's CLDR has it."""
    if not isinstance(number, (int, float)):
        return "other"
    match lang.partition("-")[0]:
        case "zh":
            return "other"
        case "fr":
            return "one" if number < 2 else "other"
        case "ru":
            if number != int(number):
                return "other"
            if number % 10 == 1 and number % 100 != 11:
                return "one"
            return "few" if number % 10 in (2, 3, 4) and number % 100 // 10 != 1 else "many"
    return "one" if number == 1 else "other"
