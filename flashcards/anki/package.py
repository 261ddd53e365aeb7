"""The notes of a course in one language to an `.apkg`, by genanki.

genanki gives all notes one time and guesses which cards a note has; a small subclass knows it.
Times come from the caller, so the same contents give the same bytes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Any

import genanki
from genanki.card import Card

from flashcards.anki.content import NoteSource, make_guid
from flashcards.anki.decks import make_decks
from flashcards.anki.fields import render_complete
from flashcards.anki.note_types import NoteType
from flashcards.anki.reader import COLLECTION, MEDIA_LIST
from flashcards.anki.release import CourseNotes
from flashcards.cards import Note, find_picture_names
from flashcards.fileio import pack_zip
from flashcards.study.plan import order_new_cards
from flashcards.text.markdown import set_picture_sources
from flashcards.words import Words


class PackedNote(genanki.Note):  # type: ignore[misc]
    """A note with its own time and cards."""

    def __init__(self, note: Note, model: NoteType, fields: Sequence[str], mod: int) -> None:
        entry = note.entry
        tags = [  # few, for an import takes time for each
            f"ptquiz::lang::{note.lang}",
            f"ptquiz::stage::{note.stage}",
            f"ptquiz::kind::{entry.kind}",
            f"ptquiz::difficulty::{entry.difficulty}",
            f"ptquiz::deck::{note.deck.deck}",
            *(f"ptquiz::topic::{topic}" for topic in entry.tags),
        ]
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


def compose_package(
    notes: CourseNotes, sources: Sequence[NoteSource], lang: str, name: str | None = None
) -> PackageContents:
    """Return the package of some notes; `name` is that of the top deck. Raises FlashcardsError."""
    course, media = notes.course, notes.media[lang]
    decks = make_decks(course, [source.note for source in sources], Words(lang), notes.lock, name)
    types = {note_type.kind: note_type for note_type in notes.types if note_type.lang == lang}
    files = {name: picture.name for name, picture in media.items()}
    shown: list[str] = []
    # As the terminal introduces them: kinds and topics take turns.
    cards = [card for source in sources for card in source.note.cards]
    ordered = dict.fromkeys(card.note.key for card in order_new_cards(cards))
    by_key = {source.note.key: source for source in sources}
    for key in ordered:
        note, stamp = by_key[key].note, notes.stamp_note(by_key[key])
        texts = list(render_complete(note, course, stamp).values())
        if "<img" in "".join(texts):
            texts = [set_picture_sources(html, files) for html in texts]
            shown += find_picture_names(note)
        decks[note.stage].add_note(PackedNote(note, types[note.entry.kind], texts, stamp.mod))
    pictures = {media[name].name: media[name].data for name in shown}
    return PackageContents(list(dict.fromkeys(decks.values())), pictures)


def pack_package(contents: PackageContents) -> bytes:
    """Return the package as bytes: the same contents give the same bytes."""
    latest = max((max(note.mod, note.model.mod) for note in contents.notes), default=0)
    for place, note in enumerate(contents.notes, 1):
        note.due = place
    with closing(sqlite3.connect(":memory:")) as connection:
        package = genanki.Package(contents.decks)
        package.write_to_db(connection.cursor(), latest, count(latest * 1000))
        connection.commit()
        files = {COLLECTION: connection.serialize()}
    names = sorted(contents.media)
    files[MEDIA_LIST] = json.dumps(dict(enumerate(names))).encode()
    files |= {str(number): contents.media[name] for number, name in enumerate(names)}
    return pack_zip(files, latest)
