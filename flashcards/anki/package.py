"""Notes and decks for genanki, and the bytes of an `.apkg`.

genanki gives all notes one time and guesses which cards a note has; a small subclass knows it.
Times come from the caller, so the same contents give the same bytes.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import genanki
from genanki.card import Card

from flashcards.anki.guid import make_guid
from flashcards.anki.note_types import NoteType
from flashcards.cards import Note
from flashcards.fileio import pack_zip


class PackedNote(genanki.Note):  # type: ignore[misc]
    """A note with its own time and cards."""

    def __init__(
        self, note: Note, model: NoteType, fields: Sequence[str], tags: Sequence[str], mod: int
    ) -> None:
        guid = make_guid(note.course, note.key, note.lang)
        super().__init__(model, list(fields), tags=tags, guid=guid)
        self.mod = mod
        self.cards = [Card(ordinal) for ordinal in note.ordinals]

    def _check_invalid_html_tags_in_fields(self) -> None:
        """Leave out a warning about HTML, which takes quadratic time: fields are rendered."""

    def write_to_db(self, cursor: Any, timestamp: float, deck_id: int, id_gen: Any) -> None:
        super().write_to_db(cursor, self.mod, deck_id, id_gen)


@dataclass(frozen=True)
class PackageContents:
    """All that goes into one package."""

    decks: Sequence[genanki.Deck]
    """Parents too, in the order in which they are studied."""
    media: Mapping[str, bytes]

    @property
    def notes(self) -> list[PackedNote]:
        """The notes in the order in which they are studied."""
        return [note for deck in self.decks for note in deck.notes]

    @property
    def cards(self) -> int:
        """How many cards the notes make."""
        return sum(len(note.cards) for note in self.notes)


def pack_package(contents: PackageContents) -> bytes:
    """Return the package as bytes: the same contents give the same bytes."""
    notes = contents.notes
    latest = max((max(note.mod, note.model.mod) for note in notes), default=0)
    for place, note in enumerate(notes, 1):
        note.due = place
    with closing(sqlite3.connect(":memory:")) as connection:
        # Not `write_to_file`, which would leave a database on the disk.
        ids = itertools.count(latest * 1000)
        genanki.Package(contents.decks).write_to_db(connection.cursor(), latest, ids)
        connection.commit()
        database = connection.serialize()
    media = sorted(contents.media.items())
    members = {
        "collection.anki2": database,
        "media": json.dumps({place: name for place, (name, _) in enumerate(media)}).encode(),
        **{str(place): data for place, (_, data) in enumerate(media)},
    }
    return pack_zip(members, latest)
