"""The contents of a package to the bytes of an `.apkg`.

genanki's classes are used for what they know (the tables, the JSON of decks and
note types); what they do one by one is done at once here: notes and cards are
inserted in bulk, decks and note types written once, indexes made last. Times
come from the caller, so the same notes give the same bytes, with one version of SQLite.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import genanki
from genanki.apkg_col import APKG_COL
from genanki.apkg_schema import APKG_SCHEMA

from flashcards.anki.guid import derive_id
from flashcards.anki.note_types import FOLDED_FIELDS, HELPER_FIELDS, NoteType
from flashcards.errors import FlashcardsError
from flashcards.fileio import pack_zip
from flashcards.model import Kind
from flashcards.words.message import Message

_DECK_TIME = 1_425_278_051
_ANY_DECK = 1
"""The deck that a note type was last used with: Anki's own."""


class PackedNote(NamedTuple):
    """A note as Anki will keep it."""

    guid: str
    kind: Kind
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    ordinals: tuple[int, ...]
    deck: str
    mod: int

    @property
    def text(self) -> str:
        """All fields in one text, as Anki's table has them."""
        return "\x1f".join(self.fields)


@dataclass(frozen=True)
class PackageContents:
    """All that goes into one package."""

    notes: Sequence[PackedNote]
    """In teaching order."""
    types: Mapping[Kind, NoteType]
    """Of the kinds that the notes have."""
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


def pack_package(contents: PackageContents) -> bytes:
    """The package as bytes: the same contents give the same bytes."""
    names = sorted(contents.media)
    listing = json.dumps({str(place): name for place, name in enumerate(names)})
    members = {
        "collection.anki2": pack_database(contents),
        "media": listing.encode(),
        **{str(place): contents.media[name] for place, name in enumerate(names)},
    }
    return pack_zip(members, contents.latest)


def pack_database(contents: PackageContents) -> bytes:
    """The bytes of the SQLite database inside a package."""
    _check(contents)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete=on")  # no stale bytes: they would differ
        _write_tables(connection.cursor(), contents)
        return connection.serialize()


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


def _write_tables(cursor: sqlite3.Cursor, contents: PackageContents) -> None:
    """Notes, cards, decks and note types in genanki's schema; ids count from the latest time."""
    tables, first_index, indexes = APKG_SCHEMA.partition("CREATE INDEX")
    cursor.executescript(tables)
    cursor.executescript(APKG_COL)
    cursor.execute("BEGIN")
    deck_ids = {name: derive_id("deck", name) for name in sorted(contents.decks)}
    _write_collection(cursor, contents, deck_ids)
    ids = itertools.count(contents.latest * 1000)
    rows = list(zip(contents.notes, ids, strict=False))
    cursor.executemany(
        "INSERT INTO notes VALUES(?,?,?,?,-1,?,?,?,0,0,'')", _list_notes(contents, rows)
    )
    cursor.executemany(
        "INSERT INTO cards VALUES(?,?,?,?,?,-1,0,0,?,0,0,0,0,0,0,0,0,'')",
        _list_cards(rows, deck_ids, ids),
    )
    cursor.executescript(first_index + indexes)


def _write_collection(
    cursor: sqlite3.Cursor, contents: PackageContents, deck_ids: Mapping[str, int]
) -> None:
    (kept,) = cursor.execute("SELECT decks FROM col").fetchone()
    decks = json.loads(kept)
    for name, number in deck_ids.items():
        deck = genanki.Deck(number, name, contents.decks[name])
        decks[str(number)] = {**deck.to_json(), "mod": _DECK_TIME}
    models = {
        str(note_type.id): make_model(note_type, contents.type_times[kind])
        for kind, note_type in contents.types.items()
    }
    cursor.execute("UPDATE col SET decks=?, models=?", (json.dumps(decks), json.dumps(models)))


def _list_notes(
    contents: PackageContents, rows: Sequence[tuple[PackedNote, int]]
) -> Iterator[tuple[object, ...]]:
    places = {kind: (each.id, each.sort_field) for kind, each in contents.types.items()}
    for note, number in rows:
        type_id, sort_field = places[note.kind]
        tags, shown = f" {' '.join(note.tags)} ", note.fields[sort_field]
        yield number, note.guid, type_id, note.mod, tags, note.text, shown


def _list_cards(
    rows: Sequence[tuple[PackedNote, int]], deck_ids: Mapping[str, int], ids: Iterator[int]
) -> Iterator[tuple[int, ...]]:
    """The cards of a note stand at its place in teaching order."""
    for place, (note, number) in enumerate(rows, 1):
        for ordinal in note.ordinals:
            yield next(ids), number, deck_ids[note.deck], ordinal, note.mod, place


class _Model(genanki.Model):  # type: ignore[misc]
    """A note type that knows the fields without which its cards are empty; genanki guesses."""

    needed: Sequence[int] = ()

    @property
    def _req(self) -> list[Any]:
        return [[ordinal, "all", [needed]] for ordinal, needed in enumerate(self.needed)]


def make_model(note_type: NoteType, mod: int) -> dict[str, Any]:
    """A note type as the JSON in a package, with its fixed ids and its own time."""
    model = _Model(
        note_type.id,
        note_type.name,
        fields=[
            {
                "name": name,
                "id": note_type.field_id(place),
                "font": "Arial",
                "collapsed": name in FOLDED_FIELDS,
                "excludeFromSearch": name in HELPER_FIELDS,
            }
            for place, name in enumerate(note_type.fields)
        ],
        templates=[
            {
                "name": template.name,
                "id": note_type.template_id(place),
                "qfmt": template.front,
                "afmt": template.back,
                "bqfmt": template.columns[0],
                "bafmt": template.columns[1],
            }
            for place, template in enumerate(note_type.templates)
        ],
        css=note_type.css,
        model_type=_Model.CLOZE if note_type.is_cloze else _Model.FRONT_BACK,
        sort_field_index=note_type.sort_field,
    )
    model.needed = [note_type.fields.index(each.needs) for each in note_type.templates]
    made: dict[str, Any] = model.to_json(mod, _ANY_DECK)
    return made
