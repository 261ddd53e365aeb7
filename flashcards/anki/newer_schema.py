"""Note types and decks of a database in the schema that Anki itself exports today.

They stand in tables of their own, their options as protocol buffers. Of those only this
matters here: whether a note type is a cloze, the ids of fields and templates, and the HTML
of templates.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flashcards.anki.protobuf import find_number, find_text

_CLOZE_KIND = 1
_KIND_NUMBER, _FIELD_ID_NUMBER, _TEMPLATE_ID_NUMBER = 1, 9, 8
_FRONT_NUMBER, _BACK_NUMBER = 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DECK_SEPARATOR = "\x1f"
_ROW_BYTES = 3000
"""What a row takes in memory besides its texts, and in time."""
Count = Callable[[Iterable[Sequence[Any]], int], Iterator[Any]]
"""Gives rows on, and takes note of what they take."""


def has_newer_schema(connection: sqlite3.Connection) -> bool:
    """Whether note types have a table of their own."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'notetypes'")
    return found.fetchone() is not None


def read_newer_models(connection: sqlite3.Connection, count: Count) -> list[dict[str, Any]]:
    """The note types as the older schema has them in its JSON; `count` counts each row."""
    fields = _read_parts(connection, "fields", count)
    templates = _read_parts(connection, "templates", count)
    rows = connection.execute("SELECT id, name, mtime_secs, config FROM notetypes")
    return [
        {
            "id": number,
            "name": name,
            "mod": mod,
            "type": int(find_number(config, _KIND_NUMBER) == _CLOZE_KIND),
            "flds": [_make_field(*part) for part in fields[number]],
            "tmpls": [_make_template(*part) for part in templates[number]],
        }
        for number, name, mod, config in count(rows, _ROW_BYTES)
    ]


def read_newer_decks(connection: sqlite3.Connection, count: Count) -> dict[int, str]:
    """Id of each deck to its full name."""
    rows = count(connection.execute("SELECT id, name FROM decks"), _ROW_BYTES)
    return {int(number): str(name).replace(_DECK_SEPARATOR, "::") for number, name in rows}


def _make_field(ordinal: int, name: str, config: bytes) -> dict[str, Any]:
    return {"name": name, "id": find_number(config, _FIELD_ID_NUMBER)}


def _make_template(ordinal: int, name: str, config: bytes) -> dict[str, Any]:
    return {
        "name": name,
        "id": find_number(config, _TEMPLATE_ID_NUMBER),
        "qfmt": find_text(config, _FRONT_NUMBER),
        "afmt": find_text(config, _BACK_NUMBER),
    }


def _read_parts(
    connection: sqlite3.Connection, table: str, count: Count
) -> Mapping[int, list[tuple[int, str, bytes]]]:
    """Fields or templates by their note type, in order."""
    parts = defaultdict(list)
    rows = connection.execute(f"SELECT ntid, ord, name, config FROM {table}")
    for note_type, *part in count(rows, _ROW_BYTES):
        parts[note_type].append(tuple(part))
    for found in parts.values():
        found.sort()
    return parts


def compare_without_case(one: str, two: str) -> int:
    """How Anki compares names."""
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)
