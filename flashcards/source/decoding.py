"""Bytes to text that is safe to parse.

Other encodings are refused here, before a parser sees them, and characters that a
terminal would obey or that change the order of a line.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.words.message import Message

UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
"""Control characters, line breaks that editors do not count, and overrides of the text order."""


_MOST_UNSAFE = 100
"""Characters of one file that are told; a file with more is not a text."""


def decode_source(raw: bytes, file: str) -> str:
    """UTF-8 text without characters that a reader could not see."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refuse(Position(file), Message("file-is-utf16"))
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        at = locate_character(raw[: error.start].decode("utf-8"), error.start, file)
        raise _refuse(at, Message("file-not-utf8")) from None
    if UNSAFE.search(text):
        found = islice(UNSAFE.finditer(text), _MOST_UNSAFE)
        places = ((locate_character(text, each.start(), file), each[0]) for each in found)
        raise ProblemsFound([_refuse_character(*place) for place in places])
    return text


def _refuse_character(at: Position, character: str) -> Problem:
    """The problem of a character that nobody sees."""
    message = Message("character-not-allowed", character=describe_character(character))
    return Problem(at, message, Message("hint-remove-character"))


def locate_character(text: str, index: int, file: str) -> Position:
    """Line and column of a character, counted from 1."""
    before = text[:index]
    return Position(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def describe_character(character: str) -> Message:
    """An invisible character in words."""
    is_control = unicodedata.category(character) == "Cc"
    id = "control-character" if is_control else "invisible-character"
    return Message(id, code=f"{ord(character):04X}")


def _refuse(at: Position, message: Message) -> ProblemsFound:
    return ProblemsFound([Problem(at, message, Message("hint-save-utf8"))])
