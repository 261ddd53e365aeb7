"""How numbers of an Excel workbook look: its formats, dates, and the signs of a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

Look = Callable[[float], str]

BUILT_IN: Mapping[str, str] = {
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%",
    **dict.fromkeys(("14", "15", "16", "17"), "yyyy-mm-dd"), "22": "yyyy-mm-dd h:mm",
    "11": "0.00E+00",
    "18": "h:mm", "19": "h:mm:ss", "20": "h:mm", "21": "h:mm:ss", "46": "[h]:mm:ss",
}  # fmt: skip
"""Formats that Excel does not write down, by their numbers."""
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].')
"""What a format only shows, or is no part of the number."""
_BESIDE = r"[\s\0%€$£¥+()-]*"
_NUMBER = re.compile(rf"({_BESIDE})([#0?,]*[#0?])(?:\.([#0?]+))?({_BESIDE})")
_TIME = re.compile(r"(\[h+\]|hh?):mm(:ss)?", re.IGNORECASE)
_SCIENCE = re.compile(r"0(?:\.(0+))?E\+00")
_DATE = re.compile("[dmyhs]", re.IGNORECASE)
_DAY = re.compile(r"(?:(?:yyyy|yy|dd?|mm?|hh?|ss?)(?:[-/.:, ]+|$))+", re.IGNORECASE)
"""A format of numbers and signs alone; names of months are in a language that is not known."""
_DAY_PART = re.compile(r"(?P<M>(?<=h:)mm?|mm?(?=:s))|yyyy|[a-z]+", re.IGNORECASE)
_LAST_DAY = 2_958_466
"""Excel has no day after 9999."""


class Signs(NamedTuple):
    """How numbers and truth are written in a language."""

    decimal: str = "."
    thousands: str = ","
    true: str = "TRUE"
    false: str = "FALSE"

    def format_number(self, value: float) -> str:
        """Return a number as short as it is; no spreadsheet shows more than 15 digits."""
        return self.replace_signs(f"{value:.15G}")

    def replace_signs(self, text: str) -> str:
        """Return a number with `.` and `,` in the signs of the language."""
        return text.translate({ord("."): self.decimal, ord(","): self.thousands})


SIGNS: Mapping[str, Signs] = {
    "de": Signs(",", ".", "WAHR", "FALSCH"),
    "es": Signs(",", ".", "VERDADERO", "FALSO"),
    "fr": Signs(",", " ", "VRAI", "FAUX"),
    "ru": Signs(",", " ", "ИСТИНА", "ЛОЖЬ"),
}
"""By language; others write as English does."""


def make_look(code: str, signs: Signs, epoch: datetime) -> Look:
    """Return how numbers look in a format; dates, counted from `epoch`, with names are ISO's."""
    section = code.split(";")[0]
    masked = _LITERAL.sub(lambda literal: "\0" * len(literal[0]), section)
    plain = re.sub(r"\[\$[^\]]*\]|\\", "", section).strip()
    if science := _SCIENCE.fullmatch(plain):
        return lambda value: signs.replace_signs(f"{value:.{len(science[1] or '')}E}")
    if time := _TIME.fullmatch(plain):
        return lambda value: _format_time(value, time[1].lower(), time[2] is not None)
    if number := _NUMBER.fullmatch(masked):
        head, tail = (
            _LITERAL.sub(lambda literal: literal[1] or literal[2] or literal[3] or "", part)
            for part in (section[: number.end(1)], section[number.start(4) :])
        )
        whole, part = number[2], number[3] or ""
        factor = 100 if "%" in head + tail else 1

        def look(value: float) -> str:
            exact = Decimal(f"{value:.15g}") * factor
            rounded = exact.quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
            integer, _, fraction = f"{abs(rounded):{',' if ',' in whole else ''}f}".partition(".")
            fraction = fraction.rstrip("0").ljust(part.count("0"), "0")
            text = integer.zfill(whole.count("0")) + ("." if fraction else "") + fraction
            return f"{'-' if rounded < 0 else ''}{head}{signs.replace_signs(text)}{tail}".strip()

        return look
    if _DATE.search(masked.replace("General", "")):
        code = plain if _DAY.fullmatch(plain) else ""
        return lambda value: _format_date(value, epoch, code) or signs.format_number(value)
    return signs.format_number


def _format_time(value: float, hours_code: str, has_seconds: bool) -> str:
    """Return a part of a day as a time, or as hours that go on beyond a day."""
    minutes, seconds = divmod(round(value * 86400), 60)
    hours, minutes = divmod(minutes, 60)
    if "[" not in hours_code:
        hours %= 24
    padded = f"{hours:02}" if "hh" in hours_code else str(hours)
    return f"{padded}:{minutes:02}" + (f":{seconds:02}" if has_seconds else "")


def _format_date(value: float, epoch: datetime, code: str) -> str:
    """Return a day as `code` writes it, else as ISO does; nothing if there is no such day."""
    if not 0 <= value < _LAST_DAY:
        return ""
    moment = (epoch + timedelta(days=value, seconds=0.5)).replace(microsecond=0)
    if code and value >= 1:
        return _DAY_PART.sub(lambda part: _format_part(moment, part), code)
    return str(moment.date() if value == int(value) else moment if value > 1 else moment.time())


def _format_part(moment: datetime, part: re.Match[str]) -> str:
    """Return the year, month, day, hours, minutes or seconds; with a zero before if it has two."""
    letter = part.lastgroup or {"yyyy": "Y", "h": "H", "hh": "H", "s": "S", "ss": "S"}.get(
        part[0].lower(), part[0][0].lower()
    )
    text = moment.strftime(f"%{letter}")
    return text if len(part[0]) > 1 else text.removeprefix("0")
