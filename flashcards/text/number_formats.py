"""How numbers of a workbook look: formats of Excel, and the signs of a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

Look = Callable[[Decimal], str]

BUILT_IN: Mapping[str, str] = {
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%",
    "20": "h:mm", "21": "h:mm:ss", "46": "[h]:mm:ss",
}  # fmt: skip
"""Formats that Excel does not write down, by their numbers."""
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].')
"""What a format of numbers only shows, or is no part of the number."""
_NUMBER = re.compile(r"([#0?,]*[#0?])(?:\.([#0?]+))?")
_BESIDE = re.compile(r"[\s\0%€$£¥+()-]*")
_TIME = re.compile(r"(\[h+\]|hh?):mm(:ss)?", re.IGNORECASE)


class Signs(NamedTuple):
    """How numbers and truth are written in a language."""

    decimal: str = "."
    thousands: str = ","
    true: str = "TRUE"
    false: str = "FALSE"

    def put(self, text: str) -> str:
        """Return a number with `.` and `,` in the signs of the language."""
        return text.translate({ord("."): self.decimal, ord(","): self.thousands})


SIGNS: Mapping[str, Signs] = {
    "de": Signs(",", ".", "WAHR", "FALSCH"),
    "es": Signs(",", ".", "VERDADERO", "FALSO"),
    "fr": Signs(",", " ", "VRAI", "FAUX"),
    "ru": Signs(",", " ", "ИСТИНА", "ЛОЖЬ"),
}
"""By language; others write as English does."""


def make_look(code: str, signs: Signs) -> Look | None:
    """Return how numbers look in a format; None if they look as they are, or as a date."""
    section = code.split(";")[0]
    if time := _TIME.fullmatch(re.sub(r"\[\$[^\]]*\]|\\|;@", "", section).strip()):
        return lambda value: _format_time(value, time[1].lower(), time[2] is not None)
    masked = _LITERAL.sub(lambda literal: "\0" * len(literal[0]), section)
    number = _NUMBER.search(masked)
    if not number:
        return None
    before, after = masked[: number.start()], masked[number.end() :]
    if not _BESIDE.fullmatch(before) or not _BESIDE.fullmatch(after):
        return None
    head, tail = (
        _LITERAL.sub(lambda literal: literal[1] or literal[2] or literal[3] or "", part)
        for part in (section[: number.start()], section[number.end() :])
    )
    whole, part = number[1], number[2] or ""
    factor = 100 if "%" in before + after else 1

    def look(value: Decimal) -> str:
        rounded = (value * factor).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
        integer, _, fraction = f"{abs(rounded):{',' if ',' in whole else ''}f}".partition(".")
        fraction = fraction.rstrip("0").ljust(part.count("0"), "0")
        text = integer.zfill(whole.count("0")) + ("." if fraction else "") + fraction
        return f"{'-' if rounded < 0 else ''}{head}{signs.put(text)}{tail}".strip()

    return look


def _format_time(value: Decimal, hours_code: str, has_seconds: bool) -> str:
    """Return a part of a day as a time, or as hours that go on beyond a day."""
    minutes, seconds = divmod(round(value * 86400), 60)
    hours, minutes = divmod(minutes, 60)
    if "[" not in hours_code:
        hours %= 24
    padded = f"{hours:02}" if "hh" in hours_code else str(hours)
    return f"{padded}:{minutes:02}" + (f":{seconds:02}" if has_seconds else "")
