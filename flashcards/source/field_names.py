"""The names of all fields that an author may write, for guesses at what was meant."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from flashcards import model


@cache
def list_field_names() -> frozenset[str]:
    """Every field of every file."""
    found = {"entries", "resources", "lang", "from", "weeks", "goals"}
    for value in vars(model).values():
        if isinstance(value, type) and issubclass(value, model.SourceRecord):
            found |= {field.name for field in fields(value)}
    return frozenset(found - {"cells", "reasons"})
