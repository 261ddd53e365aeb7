"""Reading a package that ptquiz, genanki or Anki wrote, within limits.

A package comes from anywhere. Its database is unpacked into a file of its own, opened for
reading only and, before anything is asked of it, proved to be sound: only plain tables, no
page used twice, no row too large. From then on its size is the limit of all that it can say.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from flashcards.anki.archive import (
    LIMITS,
    PackageLimits,
    find_number,
    find_text,
    unpack_database,
)
from flashcards.errors import FlashcardsError, explain_system_error
from flashcards.fileio import read_json

_SCHEMA_STEPS = 20
"""Thousands of instructions to read which tables there are: enough for a thousand."""
_TABLES = ("col", "notes", "cards")
_CARDS = "SELECT nid, ord, CASE WHEN odid THEN odid ELSE did END FROM cards"
"""A card in a filtered deck belongs to the deck that it will return to."""
_GENERATED = "SELECT 1 FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE hidden != 0"
"""Columns that are programs."""
_NOTE_BYTES, _CARD_BYTES, _PART_BYTES, _JSON_BYTES = 1000, 300, 60, 25
"""What a note, a card, a field and a letter of JSON take in memory besides their texts."""
_ROW_BYTES = 3000
"""What a row of the newer schema takes in memory besides its texts, and in time."""
_CLOZE_KIND = 1
_KIND_NUMBER, _FRONT_NUMBER, _BACK_NUMBER = 1, 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DECK_SEPARATOR = "\x1f"
_UNTOLD = (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True)
class AnkiNoteType:
    """A note type with what decides how its notes are asked."""

    id: int
    name: str
    is_cloze: bool
    field_names: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    """The HTML of front and back of each template."""


@dataclass(frozen=True, slots=True)
class AnkiNote:
    """A note, and the decks of its cards."""

    guid: str
    type_id: int
    mod: int
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    decks: Mapping[int, str]
    """Ordinal to deck name."""


@dataclass(frozen=True)
class AnkiPackage:
    """The notes of a package by guid, and its note types by id."""

    notes: Mapping[str, AnkiNote]
    types: Mapping[int, AnkiNoteType]


class MemoryBudget:
    """What is left of the memory that a package may take."""

    def __init__(self, size: int, name: str) -> None:
        self._left = size
        self._name = name

    def spend(self, size: int) -> None:
        """Raises FlashcardsError if that was too much."""
        self._left -= size
        if self._left < 0:
            raise FlashcardsError(
                f"{self._name} has more in it than is read at once; export fewer decks from Anki"
            )

    def count(self, rows: Iterable[Sequence[Any]], size: int) -> Iterator[Any]:
        """The rows as they come; each takes its values, and `size` besides."""
        for row in rows:
            self.spend(size + sum(map(sys.getsizeof, row)))
            yield row


def load_package(path: Path, limits: PackageLimits = LIMITS) -> AnkiPackage:
    """The package in a file. Raises FlashcardsError if it is none, or not to be trusted."""
    with unpack_database(path, limits.database) as database:
        budget = MemoryBudget(limits.memory, str(path))
        with open_unpacked(database, str(path), limits=limits) as connection:
            types, names = _read_collection(connection, budget)
            notes = {note.guid: note for note in _read_notes(connection, names, budget)}
            if strays := [note for note in notes.values() if note.type_id not in types]:
                raise ValueError(f"note '{strays[0].guid}' has no note type")
            return AnkiPackage(notes, types)


@contextmanager
def open_unpacked(
    database: Path, name: str, tables: Sequence[str] = (), limits: PackageLimits = LIMITS
) -> Iterator[sqlite3.Connection]:
    """A connection that only reads the unpacked database of a collection, within limits.

    It must have the `tables`, too. Raises FlashcardsError, also for what reading it raises.
    """
    address = f"{database.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            _set_limits(connection, limits)
            _limit_steps(connection, _SCHEMA_STEPS)
            _check_tables(connection, name, tables)
            _limit_steps(connection, limits.steps)
            _check_pages(connection)
            yield connection
    except sqlite3.DataError as error:
        told = f"{name} has a row of more than {limits.row // 1_000_000} MB"
        raise FlashcardsError(told) from error
    except _UNTOLD as error:
        told = f"{name} is damaged: {explain_system_error(error)}"
        if isinstance(error, sqlite3.OperationalError) and str(error) == "interrupted":
            told = f"{name} takes too long to read; export fewer decks from Anki"
        raise FlashcardsError(told) from error
    except MemoryError as error:
        raise FlashcardsError(f"{name} is too large to be a package") from error


def _set_limits(connection: sqlite3.Connection, limits: PackageLimits) -> None:
    """As SQLite's own page on files from strangers recommends."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.row)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for setting in ("trusted_schema=off", "cell_size_check=on", "ignore_check_constraints=on"):
        connection.execute(f"PRAGMA {setting}")
    connection.create_collation("unicase", _compare_without_case)


def _compare_without_case(one: str, two: str) -> int:
    """How Anki compares names."""
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)


def _limit_steps(connection: sqlite3.Connection, thousands: int) -> None:
    steps = iter(range(thousands))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)


def _check_tables(connection: sqlite3.Connection, name: str, tables: Sequence[str]) -> None:
    """Plain tables only: a view, a trigger or a computed column could do anything."""
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master WHERE type != 'index'"))
    sources = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    strange = [kind for kind in kinds.values() if kind != "table"]
    virtual = [sql for (sql,) in sources if sql and "virtual" in sql[:40].casefold()]
    missing = [table for table in (*_TABLES, *tables) if kinds.get(table) != "table"]
    if strange or virtual or missing or connection.execute(_GENERATED).fetchone():
        raise FlashcardsError(f"{name} was not written by ptquiz, genanki or Anki")


def _check_pages(connection: sqlite3.Connection) -> None:
    """Each page has one place: a few that stand for each other could say gigabytes."""
    (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise ValueError(" ".join(str(said).split()))


def _read_collection(
    connection: sqlite3.Connection, budget: MemoryBudget
) -> tuple[dict[int, AnkiNoteType], dict[int, str]]:
    """The note types, and the names of the decks, both by their ids."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'notetypes'").fetchone():
        models = _read_newer_models(connection, budget)
        rows = budget.count(connection.execute("SELECT id, name FROM decks"), _ROW_BYTES)
        names = {int(number): str(name).replace(_DECK_SEPARATOR, "::") for number, name in rows}
    else:
        said, decks = connection.execute("SELECT models, decks FROM col").fetchone()
        budget.spend(_JSON_BYTES * (len(said) + len(decks)))
        names = {int(number): str(deck["name"]) for number, deck in read_json(decks).items()}
        models = list(read_json(said).values())
    return {each.id: each for each in map(_make_type, models)}, names


def _read_newer_models(
    connection: sqlite3.Connection, budget: MemoryBudget
) -> list[dict[str, Any]]:
    """Note types in the schema that Anki itself exports today, as the older one has them in JSON.

    They stand in tables of their own, their options as protocol buffers. Of those only this
    matters: whether a note type is a cloze, and the HTML of its templates.
    """
    fields, templates = (
        _read_newer_parts(connection, table, budget) for table in ("fields", "templates")
    )
    rows = connection.execute("SELECT id, name, config FROM notetypes")
    return [
        {
            "id": number,
            "name": name,
            "type": int(find_number(config, _KIND_NUMBER) == _CLOZE_KIND),
            "flds": [{"name": part} for part, _ in fields[number]],
            "tmpls": [
                {
                    "qfmt": find_text(options, _FRONT_NUMBER),
                    "afmt": find_text(options, _BACK_NUMBER),
                }
                for _, options in templates[number]
            ],
        }
        for number, name, config in budget.count(rows, _ROW_BYTES)
    ]


def _read_newer_parts(
    connection: sqlite3.Connection, table: str, budget: MemoryBudget
) -> Mapping[int, list[tuple[str, bytes]]]:
    """Name and options of fields or templates by their note type, in order."""
    parts = defaultdict(list)
    rows = connection.execute(f"SELECT ntid, name, config, ord FROM {table}")
    for note_type, name, options, _ in sorted(budget.count(rows, _ROW_BYTES), key=itemgetter(3)):
        parts[note_type].append((name, options))
    return parts


def _read_notes(
    connection: sqlite3.Connection, decks: Mapping[int, str], budget: MemoryBudget
) -> Iterator[AnkiNote]:
    where: dict[int, dict[int, str]] = {}
    for note_id, ordinal, deck in budget.count(connection.execute(_CARDS), _CARD_BYTES):
        where.setdefault(note_id, {})[int(ordinal)] = decks.get(deck, "")
    rows = connection.execute("SELECT id, guid, mid, mod, flds, tags FROM notes")
    for note_id, guid, type_id, mod, fields, tags in budget.count(rows, _NOTE_BYTES):
        budget.spend(_PART_BYTES * (str(fields).count("\x1f") + str(tags).count(" ")))
        yield AnkiNote(
            str(guid),
            int(type_id),
            int(mod),
            tuple(str(fields).split("\x1f")),
            tuple(str(tags).split()),
            where.get(note_id, {}),
        )


def _make_type(model: Mapping[str, Any]) -> AnkiNoteType:
    """The note type that the JSON of the older schema says."""
    return AnkiNoteType(
        id=int(model["id"]),
        name=str(model["name"]),
        is_cloze=model.get("type", 0) == 1,
        field_names=tuple(str(each["name"]) for each in model["flds"]),
        sides=tuple(
            (str(each.get("qfmt", "")), str(each.get("afmt", ""))) for each in model["tmpls"]
        ),
    )
