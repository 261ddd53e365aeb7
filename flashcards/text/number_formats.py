"""How Excel shows a number: by the format of its cell, in the notation of a language."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

BUILT_IN: Mapping[str, str] = {
    "0": "General", "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%",
    **dict.fromkeys(("14", "15", "16", "17"), "yyyy-mm-dd"), "22": "yyyy-mm-dd h:mm",
    "11": "0.00E+00", "49": "@", **dict.fromkeys(("37", "38"), "#,##0_);(#,##0)"),
    **dict.fromkeys(("39", "40"), "#,##0.00_);(#,##0.00)"),
    "18": "h:mm", "19": "h:mm:ss", "20": "h:mm", "21": "h:mm:ss", "46": "[h]:mm:ss", "45": "mm:ss",
}  # fmt: skip
"""Formats that Excel does not write down, by their numbers."""
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]<>=]*\]|[_*].')
"""What stands for itself, such as `"kg"`, `\\x` and `[$€-407]`; or colours, spaces."""
_BESIDE = r'((?:"[^"]*"|\\.|\[[^\]<>=]*\]|[_*].|[\s%€$£¥+()-])*)'
_NUMBER = re.compile(rf"{_BESIDE}([#0?,]*[#0?])(?:\.([#0?]+))?{_BESIDE}")
_SCIENCE = re.compile(r"0(?:\.(0+))?E\+00")
_HOURS = re.compile(r"\[h+\]:mm(:ss)?", re.IGNORECASE)
"""Hours that go on beyond a day."""
_DATE = re.compile("(?is)(?!.*[0#?]).*[dmyhs]")
_PLAIN_DATE = re.compile(r"(?:(?:yyyy|yy|dd?|mm?|hh?|ss?)(?:[-/.:, ]+|$))+", re.IGNORECASE)
"""Of numbers alone: names of months are in a language that is not known."""
_DATE_PART = re.compile(r"(?P<minutes>(?<=h:)mm?|mm?(?=:s))|[a-z]+", re.IGNORECASE)
_STRFTIME = {
    "yyyy": "%Y", "yy": "%y", "mm": "%m", "m": "%m", "dd": "%d", "d": "%d",
    "hh": "%H", "h": "%H", "ss": "%S", "s": "%S",
}  # fmt: skip
"""What Python calls the parts of a date; those of one letter have no zero before one digit."""
_LAST_DAY = 2_958_466
"""Excel has no day after 9999."""


class ShownNumber(str):
    """A number as it looks, and as it is."""

    value: float

    def __new__(cls, text: str, value: float) -> "ShownNumber":
        shown = super().__new__(cls, text)
        shown.value = float(f"{value:.15g}")  # no spreadsheet has more digits
        return shown


class Notation(NamedTuple):
    """How numbers and truth are written in a language."""

    decimal: str = "."
    thousands: str = ","
    true: str = "TRUE"
    false: str = "FALSE"

    def replace_signs(self, text: str) -> str:
        """Return a number with `.` and `,` in the signs of the language."""
        return text.translate({ord("."): self.decimal, ord(","): self.thousands})


NOTATIONS: Mapping[str, Notation] = {
    "de": Notation(",", ".", "WAHR", "FALSCH"),
    "es": Notation(",", ".", "VERDADERO", "FALSO"),
    "fr": Notation(",", " ", "VRAI", "FAUX"),
    "ru": Notation(",", " ", "ИСТИНА", "ЛОЖЬ"),
}
"""By language; others write as English does."""


def show_number(value: float, code: str, notation: Notation, epoch: datetime) -> str:
    """Return a number as a format shows it; days are counted from `epoch`.

    A date in another format is written as ISO does. Empty if the format is not known.
    """
    if code in ("General", "@"):
        return notation.replace_signs(f"{value:.15G}")  # no spreadsheet shows more digits
    section, *others = code.split(";")
    if others and value < 0:
        section, value = others[0], -value
    elif others[1:] and value == 0:
        section = others[1]
    plain = re.sub(r"\[\$[^\]]*\]|\\", "", section).strip()
    if number := _NUMBER.fullmatch(section):
        return _show_decimal(value, number, notation)
    if section and not _LITERAL.sub("", section).strip():
        return _show_literals(section)
    if science := _SCIENCE.fullmatch(plain):
        return notation.replace_signs(f"{value:.{len(science[1] or '')}E}")
    if hours := _HOURS.fullmatch(plain):
        minutes, seconds = divmod(round(value * 86400), 60)
        shown = f"{minutes // 60}:{minutes % 60:02}"
        return f"{shown}:{seconds:02}" if hours[1] else shown
    if _DATE.match(_LITERAL.sub("", section)) and 0 <= value < _LAST_DAY:
        return _show_date(value, epoch, plain if _PLAIN_DATE.fullmatch(plain) else "")
    return ""


def _show_decimal(value: float, number: re.Match[str], notation: Notation) -> str:
    """Return a number such as `-1,234.50 €` or `12.5%`."""
    before, whole, places, behind = number.groups("")
    exact = Decimal(f"{value:.15g}") * (100 if "%" in _LITERAL.sub("", before + behind) else 1)
    rounded = exact.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP)
    digits = f"{abs(rounded):{',' if ',' in whole else ''}f}"
    integer, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0").ljust(places.count("0"), "0")
    text = integer.zfill(whole.count("0")) + ("." if fraction else "") + fraction
    before, behind = _show_literals(before), _show_literals(behind)
    sign = "-" if rounded < 0 else ""
    return f"{sign}{before}{notation.replace_signs(text)}{behind}".strip()


def _show_literals(part: str) -> str:
    return _LITERAL.sub(lambda literal: "".join(filter(None, literal.groups())), part)


def _show_date(value: float, epoch: datetime, code: str) -> str:
    """Return a day, or a day and a time, as `code` writes it, else as ISO does."""
    nearest_second = epoch + timedelta(days=value, seconds=0.5)
    moment = nearest_second.replace(microsecond=0)
    if not code and value < 1:
        return str(moment.time())
    if not code:
        return str(moment.date() if value == int(value) else moment)

    def show_part(part: re.Match[str]) -> str:
        text = moment.strftime("%M" if part["minutes"] else _STRFTIME[part[0].lower()])
        return text.removeprefix("0") if len(part[0]) == 1 else text

    return _DATE_PART.sub(show_part, code)
