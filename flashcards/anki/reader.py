"""Reading a package that ptquiz, genanki or Anki wrote, within limits.

A package comes from anywhere. Its database is unpacked into a file of its own, opened for
reading only and, before anything is asked of it, proved to be valid: only plain tables, no
page used twice, no row too large. From then on its size is the limit of all that it can say.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from flashcards.anki.archive import (
    LIMITS,
    PackageLimits,
    get_text,
    read_message,
    unpack_database,
)
from flashcards.errors import FlashcardsError, explain_system_error
from flashcards.fileio import read_json

_SCHEMA_STEPS = 20
"""Thousands of instructions to read which tables there are: enough for a thousand."""
_TABLES = ("col", "notes", "cards")
_CARDS = "SELECT nid, ord, CASE WHEN odid THEN odid ELSE did END FROM cards"
"""A card in a filtered deck belongs to the deck that it will return to."""
_SETTINGS = (
    "PRAGMA trusted_schema=off; PRAGMA cell_size_check=on; PRAGMA ignore_check_constraints=on;"
)
_GENERATED = "SELECT 1 FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE hidden != 0"
"""Columns that are programs."""
_NOTE_BYTES, _CARD_BYTES, _PART_BYTES, _JSON_BYTES = 1000, 300, 60, 25
"""What a note, a card, a field and a letter of JSON take in memory besides their texts."""
_ROW_BYTES = 3000
"""What a row of the newer schema takes in memory besides its texts, and in time."""
_CLOZE = 1
_KIND_NUMBER, _FRONT_NUMBER, _BACK_NUMBER = 1, 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DAMAGE = (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError)


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


_TypesAndDecks: TypeAlias = tuple[dict[int, AnkiNoteType], dict[int, str]]


class MemoryBudget:
    """What is left of the memory that a package may take."""

    def __init__(self, size: int, name: str) -> None:
        self._left = size
        self._name = name

    def spend(self, size: int) -> None:
        """Take some memory. Raises FlashcardsError if that was too much."""
        self._left -= size
        if self._left < 0:
            raise FlashcardsError(
                f"{self._name} has more in it than is read at once; export fewer decks from Anki"
            )

    def count(self, rows: Iterable[Sequence[Any]], size: int) -> Iterator[Any]:
        """Yield the rows; each takes its values, and `size` besides."""
        for row in rows:
            self.spend(size + sum(map(sys.getsizeof, row)))
            yield row


def load_package(path: Path, limits: PackageLimits = LIMITS) -> AnkiPackage:
    """Return the package in a file. Raises FlashcardsError if it is none, or not to be trusted."""
    with unpack_database(path, limits.database) as database:
        budget = MemoryBudget(limits.memory, str(path))
        with open_unpacked(database, str(path), limits=limits) as connection:
            is_newer = "SELECT 1 FROM sqlite_master WHERE name = 'notetypes'"
            read = _read_newer if connection.execute(is_newer).fetchone() else _read_older
            types, decks = read(connection, budget)
            notes = {note.guid: note for note in _read_notes(connection, decks, budget)}
            if strays := [note for note in notes.values() if note.type_id not in types]:
                raise ValueError(f"note '{strays[0].guid}' has no note type")
            return AnkiPackage(notes, types)


@contextmanager
def open_unpacked(
    database: Path, name: str, tables: Sequence[str] = (), limits: PackageLimits = LIMITS
) -> Iterator[sqlite3.Connection]:
    """Yield a connection that only reads the unpacked database of a collection, within limits.

    It must have the `tables`, too. Raises FlashcardsError, also for what reading it raises.
    """
    address = f"{database.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            # As SQLite's own page on files from strangers recommends.
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.row)
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.executescript(_SETTINGS)
            connection.create_collation("unicase", _compare_without_case)
            _limit_steps(connection, _SCHEMA_STEPS)
            _check_tables(connection, name, tables)
            _limit_steps(connection, limits.steps)
            # Each page has one place: a few that stand for each other could say gigabytes.
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise ValueError(" ".join(str(verdict).split()))
            yield connection
    except sqlite3.DataError as error:
        message = f"{name} has a row of more than {limits.row // 1_000_000} MB"
        raise FlashcardsError(message) from error
    except _DAMAGE as error:
        message = f"{name} is damaged: {explain_system_error(error)}"
        if isinstance(error, sqlite3.OperationalError) and str(error) == "interrupted":
            message = f"{name} takes too long to read; export fewer decks from Anki"
        raise FlashcardsError(message) from error
    except MemoryError as error:
        raise FlashcardsError(f"{name} is too large to be a package") from error


def _compare_without_case(one: str, two: str) -> int:
    """Compare names as Anki does."""
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)


def _limit_steps(connection: sqlite3.Connection, thousands: int) -> None:
    steps = iter(range(thousands))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)


def _check_tables(connection: sqlite3.Connection, name: str, tables: Sequence[str]) -> None:
    """Allow plain tables only: a view, a trigger or a computed column could do anything."""
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master WHERE type != 'index'"))
    sources = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
    strange = [kind for kind in kinds.values() if kind != "table"]
    virtual = [sql for (sql,) in sources if sql and "virtual" in sql[:40].casefold()]
    missing = [table for table in (*_TABLES, *tables) if kinds.get(table) != "table"]
    if strange or virtual or missing or connection.execute(_GENERATED).fetchone():
        raise FlashcardsError(f"{name} was not written by ptquiz, genanki or Anki")


def _read_older(connection: sqlite3.Connection, budget: MemoryBudget) -> _TypesAndDecks:
    """Return note types and names of decks by id, from the JSON of the older schema."""
    models, decks = connection.execute("SELECT models, decks FROM col").fetchone()
    budget.spend(_JSON_BYTES * (len(models) + len(decks)))
    types = {}
    for model in read_json(models).values():
        sides = ((str(card.get("qfmt", "")), str(card.get("afmt", ""))) for card in model["tmpls"])
        types[int(model["id"])] = AnkiNoteType(
            id=int(model["id"]),
            name=str(model["name"]),
            is_cloze=model.get("type", 0) == _CLOZE,
            field_names=tuple(str(field["name"]) for field in model["flds"]),
            sides=tuple(sides),
        )
    return types, {int(number): str(deck["name"]) for number, deck in read_json(decks).items()}


def _read_newer(connection: sqlite3.Connection, budget: MemoryBudget) -> _TypesAndDecks:
    """Return the same from the schema that Anki itself exports today.

    Note types stand in tables of their own, their options as protocol buffers.
    """
    names, sides = defaultdict(list), defaultdict(list)
    fields = connection.execute("SELECT ntid, name FROM fields ORDER BY ord")
    for type_id, name in budget.count(fields, _ROW_BYTES):
        names[type_id].append(name)
    templates = connection.execute("SELECT ntid, config FROM templates ORDER BY ord")
    for type_id, config in budget.count(templates, _ROW_BYTES):
        card = dict(read_message(config))
        sides[type_id].append((get_text(card, _FRONT_NUMBER), get_text(card, _BACK_NUMBER)))
    types = {}
    rows = connection.execute("SELECT id, name, config FROM notetypes")
    for type_id, name, config in budget.count(rows, _ROW_BYTES):
        is_cloze = dict(read_message(config)).get(_KIND_NUMBER) == _CLOZE
        types[type_id] = AnkiNoteType(
            type_id, name, is_cloze, tuple(names[type_id]), tuple(sides[type_id])
        )
    decks = budget.count(connection.execute("SELECT id, name FROM decks"), _ROW_BYTES)
    return types, {int(number): str(name).replace("\x1f", "::") for number, name in decks}


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
