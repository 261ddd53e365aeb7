"""Reading a package that ptquiz or genanki wrote, within limits.

A package comes from anywhere: it is read into memory within limits, nothing is
unpacked, and a database with anything but the plain tables is refused.
"""

from __future__ import annotations

import io
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, read_json

LARGEST = 512_000_000
"""Bytes of a database that is read; 20,000 notes need about a tenth."""
_MOST_ENTRIES = 100_000
_ENTRY_MARK = b"PK\x01\x02"
"""What each file in the directory of a zip archive begins with."""
_MOST_STEPS = 500_000
"""Thousands of SQLite instructions that one package may cost."""
_TABLES = ("col", "notes", "cards")


@dataclass(frozen=True)
class AnkiNoteType:
    """A note type as the importer compares it."""

    id: int
    name: str
    is_cloze: bool
    mod: int
    fields: tuple[tuple[int | None, str], ...]
    templates: tuple[tuple[int | None, str], ...]


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


def load_package(path: Path) -> AnkiPackage:
    """The package in a file."""
    package = load_bytes(path, LARGEST)
    if package.count(_ENTRY_MARK) > _MOST_ENTRIES:
        raise FlashcardsError(f"{path} has more than {_MOST_ENTRIES} files")
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            data = _database(archive, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise FlashcardsError(f"{path} is not a package, or is damaged: {error}") from error
    return read_package(data, str(path))


def read_package(database: bytes, name: str) -> AnkiPackage:
    """The package from its database."""
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            _fill(connection, database)
            _check_tables(connection, name)
            models, decks = connection.execute("SELECT models, decks FROM col").fetchone()
            types = {each.id: each for each in map(_type, read_json(models).values())}
            names = {int(number): str(deck["name"]) for number, deck in read_json(decks).items()}
            return AnkiPackage({note.guid: note for note in _notes(connection, names)}, types)
    except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FlashcardsError(f"{name} is damaged: {error}") from error
    except MemoryError as error:
        raise FlashcardsError(f"{name} is too large to be a package") from error


def _database(archive: zipfile.ZipFile, path: Path) -> bytes:
    names = archive.namelist()
    foreign = {"meta", "collection.anki21", "collection.anki21b"}.intersection(names)
    if foreign:
        raise FlashcardsError(
            f"{path} was exported by Anki (it has '{min(foreign)}'); "
            "name a package that ptquiz built"
        )
    if "collection.anki2" not in names:
        raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
    entry = archive.getinfo("collection.anki2")
    if entry.flag_bits & 1:
        raise FlashcardsError(f"{path} is encrypted")
    if entry.file_size > LARGEST:
        raise FlashcardsError(f"{path} unpacks to more than {LARGEST // 1_000_000} MB")
    with archive.open(entry) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise FlashcardsError(f"{path} unpacks to more than {LARGEST // 1_000_000} MB")
    return data


def _fill(connection: sqlite3.Connection, database: bytes) -> None:
    """Load a database into an empty connection, with limits on what it may do and cost."""
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    connection.deserialize(database)
    connection.execute("PRAGMA trusted_schema=off")
    connection.execute("PRAGMA query_only=on")


def _check_tables(connection: sqlite3.Connection, name: str) -> None:
    """Plain tables only: a view or trigger could do anything."""
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master WHERE type != 'index'"))
    sources = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    strange = [kind for kind in kinds.values() if kind != "table"]
    virtual = [sql for (sql,) in sources if sql and "virtual" in sql[:40].casefold()]
    if strange or virtual or any(kinds.get(table) != "table" for table in _TABLES):
        raise FlashcardsError(f"{name} was not written by ptquiz or genanki")


def _notes(connection: sqlite3.Connection, decks: Mapping[int, str]) -> Iterator[AnkiNote]:
    where: dict[int, dict[int, str]] = {}
    for note_id, ordinal, deck in connection.execute("SELECT nid, ord, did FROM cards"):
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
    )
