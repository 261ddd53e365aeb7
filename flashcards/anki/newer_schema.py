"""Note types and decks of a database in the schema that Anki itself exports today.

They stand in tables of their own, their options as protocol buffers. Of those only three
numbers matter here: whether a note type is a cloze, and the ids of fields and templates.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

_CLOZE_KIND = 1
_KIND_NUMBER, _FIELD_ID_NUMBER, _TEMPLATE_ID_NUMBER = 1, 9, 8
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
            "type": int(_find_number(config, _KIND_NUMBER) == _CLOZE_KIND),
            "flds": _read_parts(connection, "fields", number, _FIELD_ID_NUMBER),
            "tmpls": _read_parts(connection, "templates", number, _TEMPLATE_ID_NUMBER),
        }
        for number, name, mod, config in rows
    ]


def read_newer_decks(connection: sqlite3.Connection) -> dict[int, str]:
    """Id of each deck to its full name."""
    rows = connection.execute("SELECT id, name FROM decks").fetchall()
    return {int(number): str(name).replace(_DECK_SEPARATOR, "::") for number, name in rows}


def _read_parts(
    connection: sqlite3.Connection, table: str, note_type: int, id_number: int
) -> list[dict[str, Any]]:
    query = f"SELECT name, config FROM {table} WHERE ntid = ? ORDER BY ord"
    rows = connection.execute(query, (note_type,)).fetchall()
    return [{"name": name, "id": _find_number(config, id_number)} for name, config in rows]


def _find_number(message: bytes, wanted: int) -> int | None:
    """The value of a field that is a number; None if the message does not have it."""
    return next((value for number, value in _read_numbers(message) if number == wanted), None)


def _read_numbers(message: bytes) -> Iterator[tuple[int, int]]:
    """Field number and value of all numbers in a message. Raises ValueError for another format."""
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        match key & 7:
            case 0:
                value, at = _read_varint(message, at)
                yield key >> 3, value
            case 1:
                at += 8
            case 2:
                length, at = _read_varint(message, at)
                at += length
            case 5:
                at += 4
            case _:
                raise ValueError("a note type's options cannot be read")


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    """A number of up to 64 bits, seven in each byte, and where it ends."""
    value = 0
    for place, byte in enumerate(message[at : at + 10]):
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise ValueError("a note type's options are cut off")


def _compare_without_case(one: str, two: str) -> int:
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)
