"""CrowdAnki: a deck of Anki as JSON, with its sub-decks inside and its media beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flashcards.importing.anki_notes import NoteType, SourceNote, convert_note
from flashcards.importing.apkg_file import SCOPE
from flashcards.importing.item import LeftOut, Material, PictureLoader, Unreadable
from flashcards.words.message import Message

_DEEPEST = 50


def looks_like_crowdanki(data: Any) -> bool:
    return isinstance(data, dict) and data.get("__type__") == "Deck"


def read_crowdanki(data: Mapping[str, Any], name: str, load: PictureLoader) -> Material:
    """The notes of a deck and its sub-decks. Raises Unreadable."""
    material = Material(name, SCOPE, load_picture=load, title=str(data.get("name", name)))
    try:
        types = {uuid: each for deck in _walk(data, ()) for uuid, each in _read_types(deck[1])}
        for path, deck in _walk(data, ()):
            for note in deck.get("notes", ()):
                _add_note(note, path, types, material)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Unreadable(Message("import-crowdanki-broken", error=repr(error))) from None
    return material


def _walk(
    deck: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Every deck with the names that lead to it."""
    if len(above) > _DEEPEST:
        raise ValueError("decks nested too deep")
    own = [part.strip() for part in str(deck["name"]).split("::") if part.strip()]
    path = (*above, *own)
    yield path, deck
    for child in deck.get("children", ()):
        yield from _walk(child, path)


def _read_types(deck: Mapping[str, Any]) -> Iterator[tuple[str, NoteType]]:
    for model in deck.get("note_models", ()):
        sides = tuple((str(each["qfmt"]), str(each["afmt"])) for each in model["tmpls"])
        fields = tuple(str(each["name"]) for each in model["flds"])
        yield (
            str(model["crowdanki_uuid"]),
            NoteType(str(model["name"]), model.get("type", 0) == 1, fields, sides),
        )


def _add_note(
    note: Mapping[str, Any], path: tuple[str, ...], types: Mapping[str, NoteType],
    material: Material,
) -> None:  # fmt: skip
    place = f"note {len(material.items) + len(material.left_out) + 1}"
    type = types.get(str(note["note_model_uuid"]))
    if type is None:
        material.left_out.append((place, Message("import-note-type-missing")))
        return
    fields, tags = tuple(map(str, note["fields"])), tuple(map(str, note.get("tags", ())))
    try:
        made = SourceNote(str(note.get("guid", "")), place, fields, tags, path)
        material.items += convert_note(made, type)
    except LeftOut as reason:
        material.left_out.append((place, reason.message))
