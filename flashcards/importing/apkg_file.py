"""Anki packages and collections, of the old format and the new one."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from pathlib import Path

from flashcards.anki.archive import PackageMedia
from flashcards.anki.reader import AnkiNote, AnkiPackage, load_package
from flashcards.importing.anki_notes import NoteType, SourceNote, convert_note
from flashcards.importing.item import MOST_ITEMS, LeftOut, Material
from flashcards.text.images import LARGEST

SCOPE = "anki"


def load_apkg(path: Path, files: ExitStack) -> Material:
    """The notes of a package, which stays open with `files`. Raises FlashcardsError."""
    package = load_package(path)
    media = PackageMedia(path, files)
    material = Material(
        path.name, SCOPE, load_picture=lambda name: media.load(name, LARGEST), title=path.stem
    )
    types = {
        number: NoteType(
            each.name, each.is_cloze, tuple(name for _, name in each.fields), each.sides
        )
        for number, each in package.types.items()
    }
    for number, note in enumerate(package.notes.values(), 1):
        place = f"note {number}"
        try:
            material.items += convert_note(_make_note(note, place, package), types[note.type_id])
        except LeftOut as reason:
            material.left_out.append((place, reason.message))
        if len(material.items) + len(material.left_out) > MOST_ITEMS:
            break  # which is told of every format
    return material


def _make_note(note: AnkiNote, place: str, package: AnkiPackage) -> SourceNote:
    path = _split_deck(note.decks.get(min(note.decks, default=0), ""))
    return SourceNote(note.guid, place, note.fields, note.tags, path, set(note.decks))


@cache
def _split_deck(name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in name.split("::") if part.strip())
