"""Note types and decks of a database in the schema that Anki itself exports today.

They stand in tables of their own, their options as protocol buffers. Of those only this
matters here: whether a note type is a cloze, the ids of fields and templates, and the HTML
of templates.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from flashcards.anki.protobuf import find_number, find_text

_CLOZE_KIND = 1
_KIND_NUMBER, _FIELD_ID_NUMBER, _TEMPLATE_ID_NUMBER = 1, 9, 8
_FRONT_NUMBER, _BACK_NUMBER = 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DECK_SEPARATOR = "\x1f"


def has_newer_schema(connection: sqlite3.Connection) -> bool:
    """Whether note types have a table of their own."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'notetypes'")
    return found.fetchone() is not None


def read_newer_models(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The note types as the older schema has them in its JSON."""
    connection.create_collation("unicase", _compare_without_case)
    rows = connection.execute("SELECT id, name, mtime_secs, config FROM notetypes").fetchall()
    return [
        {
            "id": number,
            "name": name,
            "mod": mod,
            "type": int(find_number(config, _KIND_NUMBER) == _CLOZE_KIND),
            "flds": _read_fields(connection, number),
            "tmpls": _read_templates(connection, number),
        }
        for number, name, mod, config in rows
    ]


def read_newer_decks(connection: sqlite3.Connection) -> dict[int, str]:
    """Id of each deck to its full name."""
    rows = connection.execute("SELECT id, name FROM decks").fetchall()
    return {int(number): str(name).replace(_DECK_SEPARATOR, "::") for number, name in rows}


def _read_fields(connection: sqlite3.Connection, note_type: int) -> list[dict[str, Any]]:
    rows = _read_parts(connection, "fields", note_type)
    return [{"name": name, "id": find_number(config, _FIELD_ID_NUMBER)} for name, config in rows]


def _read_templates(connection: sqlite3.Connection, note_type: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "id": find_number(config, _TEMPLATE_ID_NUMBER),
            "qfmt": find_text(config, _FRONT_NUMBER),
            "afmt": find_text(config, _BACK_NUMBER),
        }
        for name, config in _read_parts(connection, "templates", note_type)
    ]


def _read_parts(connection: sqlite3.Connection, table: str, note_type: int) -> list[Any]:
    query = f"SELECT name, config FROM {table} WHERE ntid = ? ORDER BY ord"
    return connection.execute(query, (note_type,)).fetchall()


def _compare_without_case(one: str, two: str) -> int:
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)
