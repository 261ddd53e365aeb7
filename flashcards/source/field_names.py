"""The names of all fields that an author may write, for guesses at what was meant."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from flashcards import model

_HARMLESS = (
    "as_of case count deck difficulty from id key kind lang language lock minutes needs pass_mark "
    "points quiz seed shuffle stage status url"
)
NOT_PROSE = frozenset(_HARMLESS.split())
"""Fields in which a comment after the value is harmless."""


@cache
def list_field_names() -> frozenset[str]:
    """Every field of every file."""
    found = {"entries", "resources", "lang", "from", "weeks", "goals"}
    for value in vars(model).values():
        if isinstance(value, type) and issubclass(value, model.SourceRecord):
            found |= {field.name for field in fields(value)}
    return frozenset(found - {"cells", "reasons"})
