"""What an entry names that is not in the course: taken out, and told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flashcards.words.message import Message, Names


def drop_dead_references(
    fields: dict[str, Any], known: Mapping[str, Collection[str]], notes: list[Message]
) -> dict[str, Any]:
    """The fields without names that `known`, by field, does not have.

    What is no list of names stays as it is: whoever reads the entry refuses it.
    """
    made = dict(fields)
    for field, names in known.items():
        listed = fields.get(field)
        if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
            dead = [name for name in listed if name not in names]
            if dead:
                notes.append(Message("import-dead-names", field=field, names=Names(dead)))
                made[field] = [name for name in listed if name in names]
                if not made[field]:
                    del made[field]
    return made
