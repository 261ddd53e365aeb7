"""The field *Check*: how a note was released, so that a learner's own texts are found later.

It holds a short hash of each field, in their order, divided by commas; nothing stands
for an empty field. What a learner wrote since has another hash.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence

CHECK = "Check"
_UNCHECKED = frozenset({"Name", "Lang", "Key", "Line", "Foot", CHECK})
"""Fields in which nobody writes."""
_LETTERS = 4


def make_check(names: Sequence[str], fields: Sequence[str]) -> str:
    """The text of the field *Check* for a note with these fields."""
    pairs = zip(names, fields, strict=True)
    return ",".join("" if name in _UNCHECKED else _hash_field(text) for name, text in pairs)


def find_edited_fields(names: Sequence[str], fields: Sequence[str]) -> Iterator[str]:
    """Names of the fields that are not as they were released; none if the note has no check."""
    check = dict(zip(names, fields, strict=False)).get(CHECK, "")
    if not check:
        return
    for name, text, released in zip(names, fields, check.split(","), strict=False):
        if name not in _UNCHECKED and _hash_field(text) != released:
            yield name


def _hash_field(text: str) -> str:
    if not text:
        return ""
    composed = unicodedata.normalize("NFC", text)
    return hashlib.sha256(composed.encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]
