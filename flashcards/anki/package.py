"""The contents of a package to an `.apkg`, by genanki.

genanki gives all notes and note types one time and guesses which cards a note has; small
subclasses know it. Times come from the caller, so the same contents give the same bytes.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import genanki
from genanki.card import Card

from flashcards.anki.fields import FOLDED_FIELDS, HELPER_FIELDS
from flashcards.anki.guid import derive_id
from flashcards.anki.note_types import NoteType
from flashcards.course.model import Kind
from flashcards.fileio import pack_zip

_ANY_DECK = 1
"""Anki's own: a note type belongs to no deck."""


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


class _Note(genanki.Note):  # type: ignore[misc]
    """A note with its own time and cards: genanki misses nested gaps."""

    def __init__(self, packed: PackedNote, model: genanki.Model, due: int) -> None:
        super().__init__(model, list(packed.fields), tags=packed.tags, guid=packed.guid, due=due)
        self.mod = packed.mod
        self.cards = [Card(ordinal) for ordinal in packed.ordinals]

    def _check_invalid_html_tags_in_fields(self) -> None:
        """Leave out a warning about HTML, which takes quadratic time: fields are rendered."""

    def write_to_db(self, cursor: Any, timestamp: float, deck_id: int, id_gen: Any) -> None:
        super().write_to_db(cursor, self.mod, deck_id, id_gen)


class _Model(genanki.Model):  # type: ignore[misc]
    """A note type with its own time and the fields without which its cards are empty."""

    def __init__(self, note_type: NoteType, mod: int) -> None:
        fields = [
            {
                "name": name,
                "id": note_type.field_id(place),
                "font": "Arial",
                "collapsed": name in FOLDED_FIELDS,
                "excludeFromSearch": name in HELPER_FIELDS,
            }
            for place, name in enumerate(note_type.fields)
        ]
        templates = [
            {
                "name": template.name,
                "id": note_type.template_id(place),
                "qfmt": template.front,
                "afmt": template.back,
                "bqfmt": template.columns[0],
                "bafmt": template.columns[1],
            }
            for place, template in enumerate(note_type.templates)
        ]
        super().__init__(
            note_type.id,
            note_type.name,
            fields,
            templates,
            note_type.css,
            self.CLOZE if note_type.is_cloze else self.FRONT_BACK,
            sort_field_index=note_type.sort_field,
        )
        needed = [note_type.fields.index(template.needs) for template in note_type.templates]
        self._req = [[ordinal, "all", [place]] for ordinal, place in enumerate(needed)]
        self.mod = mod

    def to_json(self, timestamp: float, deck_id: int) -> Any:
        return super().to_json(self.mod, _ANY_DECK)


class _Deck(genanki.Deck):  # type: ignore[misc]
    """A deck that is given its note types: genanki writes them again with each deck."""

    def add_model(self, model: genanki.Model) -> None:
        pass


def pack_package(contents: PackageContents) -> bytes:
    """Return the package as bytes: the same contents give the same bytes."""
    media = sorted(contents.media.items())
    members = {
        "collection.anki2": _pack_database(contents),
        "media": json.dumps({place: name for place, (name, _) in enumerate(media)}).encode(),
        **{str(place): data for place, (_, data) in enumerate(media)},
    }
    return pack_zip(members, contents.latest)


def _pack_database(contents: PackageContents) -> bytes:
    """Return the database in memory: `write_to_file` would leave its own on the disk."""
    models = {
        kind: _Model(each, contents.type_times[kind]) for kind, each in contents.types.items()
    }
    decks = {
        name: _Deck(derive_id("deck", name), name, description)
        for name, description in contents.decks.items()
    }
    top = next(iter(decks.values()))
    top.models = {model.model_id: model for model in models.values()}
    for place, note in enumerate(contents.notes, 1):
        decks[note.deck].add_note(_Note(note, models[note.kind], place))
    with closing(sqlite3.connect(":memory:")) as connection:
        ids = itertools.count(contents.latest * 1000)
        genanki.Package(list(decks.values())).write_to_db(connection.cursor(), contents.latest, ids)
        connection.commit()
        return connection.serialize()
