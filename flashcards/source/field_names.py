"""The names of all fields that an author may write, for guesses at what was meant."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from flashcards import model

_HARMLESS = (
    "as_of case count deck difficulty from id key kind lang language lock minutes needs pass_mark "
    "points quiz seed shuffle stage status url"
)
NOT_PROSE = frozenset(_HARMLESS.split())
"""Fields in which a comment after the value is harmless."""


DECK_FIELDS = frozenset(field.name for field in fields(model.Deck))
FREE_NAMES = ("compare", "gaps", "options", "points", "right", "rows", "steps", "wrong")
"""Fields whose names are the author's own, and permanent."""


@cache
def list_field_names() -> frozenset[str]:
    """Every field of every file."""
    found = {"entries", "resources", "lang", "from", "weeks", "goals"}
    for value in vars(model).values():
        if isinstance(value, type) and issubclass(value, model.SourceRecord):
            found |= {field.name for field in fields(value)}
    return frozenset(found - {"cells", "reasons"})


@cache
def list_text_fields() -> frozenset[str]:
    """Fields that are a text wherever they occur; `why` may have one for each thing or gap."""
    texts, others = {"from"}, {"why"}
    for record in vars(model).values():
        if isinstance(record, type) and issubclass(record, model.SourceRecord):
            for name, hint in get_type_hints(record).items():
                (texts if _is_text(hint) else others).add(name)
    return frozenset(texts - others)


def _is_text(hint: Any) -> bool:
    return hint is str or {*get_args(hint)} == {str, NoneType}
