"""What the program itself says, by language and name; the texts of cards are in the decks.

A language is one file beside this one, `languages/zh.json`: groups of messages, each a text or
one for each of the forms that its `plural` names, chosen by `{n}` or by the hole that `counted`
names. `{n}` is filled in.
`zh-TW` is answered with the words of `zh`, and a language without a file, or a message that a
file does not have, with those of English.

A `plural` has rules of Unicode's CLDR: `one: i = 1 and v = 0` reads: the form `one`, if the integer
part is 1 and no digits follow it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flashcards.words.message import Message

FOLDER = Path(__file__).parent / "languages"
LANGUAGES = ("en", *sorted({path.stem for path in FOLDER.glob("*.json")} - {"en"}))
"""Those that have a file, English first."""
_MONTH = re.compile(r"(?<![\w-])(\d{4})-(0[1-9]|1[0-2])(?![\w-])")
HOLE = re.compile(r"\{([^{}]+)\}")
"""What is filled in."""
_PLURAL_TERM = re.compile(r"([nivft])(?: % (\d+))? (!?=) ([\d., ]+)")


class Value:
    """A value that each language writes in its own way."""

    def write(self, words: Words) -> str:
        """The value in these words."""
        raise NotImplementedError


class Time(str):
    """A time in words: where it is abbreviated, as `in 10 Min.`, it ends a sentence too."""


class Words:
    """All that is said in one language.

    Where a card or a text has to be in the same language, `lang` is its code.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @property
    def texts(self) -> Mapping[str, str]:
        """All messages by name, with their holes; the forms of a plural are divided by bars."""
        return load_own_words(self.lang)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self.lang == other.lang

    def __hash__(self) -> int:
        return hash(self.lang)

    def __repr__(self) -> str:
        return f"Words({self.lang!r})"

    def say(self, id: str, /, **values: Any) -> str:
        """The words for a message; all of it is English if it is only there.

        Raises KeyError if there is none of that name.
        """
        if id not in load_catalogue(self.lang).texts:
            if self.lang == "en":
                raise KeyError(id)
            return Words("en").say(id, **values)
        text = self.texts[id]
        if "|" in text:
            text = self._choose_form(text, values.get(find_counted(id)))
        return HOLE.sub(lambda hole: self._fill(text, hole, values), text) if "{" in text else text

    def render(self, message: Message) -> str:
        """The words for a message with its values."""
        return message.write(self)

    def _choose_form(self, text: str, count: object) -> str:
        """The form that fits a number, the last if there is none of its own; all without one."""
        if count is None:
            return text
        rules = load_catalogue(self.lang).plural
        rules = load_catalogue("en").plural or {} if rules is None else rules
        forms = text.split("|")
        category = find_category(rules, f"{count:g}" if isinstance(count, float) else str(count))
        return forms[min([*rules, "other"].index(category), len(forms) - 1)]

    def _fill(self, text: str, hole: re.Match[str], values: Mapping[str, Any]) -> str:
        value = self.write(values[hole[1]])
        is_time = isinstance(values[hole[1]], (Time, date))
        ends_twice = is_time and value.endswith(".") and text.startswith(".", hole.end())
        return value[:-1] if ends_twice else value

    def write(self, value: Any) -> str:
        """A value as the language writes it, by what it is."""
        if isinstance(value, Value):
            return value.write(self)
        if isinstance(value, float):
            return self.format_number(value)
        return self.format_day(value) if isinstance(value, date) else str(value)

    def format_number(self, number: str | float) -> str:
        """A number such as 2.5 with the decimal sign of the language."""
        digits = f"{number:g}" if isinstance(number, float) else str(number)
        return digits.replace(".", self.texts["decimal"])

    def format_day(self, day: date | str) -> Time:
        """A day with its year, given as a date or as `2026-11-16`; another text as it is."""
        return Time(self._format_parts("day_of_year", str(day)))

    def format_short_day(self, day: date) -> str:
        """A day without its year."""
        return self._format_parts("day_of_month", day.isoformat())

    def _format_parts(self, label: str, day: str) -> str:
        year, *rest = day.split("-")
        if len(rest) != 2:
            return day
        return self.texts[label].format(year=year, month=rest[0], day=rest[1])

    def spell_months(self, text: str) -> str:
        """The text with each month such as 2026-11 as 'November 2026'. Whole dates stay."""
        names = self.texts["month_names"].split(", ")

        def spell(found: re.Match[str]) -> str:
            return self.say("month_of_year", month=names[int(found[2]) - 1], year=found[1])

        return _MONTH.sub(spell, text)

    def name_value(self, field: str, value: str) -> str:
        """What a `kind` or a `difficulty` is called; what has no name here is its own name."""
        if field not in ("kind", "difficulty"):
            return value
        english, spoken = load_own_words("en")[f"{field}_names"], self.texts[f"{field}_names"]
        names = dict(zip(english.split(", "), spoken.split(", "), strict=False))
        return names.get(value, value)


ENGLISH = Words("en")
"""The words of the program in English."""


@cache
def find_words(lang: str) -> Words:
    """The words of the program in a language."""
    return Words(lang)


@dataclass(frozen=True)
class Catalogue:
    """What the file of one language holds."""

    groups: Mapping[str, Mapping[str, Any]]
    """What each group is about, and its messages."""
    texts: Mapping[str, str]
    """Messages by name; the forms of one stand in the order of the language, divided by bars."""
    plural: Mapping[str, str] | None
    """The rules by which the language chooses among the forms; None for those of English."""
    counted: Mapping[str, str]
    """Message to the hole that counts, where it is not `{n}`; in English for all languages."""


@cache
def load_catalogue(lang: str) -> Catalogue:
    """The file of a language, else of what it is a variety of, else of English."""
    name = next((name for name in (lang, lang.partition("-")[0]) if name in LANGUAGES), "en")
    if name != lang:
        return load_catalogue(name)
    groups = json.loads((FOLDER / f"{lang}.json").read_bytes())
    every = {id: text for group in groups.values() for id, text in group.items()}
    plural, counted = every.pop("plural", None), every.pop("counted", {})
    texts = {
        id: text if isinstance(text, str) else "|".join(text.values()) for id, text in every.items()
    }
    return Catalogue(groups, texts, plural, counted)


@cache
def load_own_words(lang: str) -> Mapping[str, str]:
    """All messages of the program by name, in English where the language does not have them."""
    own = load_catalogue(lang).texts
    return own if lang == "en" else {**load_own_words("en"), **own}


def find_counted(id: str) -> str:
    """The hole of a message whose number chooses among its forms."""
    return load_catalogue("en").counted.get(id, "n")


def find_category(rules: Mapping[str, str], number: str) -> str:
    """The name of the first rule that the number fits, `other` if none."""
    operands = _find_operands(number)
    for name, rule in rules.items():
        if any(_fits_all(part, operands) for part in rule.split(" or ")):
            return name
    return "other"


def _find_operands(number: str) -> Mapping[str, float]:
    whole, _, fraction = number.lstrip("-−–").partition(".")
    if not (whole + fraction).isdigit():
        return {}
    return {
        "n": float(f"{whole}.{fraction or 0}"),
        "i": int(whole),
        "v": len(fraction),
        "f": int(fraction or 0),
        "t": int(fraction.rstrip("0") or 0),
    }


def _fits_all(rule: str, operands: Mapping[str, float]) -> bool:
    return bool(operands) and all(_fits(term, operands) for term in rule.split(" and "))


def _fits(term: str, operands: Mapping[str, float]) -> bool:
    read = _PLURAL_TERM.fullmatch(term.strip())
    if not read:
        raise ValueError(f"not a rule of CLDR: {term}")
    value = operands[read[1]]
    value = value % int(read[2]) if read[2] else value
    bounds = [each.strip().split("..") for each in read[4].split(",")]
    found = any(
        int(low) <= value <= int(high[0] if high else low) and value == int(value)
        for low, *high in bounds
    )
    return found == (read[3] == "=")
