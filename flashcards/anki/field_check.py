"""The field *Check*: how a note was released, so that a learner's own texts are found later.

It holds a short hash of each field, in their order, divided by commas; nothing stands
for an empty field. What a learner wrote since has another hash.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Sequence
from functools import cache

CHECK = "Check"
_UNCHECKED = frozenset({"Name", "Lang", "Key", "Line", "Accepted", "Foot", CHECK})
"""Fields in which nobody writes."""


def make_check(names: tuple[str, ...], fields: Sequence[str]) -> str:
    """The text of the field *Check* for a note with these fields."""
    marks = zip(_find_checked(names), fields, strict=True)
    return ",".join([_hash_field(text) if text and checked else "" for checked, text in marks])


@cache
def _find_checked(names: tuple[str, ...]) -> tuple[bool, ...]:
    return tuple(name not in _UNCHECKED for name in names)


def read_check(names: Sequence[str], fields: Sequence[str]) -> dict[str, str]:
    """Name of each checked field to the hash of its released text; empty without a check."""
    check = dict(zip(names, fields, strict=False)).get(CHECK, "")
    if not check:
        return {}
    pairs = zip(names, check.split(","), strict=False)
    return {name: released for name, released in pairs if name not in _UNCHECKED}


def find_edited_fields(names: Sequence[str], fields: Sequence[str]) -> list[str]:
    """Names of the fields that are not as they were released; none if the note has no check."""
    texts = dict(zip(names, fields, strict=False))
    check = read_check(names, fields)
    hashes = {name: _hash_field(texts[name]) if texts[name] else "" for name in check}
    return [name for name, released in check.items() if hashes[name] != released]


def _hash_field(text: str) -> str:
    """Four letters; Anki may have composed accents, so they count as composed."""
    composed = text if text.isascii() else unicodedata.normalize("NFC", text)
    return f"{zlib.crc32(composed.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}"
