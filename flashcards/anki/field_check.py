"""The field *Check*: how a note was released, so that a learner's own texts are found later.

It holds a short hash of each field, in their order, divided by commas; nothing stands
for an empty field. What a learner wrote since has another hash.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence

CHECK = "Check"
_UNCHECKED = frozenset({"Name", "Lang", "Key", "Line", "Accepted", "Foot", CHECK})
"""Fields in which nobody writes."""
_LETTERS = 4


def make_check(names: Sequence[str], fields: Sequence[str]) -> str:
    """The text of the field *Check* for a note with these fields."""
    pairs = zip(names, fields, strict=True)
    return ",".join("" if name in _UNCHECKED else _hash_field(text) for name, text in pairs)


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
    return [name for name, released in check.items() if _hash_field(texts[name]) != released]


def _hash_field(text: str) -> str:
    if not text:
        return ""
    composed = unicodedata.normalize("NFC", text)
    return hashlib.sha256(composed.encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]
