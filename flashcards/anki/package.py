"""The contents of a package to the bytes of an `.apkg`.

genanki's classes are used for what they know (the tables, the JSON of decks and
note types); what they do one by one is done at once here: notes and cards are
inserted in bulk, decks and note types written once, indexes made last. Times
come from the caller, so the same notes give the same bytes.
"""

from __future__ import annotations

import io
import itertools
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flashcards.anki.browser import FOLDED_FIELDS, HELPER_FIELDS, find_browser_format
from flashcards.anki.database_bytes import PAGE_SIZE, make_canonical
from flashcards.anki.genanki_import import without_asyncio
from flashcards.anki.guid import derive_id
from flashcards.anki.new_card_order import order_new_cards
from flashcards.anki.note_types import NoteType
from flashcards.anki.templates import Template
from flashcards.errors import FlashcardsError
from flashcards.model import Kind
from flashcards.words.message import Message

with without_asyncio():
    import genanki
    from genanki.apkg_col import APKG_COL
    from genanki.apkg_schema import APKG_SCHEMA

_OLDEST_ZIP_TIME = 315_532_800  # 1980-01-01, the first day that a zip can name
_LEVEL = 4
"""Of compression: a sixth smaller than level 1, at a cost that the build hardly shows."""
_DECK_TIME = 1_425_278_051


class PackedNote(NamedTuple):
    """A note as Anki will keep it."""

    guid: str
    kind: Kind
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    ordinals: tuple[int, ...]
    deck: str
    mod: int


@dataclass(frozen=True)
class PackageContents:
    """All that goes into one package."""

    notes: Sequence[PackedNote]
    types: Mapping[Kind, NoteType]
    type_times: Mapping[Kind, int]
    decks: Mapping[str, str]
    """Full name to description, parents too, in the order in which they are studied."""
    media: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def latest(self) -> int:
        """The time of the newest part: the package's own time."""
        return max([*(note.mod for note in self.notes), *self.type_times.values()], default=0)

    @property
    def cards(self) -> int:
        """How many cards the notes make."""
        return sum(len(note.ordinals) for note in self.notes)


def _field_options(name: str, number: int) -> dict[str, Any]:
    return {
        "name": name, "id": number, "font": "Arial",
        "collapsed": name in FOLDED_FIELDS, "excludeFromSearch": name in HELPER_FIELDS,
    }  # fmt: skip


def _template_options(note_type: NoteType, place: int, template: Template) -> dict[str, Any]:
    columns = find_browser_format(note_type.kind, place)
    return {
        "name": template.name, "id": note_type.template_id(place),
        "qfmt": template.front, "afmt": template.back,
        "bqfmt": columns.question, "bafmt": columns.answer,
    }  # fmt: skip


class StampedModel(genanki.Model):  # type: ignore[misc]
    """A note type with fixed ids and a time of its own."""

    def __init__(self, note_type: NoteType, mod: int) -> None:
        super().__init__(
            note_type.id,
            note_type.name,
            fields=[
                _field_options(name, note_type.field_id(place))
                for place, name in enumerate(note_type.fields)
            ],
            templates=[
                _template_options(note_type, place, template)
                for place, template in enumerate(note_type.templates)
            ],
            css=note_type.css,
            model_type=self.CLOZE if note_type.is_cloze else self.FRONT_BACK,
            sort_field_index=note_type.sort_field,
        )
        self.mod = mod
        self._needs = [note_type.fields.index(each.needs) for each in note_type.templates]

    @property
    def _req(self) -> list[Any]:
        """The field without which a card is empty: known here, guessed by genanki."""
        return [[ordinal, "all", [needed]] for ordinal, needed in enumerate(self._needs)]

    def to_json(self, timestamp: float, deck_id: int) -> dict[str, Any]:
        made: dict[str, Any] = super().to_json(self.mod, deck_id)
        return made


class StampedPackage(genanki.Package):  # type: ignore[misc]
    """A package whose notes and note types carry their own times."""

    def __init__(self, contents: PackageContents) -> None:
        self.contents = contents
        names = sorted(contents.decks)
        self.deck_ids = {name: derive_id("deck", name) for name in names}
        super().__init__(
            [genanki.Deck(self.deck_ids[name], name, contents.decks[name]) for name in names]
        )

    def write_to_db(self, cursor: sqlite3.Cursor, timestamp: float, id_gen: Iterator[int]) -> None:
        tables, indexes = _schema()
        cursor.executescript(tables)
        cursor.executescript(APKG_COL)
        cursor.execute("BEGIN")
        self._write_collection(cursor, timestamp)
        rows = list(zip(self.contents.notes, id_gen, strict=False))
        cursor.executemany("INSERT INTO notes VALUES(?,?,?,?,-1,?,?,?,0,0,'')", self._notes(rows))
        cursor.executemany(
            "INSERT INTO cards VALUES(?,?,?,?,?,-1,0,0,?,0,0,0,0,0,0,0,0,'')",
            self._cards(rows, id_gen),
        )
        cursor.executescript(indexes)

    def _write_collection(self, cursor: sqlite3.Cursor, timestamp: float) -> None:
        (kept,) = cursor.execute("SELECT decks FROM col").fetchone()
        decks = json.loads(kept)
        for deck in self.decks:
            decks[str(deck.deck_id)] = {**deck.to_json(), "mod": _DECK_TIME}
        used = sorted({note.kind for note in self.contents.notes})
        models = {}
        for kind in used:
            model = StampedModel(self.contents.types[kind], self.contents.type_times[kind])
            models[str(model.model_id)] = model.to_json(timestamp, 1)
        cursor.execute("UPDATE col SET decks=?, models=?", (json.dumps(decks), json.dumps(models)))

    def _notes(self, rows: Sequence[tuple[PackedNote, int]]) -> Iterator[tuple[object, ...]]:
        places = {kind: (each.id, each.sort_field) for kind, each in self.contents.types.items()}
        for note, note_id in rows:
            type_id, sort_field = places[note.kind]
            yield (
                note_id, note.guid, type_id, note.mod, f" {' '.join(note.tags)} ",
                "\x1f".join(note.fields), note.fields[sort_field],
            )  # fmt: skip

    def _cards(
        self, rows: Sequence[tuple[PackedNote, int]], ids: Iterator[int]
    ) -> Iterator[tuple[int, ...]]:
        notes = [(note.deck, note.ordinals) for note, _ in rows]
        order = order_new_cards(notes, self.contents.decks)
        for position, (place, ordinal) in enumerate(order, 1):
            note, note_id = rows[place]
            yield next(ids), note_id, self.deck_ids[note.deck], ordinal, note.mod, position


def pack_package(contents: PackageContents) -> bytes:
    """The package as bytes: the same contents give the same bytes."""
    latest = contents.latest
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        _add_file(archive, "collection.anki2", pack_database(contents), latest)
        names = sorted(contents.media)
        listing = json.dumps({str(place): name for place, name in enumerate(names)})
        _add_file(archive, "media", listing.encode(), latest)
        for place, name in enumerate(names):
            _add_file(archive, str(place), contents.media[name], latest)
    return output.getvalue()


def _check(contents: PackageContents) -> None:
    """Raise `FlashcardsError` for contents that Anki would import without a word and break."""
    if not contents.notes:
        raise FlashcardsError(Message("build-empty"))
    guids = {note.guid for note in contents.notes}
    if len(guids) != len(contents.notes):
        raise FlashcardsError(Message("note-twice"))
    for note in contents.notes:
        if not note.ordinals or note.mod <= 0:
            raise FlashcardsError(Message("note-incomplete", note=note.fields[0]))
        if len(note.fields) != len(contents.types[note.kind].fields):
            raise FlashcardsError(Message("note-unfit", note=note.fields[0]))


def pack_database(contents: PackageContents) -> bytes:
    """The bytes of the SQLite database inside a package."""
    _check(contents)
    latest = contents.latest
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size={PAGE_SIZE}")
        connection.execute("PRAGMA secure_delete=on")  # no stale bytes: they would differ
        ids = itertools.count(latest * 1000)
        StampedPackage(contents).write_to_db(connection.cursor(), latest, ids)
        return make_canonical(connection.serialize())
    finally:
        connection.close()


def _schema() -> tuple[str, str]:
    """genanki's schema in two: the tables, and the indexes that are made at the end."""
    tables, first_index, rest = APKG_SCHEMA.partition("CREATE INDEX")
    return tables, first_index + rest


def _add_file(archive: zipfile.ZipFile, name: str, data: bytes, time: int) -> None:
    moment = datetime.fromtimestamp(max(time, _OLDEST_ZIP_TIME), UTC)
    entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3
    archive.writestr(entry, data, compresslevel=_LEVEL)
