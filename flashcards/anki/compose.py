"""A course in one language to the contents of a package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from flashcards.anki.content import collect_text_rows, content_digest, find_picture_names
from flashcards.anki.field_cache import FieldCache
from flashcards.anki.field_check import CHECK, make_check
from flashcards.anki.fields import note_name
from flashcards.anki.foot import Stamp, find_resources, render_foot, render_link
from flashcards.anki.guid import note_guid
from flashcards.anki.lock import Lock, format_date
from flashcards.anki.media import MediaFile, load_media
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import NoteSource, find_type_times, stamp_notes
from flashcards.anki.templates import FIELDS
from flashcards.cards import Note, list_notes
from flashcards.errors import FlashcardsError
from flashcards.i18n.catalog import say
from flashcards.model import NOWHERE, SOURCE_LANGUAGE, Course, Kind
from flashcards.text.markdown import set_picture_sources

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"
_FOOT_PLACES = {kind: names.index("Foot") for kind, names in FIELDS.items()}
_CHECK_PLACES = {kind: names.index(CHECK) for kind, names in FIELDS.items()}
_SEPARATOR = re.compile(r"\s*::+\s*")


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
    pictures = load_media(course, shown)
    digests = {name: picture.digest for name, picture in pictures.items()}
    known = verified or {}
    made = [
        NoteSource(
            note,
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
    types = make_note_types(options.namespace, options.style) if types is None else types
    stamped = stamp_notes(lock, sources, now)
    files = {name: picture.name for name, picture in media.items()}
    top = make_deck_name(course, options)
    decks = _deck_names(course, sources, top)
    packed = []
    for source in sources:
        packed.append(_pack_note(source, course, stamped, fields, files, decks, options.namespace))
        progress(len(packed), len(sources))
    return PackageContents(
        notes=packed,
        types=types,
        type_times=find_type_times(lock, types, now),
        decks=_describe_decks(course, sources, lock, top, decks),
        media=_find_media(packed, media),
    )


def make_deck_name(course: Course, options: PackageOptions) -> str:
    """The top deck: languages live side by side, so each has a name of its own."""
    if options.name:
        return clean_deck_name(options.name)
    name = course.info.name or course.info.title
    if options.lang != SOURCE_LANGUAGE:
        name = course.titles.get(options.lang, {}).get("course", f"{name} ({options.lang})")
    return clean_deck_name(name)


def clean_deck_name(name: str) -> str:
    """A name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(_SEPARATOR.sub(": ", name).split())
    if not plain:
        raise FlashcardsError("a deck needs a name")
    return plain


def _pack_note(
    source: NoteSource, course: Course, stamped: Mapping[str, Stamp], cached: FieldCache,
    files: Mapping[str, str], decks: Mapping[int, str], namespace: str,
) -> PackedNote:  # fmt: skip
    note, stamp = source.note, stamped[note_name(source.note)]
    kind, made = note.entry.kind, cached.get_fields(note, source.digest)
    made[_FOOT_PLACES[kind]] = render_foot(note, course, stamp)
    made = [set_picture_sources(html, files) if "<img" in html else html for html in made]
    made[_CHECK_PLACES[kind]] = make_check(FIELDS[kind], made)
    return PackedNote(
        guid=note_guid(note, namespace),
        kind=kind,
        fields=tuple(made),
        tags=_tags(note.stage, note.entry.tags, bool(note.entry.retired)),
        ordinals=note.ordinals,
        deck=decks[note.stage],
        mod=stamp.mod,
    )


def _deck_names(course: Course, chosen: Sequence[NoteSource], top: str) -> dict[int, str]:
    """The deck of each stage."""
    stages = {source.note.stage: source.note.lang for source in chosen}
    return {stage: f"{top}::{_stage_name(course, stages[stage], stage)}" for stage in stages}


def _stage_name(course: Course, lang: str, stage: int) -> str:
    info = course.info.stages.get(stage)
    title = info.title if info else None
    if lang != SOURCE_LANGUAGE:
        title = course.titles.get(lang, {}).get(f"stage/{stage}", title)
    if title is None:
        return say(lang, "card_stage", number=stage)
    return clean_deck_name(f"{stage} {title}")


@cache
def _tags(stage: int, written: tuple[str, ...], retired: bool) -> tuple[str, ...]:
    """Few, because an import takes time for each: stage, what the author wrote, retirement."""
    made = [f"stage::{stage}", *written, *(["retired"] if retired else [])]
    return tuple(f"{TAG}::{tag}" for tag in made)


def _describe_decks(
    course: Course, chosen: Sequence[NoteSource], lock: Lock, top: str, decks: Mapping[int, str]
) -> dict[str, str]:
    by_deck: dict[str, list[Note]] = {top: [source.note for source in chosen]}
    for note in by_deck[top]:
        by_deck.setdefault(decks[note.stage], []).append(note)
    return {name: _describe_deck(course, found, lock) for name, found in by_deck.items()}


def _describe_deck(course: Course, found: Iterable[Note], lock: Lock) -> str:
    """Version, licence and sources; Anki shows it under the deck's name."""
    info = course.info
    latest = format_date(lock.latest) if lock.latest else "unreleased"
    title = render_link(info.home, info.title) if info.home else escape(info.title)
    lines = [f"{title}, {latest}", f"{escape(info.author)}, {escape(info.licence)}"]
    shown = (each for note in found for each in find_resources(note, course.resources))
    read_on = dict.fromkeys((each.title, each.address) for each in shown)
    if read_on:
        links = " · ".join(render_link(address, name) for name, address in read_on)
        lines.append(f"Sources: {links}")
    return "<br>".join(lines)


def _find_media(packed: Sequence[PackedNote], media: Mapping[str, MediaFile]) -> dict[str, bytes]:
    """Only pictures that a note of this package shows."""
    text = "".join(field for note in packed for field in note.fields if "<img" in field)
    return {picture.name: picture.data for picture in media.values() if f'"{picture.name}"' in text}
