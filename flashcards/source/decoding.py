"""Bytes to text that is safe to parse.

Other encodings are refused here, before a parser sees them, and characters that a
terminal would obey or that change the order of a line.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from flashcards.errors import Position, Problem, ProblemsFound

UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
"""Control characters, line breaks that editors do not count, and overrides of the text order."""


_MOST_UNSAFE = 100
"""Characters of one file that are told; a file with more is not a text."""


def decode_source(raw: bytes, file: str) -> str:
    """UTF-8 text without characters that a reader could not see."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refuse(Position(file), "the file is UTF-16", "save it as UTF-8")
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        at = locate_character(raw[: error.start].decode("utf-8"), error.start, file)
        raise _refuse(at, "the file is not UTF-8 here", "save it as UTF-8") from None
    if UNSAFE.search(text):
        raise ProblemsFound(_list_unsafe(text, file))
    return text


def _list_unsafe(text: str, file: str) -> list[Problem]:
    found = islice(UNSAFE.finditer(text), _MOST_UNSAFE)
    return [
        Problem(
            locate_character(text, each.start(), file),
            f"{describe_character(each[0])} is not allowed",
            "remove this character",
        )
        for each in found
    ]


def locate_character(text: str, index: int, file: str) -> Position:
    """Line and column of a character, counted from 1."""
    before = text[:index]
    return Position(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def describe_character(character: str) -> str:
    """An invisible character in words."""
    code = f"U+{ord(character):04X}"
    category = unicodedata.category(character)
    return f"control character {code}" if category == "Cc" else f"invisible character {code}"


def _refuse(at: Position, message: str, hint: str = "") -> ProblemsFound:
    return ProblemsFound([Problem(at, message, hint)])
