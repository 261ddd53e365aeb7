"""Reading a package that ptquiz, genanki or Anki wrote, within limits.

A package comes from anywhere. Its database is unpacked into a file of its own, opened for
reading only and, before anything is asked of it, proved to be valid: only plain tables, and
no page used twice. From then on its size is the limit of all that it can say.
What Anki itself exports today is compressed, with lists and settings as protocol buffers.
"""

import io
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile

from flashcards.errors import FlashcardsError
from flashcards.fileio import open_zip, read_json, unpack_member, zip_faults

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COLLECTION = "collection.anki2"
_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", COLLECTION)
"""Newest first: beside a newer one, an older one only says that Anki is too old."""
MEDIA_LIST = "media"
"""The member that says which file is which."""
MAX_DATABASE = 512_000_000
"""Bytes of a database, which is unpacked into a file."""
MAX_NOTES = 100_000_000
"""Bytes of a database whose notes are all loaded into memory."""
_MAX_LISTING_BYTES = 8_000_000
_SETTINGS = (
    "PRAGMA trusted_schema=off; PRAGMA cell_size_check=on; PRAGMA ignore_check_constraints=on;"
)
_ACTING = """
SELECT 1 FROM sqlite_master
WHERE type NOT IN ('table', 'index') OR sql LIKE 'create virtual%'
UNION ALL SELECT 1 FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE hidden != 0
"""
"""Views, triggers, virtual tables and computed columns are programs, which could do anything."""
_CARDS = "SELECT nid, ord, CASE WHEN odid THEN odid ELSE did END FROM cards"
"""A card in a filtered deck belongs to the deck that it will return to."""
_CLOZE = 1
_KIND_NUMBER, _FRONT_NUMBER, _BACK_NUMBER = 1, 1, 2
"""Numbers of fields in Anki's notetypes.proto."""
_DAMAGE = (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True)
class AnkiNoteType:
    """A note type with what decides how its notes are asked."""

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


def load_package(path: Path) -> AnkiPackage:
    """Return the package in a file. Raises FlashcardsError if it is none, or not to be trusted."""
    with open_collection(path, MAX_NOTES) as connection:
        is_newer = "SELECT 1 FROM sqlite_master WHERE name = 'notetypes'"
        read = _read_newer if connection.execute(is_newer).fetchone() else _read_older
        types, decks = read(connection)
        notes = {note.guid: note for note in _read_notes(connection, decks)}
        if strays := [note for note in notes.values() if note.type_id not in types]:
            raise ValueError(f"note '{strays[0].guid}' has no note type")
        return AnkiPackage(notes, types)


class PackageMedia:
    """The pictures and sounds of a package by name; each is unpacked when it is asked for.

    The package stays open until `files` are closed.
    """

    def __init__(self, path: Path, files: ExitStack) -> None:
        self._path, self._archive = path, files.enter_context(open_zip(path))

    def load(self, name: str, limit: int) -> bytes:
        """Return the bytes of a file. Raises FlashcardsError, also for more than `limit`."""
        member = self._members.get(name)
        if member is None or member not in self._archive.NameToInfo:
            raise FlashcardsError("is not in the package")
        return _unpack(self._archive, member, limit, self._path)

    @cached_property
    def _members(self) -> dict[str, str]:
        """The name of each file to its name in the archive."""
        if MEDIA_LIST not in self._archive.NameToInfo:
            return {}
        listing = _unpack(self._archive, MEDIA_LIST, _MAX_LISTING_BYTES, self._path)
        with zip_faults(self._path):
            if _COMPRESSED in self._archive.NameToInfo:
                entries = (entry for key, entry in _read_message(listing) if key == 1)
                return {
                    _get_text(dict(_read_message(entry)), 1): str(number)
                    for number, entry in enumerate(entries)
                    if isinstance(entry, bytes)
                }
            named = read_json(listing)
            if not isinstance(named, dict):
                raise ValueError("the list of files is none")
            return {str(name): str(number) for number, name in named.items()}


def _unpack(archive: ZipFile, member: str, limit: int, path: Path) -> bytes:
    """Return a file of a package, of at most `limit` bytes.

    Anki compresses every file with Zstandard if it compresses the collection.
    """
    data = unpack_member(archive, member, limit, path)
    if _COMPRESSED in archive.NameToInfo:
        try:
            data = zstd.ZstdFile(io.BytesIO(data)).read(limit + 1)
        except (zstd.ZstdError, EOFError) as error:
            raise FlashcardsError(f"{path} is damaged: {error}") from error
    if len(data) > limit:
        raise FlashcardsError(f"{path} unpacks to more than is read at once")
    return data


@contextmanager
def open_collection(path: Path, limit: int = MAX_DATABASE) -> Iterator[sqlite3.Connection]:
    """Yield a connection that only reads the collection in a package, of at most `limit` bytes.

    Raises FlashcardsError if it is none, damaged, encrypted or too large, also for what reading it
    raises.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        database = Path(folder, COLLECTION)
        with open_zip(path) as archive:
            name = next((name for name in _COLLECTIONS if name in archive.NameToInfo), None)
            if name is None:
                raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
            database.write_bytes(_unpack(archive, name, limit, path))
        address = f"{database.as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as connection:
                _check_database(connection, path)
                yield connection
        except _DAMAGE as error:
            raise FlashcardsError(f"{path} is damaged: {error}") from error


def _check_database(connection: sqlite3.Connection, path: Path) -> None:
    """Set what SQLite's own page on files from strangers recommends, and check its pages."""
    connection.executescript(_SETTINGS)
    connection.create_collation("unicase", _compare_without_case)
    if connection.execute(_ACTING).fetchone():
        raise FlashcardsError(f"{path} was not written by ptquiz, genanki or Anki")
    # Each page has one place: a few that stand for each other could say gigabytes.
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise ValueError(" ".join(str(verdict).split()))


def _compare_without_case(one: str, two: str) -> int:
    """Compare names as Anki does."""
    first, second = one.casefold(), two.casefold()
    return (first > second) - (first < second)


def _read_older(connection: sqlite3.Connection) -> _TypesAndDecks:
    """Return note types and names of decks by id, from the JSON of the older schema."""
    models, decks = connection.execute("SELECT models, decks FROM col").fetchone()
    types = {}
    for model in read_json(models).values():
        names = tuple(str(field["name"]) for field in model["flds"])
        sides = tuple(
            (str(card.get("qfmt", "")), str(card.get("afmt", ""))) for card in model["tmpls"]
        )
        number, is_cloze = int(model["id"]), model.get("type", 0) == _CLOZE
        types[number] = AnkiNoteType(str(model["name"]), is_cloze, names, sides)
    return types, {int(number): str(deck["name"]) for number, deck in read_json(decks).items()}


def _read_newer(connection: sqlite3.Connection) -> _TypesAndDecks:
    """Return the same from the schema that Anki itself exports today.

    Note types stand in tables of their own, their options as protocol buffers.
    """
    names, sides = defaultdict(list), defaultdict(list)
    for type_id, name in connection.execute("SELECT ntid, name FROM fields ORDER BY ord"):
        names[type_id].append(name)
    for type_id, config in connection.execute("SELECT ntid, config FROM templates ORDER BY ord"):
        card = dict(_read_message(config))
        sides[type_id].append((_get_text(card, _FRONT_NUMBER), _get_text(card, _BACK_NUMBER)))
    types = {}
    for type_id, name, config in connection.execute("SELECT id, name, config FROM notetypes"):
        is_cloze = dict(_read_message(config)).get(_KIND_NUMBER) == _CLOZE
        fields = tuple(names[type_id])
        types[type_id] = AnkiNoteType(name, is_cloze, fields, tuple(sides[type_id]))
    decks = connection.execute("SELECT id, name FROM decks")
    return types, {int(number): str(name).replace("\x1f", "::") for number, name in decks}


def _read_notes(connection: sqlite3.Connection, decks: Mapping[int, str]) -> Iterator[AnkiNote]:
    homes: dict[int, dict[int, str]] = defaultdict(dict)
    for note_id, ordinal, deck in connection.execute(_CARDS):
        homes[note_id][int(ordinal)] = decks.get(deck, "")
    rows = connection.execute("SELECT id, guid, mid, mod, flds, tags FROM notes")
    for note_id, guid, type_id, mod, fields, tags in rows:
        yield AnkiNote(
            str(guid),
            int(type_id),
            int(mod),
            tuple(str(fields).split("\x1f")),
            tuple(str(tags).split()),
            homes[note_id],
        )


def _read_message(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and value of each field of a protocol buffer. Raises ValueError.

    Those that are read here have numbers and texts.
    """
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        value, at = _read_varint(message, at)
        if key & 7 == 0:
            yield key >> 3, value
        elif key & 7 == 2 and at + value <= len(message):
            yield key >> 3, message[at : at + value]
            at += value
        else:
            raise ValueError("a message of Anki has an unknown type, or ends too early")


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
