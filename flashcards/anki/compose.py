"""A course in one language to the contents of a package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from flashcards.anki.content import collect_text_rows, content_digest, find_picture_names
from flashcards.anki.decks import DeckTree, describe_decks, make_deck_tree
from flashcards.anki.field_cache import FieldCache
from flashcards.anki.field_check import CHECK, make_check
from flashcards.anki.fields import note_name
from flashcards.anki.foot import Stamp, render_foot
from flashcards.anki.guid import note_guid
from flashcards.anki.lock import Lock
from flashcards.anki.media import MediaFile, load_media
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import NoteSource, find_type_times, stamp_notes
from flashcards.anki.templates import FIELDS
from flashcards.cards import list_notes
from flashcards.model import NOWHERE, SOURCE_LANGUAGE, Course, Kind
from flashcards.text.markdown import set_picture_sources

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"
_FOOT_PLACES = {kind: names.index("Foot") for kind, names in FIELDS.items()}
_CHECK_PLACES = {kind: names.index(CHECK) for kind, names in FIELDS.items()}


@dataclass(frozen=True)
class PackageOptions:
    """What the package is to be."""

    lang: str = SOURCE_LANGUAGE
    name: str | None = None
    """Of the top deck; the course's own if None."""
    namespace: str = ""
    style: str = ""
    """A style sheet after the cards' own; only a namespace has one."""


WHOLE = PackageOptions()
"""The course in its source language, under its own name."""


def load_sources(
    course: Course, lang: str, verified: Mapping[str, str] | None = None
) -> tuple[list[NoteSource], dict[str, MediaFile]]:
    """All notes of a language, retired ones too, with their content; and their pictures."""
    found = [(note, collect_text_rows(note)) for note in list_notes(course, lang, retired=True)]
    shown = [name for _, rows in found for name in find_picture_names(rows)]
    pictures = load_media(course, shown, lang)
    digests = {name: picture.digest for name, picture in pictures.items()}
    known = verified or {}
    made = [
        NoteSource(
            note,
            note_name(note),
            content_digest(note, rows, course, digests),
            course.places.get(note.entry.key, NOWHERE),
            known.get(note.key),
        )
        for note, rows in found
    ]
    return made, pictures


def compose_package(
    course: Course,
    sources: Sequence[NoteSource],
    media: Mapping[str, MediaFile],
    lock: Lock,
    now: int,
    options: PackageOptions = WHOLE,
    fields: FieldCache | None = None,
    types: Mapping[Kind, NoteType] | None = None,
    progress: Progress = lambda done, total: None,
) -> PackageContents:
    """The package of these notes, in their order. Raises FlashcardsError if one cannot be shown."""
    fields = FieldCache() if fields is None else fields
    if types is None:
        types = make_note_types(options.namespace, options.style, course.labels)
    stamped = stamp_notes(lock, sources, now)
    files = {name: picture.name for name, picture in media.items()}
    notes, words = [source.note for source in sources], course.make_words(options.lang)
    tree = make_deck_tree(course, notes, words, options.name)
    packed = []
    for source in sources:
        packed.append(_pack_note(source, course, stamped, fields, files, tree, options.namespace))
        progress(len(packed), len(sources))
    return PackageContents(
        notes=packed,
        types=types,
        type_times=find_type_times(lock, types, now),
        decks=describe_decks(course, notes, tree, words, lock),
        media=_find_media(packed, media),
    )


def _pack_note(
    source: NoteSource, course: Course, stamped: Mapping[str, Stamp], cached: FieldCache,
    files: Mapping[str, str], tree: DeckTree, namespace: str,
) -> PackedNote:  # fmt: skip
    note, stamp = source.note, stamped[source.name]
    kind, made = note.entry.kind, cached.get_fields(note, source.name, source.digest)
    made[_FOOT_PLACES[kind]] = render_foot(note, course, stamp)
    if "<img" in "".join(made):
        made = [set_picture_sources(html, files) for html in made]
        made[_CHECK_PLACES[kind]] = make_check(FIELDS[kind], made)
    return PackedNote(
        guid=note_guid(note, namespace),
        kind=kind,
        fields=tuple(made),
        tags=_make_tags(
            note.stage,
            kind,
            note.entry.difficulty,
            note.deck.deck,
            note.entry.tags,
            bool(note.entry.retired),
        ),
        ordinals=note.ordinals,
        deck=tree.stages[note.stage],
        mod=stamp.mod,
    )


@cache
def _make_tags(
    stage: int, kind: Kind, difficulty: str, deck: str, topics: tuple[str, ...], retired: bool
) -> tuple[str, ...]:
    """What custom study and filtered decks choose by; few, for an import takes time for each."""
    made = [f"stage::{stage}", f"kind::{kind}", f"difficulty::{difficulty}", f"deck::{deck}"]
    made += [f"topic::{topic}" for topic in topics]
    return tuple(f"{TAG}::{tag}" for tag in [*made, *(["retired"] if retired else [])])


def _find_media(packed: Sequence[PackedNote], media: Mapping[str, MediaFile]) -> dict[str, bytes]:
    """Only pictures that a note of this package shows."""
    if not media:
        return {}
    text = "".join(field for note in packed for field in note.fields if "<img" in field)
    return {picture.name: picture.data for picture in media.values() if f'"{picture.name}"' in text}
