"""Reading a package that ptquiz, genanki or Anki wrote, within limits.

A package comes from anywhere. Its database is unpacked into a file of its own, opened for
reading only and, before anything is asked of it, proved to be valid: only plain tables, no
page used twice, no row too large. From then on its size is the limit of all that it can say.
What Anki itself exports today is compressed, with lists and settings as protocol buffers.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZipFile

from flashcards.errors import FlashcardsError, explain_system_error
from flashcards.fileio import limit_pieces, open_zip, read_json, read_pieces, zip_faults

COLLECTION = "collection.anki2"
_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", COLLECTION)
"""Newest first: beside a newer one, an older one only says that Anki is too old."""
_LISTING = "media"
"""The member that says which file is which."""
_MAX_LISTING_BYTES = 8_000_000
_MAX_LISTED = 100_000
_PIECE_BYTES = 1 << 18
_MAX_FIELDS = 200
"""Of a protocol buffer; none of Anki's settings has a tenth of it."""
_SCHEMA_STEPS = 20
"""Thousands of instructions to read which tables there are: enough for a thousand."""
_TABLES = ("col", "notes", "cards")
_SETTINGS = (
    "PRAGMA trusted_schema=off; PRAGMA cell_size_check=on; PRAGMA ignore_check_constraints=on;"
)
_GENERATED = "SELECT 1 FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE hidden != 0"
"""Columns that are programs."""
_CARDS = "SELECT nid, ord, CASE WHEN odid THEN odid ELSE did END FROM cards"
"""A card in a filtered deck belongs to the deck that it will return to."""
_ROW_BYTES, _PART_BYTES, _JSON_BYTES = 1000, 60, 25
"""What a row, a field of a note and a character of JSON take in memory besides their texts."""
_CLOZE = 1
_KIND_NUMBER, _FRONT_NUMBER, _BACK_NUMBER = 1, 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DAMAGE = (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True)
class PackageLimits:
    """What reading a package from anywhere may cost; 20,000 notes need a tenth of it."""

    database: int = 512_000_000
    """Bytes of its database, which is unpacked into a file."""
    row: int = 8_000_000
    """Bytes of a row."""
    steps: int = 100_000
    """Thousands of SQLite's instructions."""
    memory: int = 200_000_000
    """Bytes that all it says takes in memory, about."""


LIMITS = PackageLimits()


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


class _MemoryBudget:
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

    def count(self, rows: Iterable[Sequence[Any]]) -> Iterator[Any]:
        """Yield the rows, and take what they need."""
        for row in rows:
            self.spend(_ROW_BYTES + sum(map(sys.getsizeof, row)))
            yield row


def load_package(path: Path, limits: PackageLimits = LIMITS) -> AnkiPackage:
    """Return the package in a file. Raises FlashcardsError if it is none, or not to be trusted."""
    with unpack_database(path, limits.database) as database:
        budget = _MemoryBudget(limits.memory, str(path))
        with open_unpacked(database, str(path), limits=limits) as connection:
            is_newer = "SELECT 1 FROM sqlite_master WHERE name = 'notetypes'"
            read = _read_newer if connection.execute(is_newer).fetchone() else _read_older
            types, decks = read(connection, budget)
            notes = {note.guid: note for note in _read_notes(connection, decks, budget)}
            if strays := [note for note in notes.values() if note.type_id not in types]:
                raise ValueError(f"note '{strays[0].guid}' has no note type")
            return AnkiPackage(notes, types)


class PackageMedia:
    """The pictures and sounds of a package by name; each is unpacked when it is asked for.

    From then on the package stays open, until `files` are closed.
    """

    def __init__(self, path: Path, files: ExitStack) -> None:
        self._path = path
        self._files = files

    @cached_property
    def _archive(self) -> ZipFile:
        return self._files.enter_context(open_zip(self._path))

    def load(self, name: str, limit: int) -> bytes:
        """Return the bytes of a file. Raises FlashcardsError, also for more than `limit`."""
        member = self._members.get(name)
        if member is None or member not in self._archive.NameToInfo:
            raise FlashcardsError("is not in the package")
        return self._read(member, limit)

    def _read(self, member: str, limit: int) -> bytes:
        # Anki compresses every file if it compressed the collection.
        is_compressed = _COMPRESSED in self._archive.NameToInfo
        return b"".join(_unpack(self._archive, member, limit, self._path, is_compressed))

    @cached_property
    def _members(self) -> dict[str, str]:
        """The name of each file to its name in the archive."""
        if _LISTING not in self._archive.NameToInfo:
            return {}
        listing = self._read(_LISTING, _MAX_LISTING_BYTES)
        with zip_faults(self._path):
            if _COMPRESSED in self._archive.NameToInfo:
                listed = (value for key, value in _read_message(listing, _MAX_LISTED) if key == 1)
                files = (dict(_read_message(entry)) for entry in listed if isinstance(entry, bytes))
                return {_get_text(file, 1): str(number) for number, file in enumerate(files)}
            named = read_json(listing)
            if not isinstance(named, dict):
                raise ValueError("the list of files is none")
            return {str(name): str(number) for number, name in named.items()}


@contextmanager
def unpack_database(path: Path, limit: int = LIMITS.database) -> Iterator[Path]:
    """Unpack the database into a file that is removed afterwards, and yield its path.

    Raises FlashcardsError if it is no package, damaged, encrypted or too large.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        database = Path(folder, COLLECTION)
        with open_zip(path) as archive:
            name = next((name for name in _COLLECTIONS if name in archive.NameToInfo), None)
            if name is None:
                raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
            try:
                with database.open("xb") as file:
                    file.writelines(_unpack(archive, name, limit, path, name == _COMPRESSED))
            except OSError as error:
                reason = explain_system_error(error)
                raise FlashcardsError(f"{path} cannot be unpacked: {reason}") from error
        yield database


def _unpack(
    archive: ZipFile, member: str, limit: int, path: Path, is_compressed: bool
) -> Iterator[bytes]:
    pieces = read_pieces(archive, member, limit, path)
    return limit_pieces(_decompress(pieces, path) if is_compressed else pieces, limit, path)


def _decompress(pieces: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """Yield what Anki compressed with Zstandard, which allows it no window of more than 128 MB."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    decoder = zstd.ZstdDecompressor()
    try:
        for piece in pieces:
            yield decoder.decompress(piece, _PIECE_BYTES)
            while not decoder.needs_input and not decoder.eof:
                yield decoder.decompress(b"", _PIECE_BYTES)
            if decoder.eof:
                return
    except zstd.ZstdError as error:
        raise FlashcardsError(f"{path} is damaged: {error}") from error
    raise FlashcardsError(f"{path} is damaged: it ends too early")


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


def _read_older(connection: sqlite3.Connection, budget: _MemoryBudget) -> _TypesAndDecks:
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


def _read_newer(connection: sqlite3.Connection, budget: _MemoryBudget) -> _TypesAndDecks:
    """Return the same from the schema that Anki itself exports today.

    Note types stand in tables of their own, their options as protocol buffers.
    """
    names, sides = defaultdict(list), defaultdict(list)
    fields = connection.execute("SELECT ntid, name FROM fields ORDER BY ord")
    for type_id, name in budget.count(fields):
        names[type_id].append(name)
    templates = connection.execute("SELECT ntid, config FROM templates ORDER BY ord")
    for type_id, config in budget.count(templates):
        card = dict(_read_message(config))
        sides[type_id].append((_get_text(card, _FRONT_NUMBER), _get_text(card, _BACK_NUMBER)))
    types = {}
    for type_id, name, config in budget.count(
        connection.execute("SELECT id, name, config FROM notetypes")
    ):
        is_cloze = dict(_read_message(config)).get(_KIND_NUMBER) == _CLOZE
        types[type_id] = AnkiNoteType(
            type_id, name, is_cloze, tuple(names[type_id]), tuple(sides[type_id])
        )
    decks = budget.count(connection.execute("SELECT id, name FROM decks"))
    return types, {int(number): str(name).replace("\x1f", "::") for number, name in decks}


def _read_notes(
    connection: sqlite3.Connection, decks: Mapping[int, str], budget: _MemoryBudget
) -> Iterator[AnkiNote]:
    where: dict[int, dict[int, str]] = {}
    for note_id, ordinal, deck in budget.count(connection.execute(_CARDS)):
        where.setdefault(note_id, {})[int(ordinal)] = decks.get(deck, "")
    rows = connection.execute("SELECT id, guid, mid, mod, flds, tags FROM notes")
    for note_id, guid, type_id, mod, fields, tags in budget.count(rows):
        budget.spend(_PART_BYTES * (str(fields).count("\x1f") + str(tags).count(" ")))
        yield AnkiNote(
            str(guid),
            int(type_id),
            int(mod),
            tuple(str(fields).split("\x1f")),
            tuple(str(tags).split()),
            where.get(note_id, {}),
        )


def _read_message(message: bytes, limit: int = _MAX_FIELDS) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and value of each field of a protocol buffer, up to `limit` of them.

    Fixed-size numbers are left out. Raises ValueError.
    """
    at = 0
    while at < len(message) and limit > 0:
        limit -= 1
        key, at = _read_varint(message, at)
        match key & 7:
            case 0:
                value, at = _read_varint(message, at)
                yield key >> 3, value
            case 2:
                length, at = _read_varint(message, at)
                if at + length > len(message):
                    raise ValueError("a message of Anki ends too early")
                yield key >> 3, message[at : at + length]
                at += length
            case 1 | 5 as size:
                at += 8 if size == 1 else 4
            case _:
                raise ValueError("a message of Anki has an unknown type")


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    """Return a number of up to 64 bits, seven in each byte, and where it ends."""
    value = 0
    for place, byte in enumerate(message[at : at + 10]):
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise ValueError("a message of Anki has an endless number")


def _get_text(message: Mapping[int, int | bytes], number: int) -> str:
    """Return the field of a protocol buffer that is a text; empty if it does not have it."""
    value = message.get(number)
    return value.decode() if isinstance(value, bytes) else ""
