"""Reading a package that ptquiz, genanki or Anki wrote, within limits.

A package comes from anywhere: it is read into memory within limits, nothing is
unpacked, and a database with anything but the plain tables is refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flashcards.anki.archive import load_database
from flashcards.anki.newer_schema import has_newer_schema, read_newer_decks, read_newer_models
from flashcards.errors import FlashcardsError
from flashcards.fileio import read_json

_MOST_STEPS = 500_000
"""Thousands of SQLite instructions that one package may cost."""
_TABLES = ("col", "notes", "cards")
_CARDS = "SELECT nid, ord, CASE WHEN odid THEN odid ELSE did END FROM cards"
"""A card in a filtered deck belongs to the deck that it will return to."""


@dataclass(frozen=True)
class AnkiNoteType:
    """A note type as the importer compares it."""

    id: int
    name: str
    is_cloze: bool
    mod: int
    fields: tuple[tuple[int | None, str], ...]
    templates: tuple[tuple[int | None, str], ...]
    sides: tuple[tuple[str, str], ...] = ()
    """The HTML of front and back of each template."""


@dataclass(frozen=True)
class AnkiNote:
    """A note as the importer finds it."""

    guid: str
    type_id: int
    mod: int
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    decks: Mapping[int, str]
    """Ordinal to deck name."""


@dataclass(frozen=True)
class AnkiPackage:
    """All of a package that decides what an import does."""

    notes: Mapping[str, AnkiNote]
    types: Mapping[int, AnkiNoteType]
    is_export: bool = False
    """Whether it came out of a learner's collection, so that the learner may have changed it."""


def load_package(path: Path) -> AnkiPackage:
    """The package in a file. Raises FlashcardsError if it is none, or not to be trusted."""
    database, is_export = load_database(path)
    return replace(read_package(database, str(path)), is_export=is_export)


def read_package(database: bytes, name: str) -> AnkiPackage:
    """The package from its database."""
    with open_collection(database, name) as connection:
        models, names = _read_collection(connection)
        types = {each.id: each for each in map(_type, models)}
        notes = {note.guid: note for note in _notes(connection, names)}
        if strays := [note for note in notes.values() if note.type_id not in types]:
            raise ValueError(f"note '{strays[0].guid}' has no note type")
        return AnkiPackage(notes, types)


@contextmanager
def open_collection(
    database: bytes, name: str, tables: Sequence[str] = ()
) -> Iterator[sqlite3.Connection]:
    """A connection that only reads the bytes of a collection, within limits.

    It must have the `tables`, too. Raises FlashcardsError, also for what reading it raises.
    """
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            _fill(connection, database)
            _check_tables(connection, name, tables)
            yield connection
    except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FlashcardsError(f"{name} is damaged: {error}") from error
    except MemoryError as error:
        raise FlashcardsError(f"{name} is too large to be a package") from error


def _read_collection(connection: sqlite3.Connection) -> tuple[list[Any], dict[int, str]]:
    """The note types, and the names of the decks by their ids."""
    if has_newer_schema(connection):
        return read_newer_models(connection), read_newer_decks(connection)
    models, decks = connection.execute("SELECT models, decks FROM col").fetchone()
    names = {int(number): str(deck["name"]) for number, deck in read_json(decks).items()}
    return list(read_json(models).values()), names


def _fill(connection: sqlite3.Connection, database: bytes) -> None:
    """Load a database into an empty connection, with limits on what it may do and cost."""
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    connection.deserialize(_without_log(database))
    connection.execute("PRAGMA trusted_schema=off")
    connection.execute("PRAGMA query_only=on")


def _without_log(database: bytes) -> bytes:
    """The database without the mark of a write-ahead log, which one in memory cannot have."""
    return database[:18] + b"\1\1" + database[20:]


def _check_tables(connection: sqlite3.Connection, name: str, tables: Sequence[str]) -> None:
    """Plain tables only: a view or trigger could do anything."""
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master WHERE type != 'index'"))
    sources = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    strange = [kind for kind in kinds.values() if kind != "table"]
    virtual = [sql for (sql,) in sources if sql and "virtual" in sql[:40].casefold()]
    if strange or virtual or any(kinds.get(table) != "table" for table in (*_TABLES, *tables)):
        raise FlashcardsError(f"{name} was not written by ptquiz, genanki or Anki")


def _notes(connection: sqlite3.Connection, decks: Mapping[int, str]) -> Iterator[AnkiNote]:
    where: dict[int, dict[int, str]] = {}
    for note_id, ordinal, deck in connection.execute(_CARDS):
        where.setdefault(note_id, {})[int(ordinal)] = decks.get(deck, "")
    rows = connection.execute("SELECT id, guid, mid, mod, flds, tags FROM notes")
    for note_id, guid, type_id, mod, fields, tags in rows:
        yield AnkiNote(
            str(guid), int(type_id), int(mod), tuple(str(fields).split("\x1f")),
            tuple(str(tags).split()), where.get(note_id, {}),
        )  # fmt: skip


def _type(model: Mapping[str, Any]) -> AnkiNoteType:
    return AnkiNoteType(
        id=int(model["id"]),
        name=str(model["name"]),
        is_cloze=model.get("type", 0) == 1,
        mod=int(model["mod"]),
        fields=tuple((each.get("id"), str(each["name"])) for each in model["flds"]),
        templates=tuple((each.get("id"), str(each["name"])) for each in model["tmpls"]),
        sides=tuple(
            (str(each.get("qfmt", "")), str(each.get("afmt", ""))) for each in model["tmpls"]
        ),
    )
