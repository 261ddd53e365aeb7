"""The notes of a course in one language to the contents of a package."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from flashcards.anki.content import MediaFile, NoteSource
from flashcards.anki.decks import make_decks
from flashcards.anki.fields import CHECK, make_check, render_fields
from flashcards.anki.foot import render_foot
from flashcards.anki.guid import note_guid
from flashcards.anki.note_types import make_note_types
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import CourseNotes
from flashcards.anki.templates import FIELDS
from flashcards.cache import Cache, program_version
from flashcards.cards import Note
from flashcards.model import SOURCE_LANGUAGE, Course
from flashcards.text.markdown import set_picture_sources

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"
_FOOT_PLACES = {kind: names.index("Foot") for kind, names in FIELDS.items()}
_CHECK_PLACES = {kind: names.index(CHECK) for kind, names in FIELDS.items()}
_LIBRARIES = ("genanki", "markdown_it", "mdit_py_plugins", "pygments", "yaml", "pydantic_core")
_FEW = 20
"""One note in so many is faster rendered again than all are written into the cache."""


@dataclass(frozen=True)
class PackageOptions:
    """What the package is to be."""

    lang: str = SOURCE_LANGUAGE
    name: str | None = None
    """Of the top deck; the course's own if None."""
    namespace: str = ""
    style: str = ""
    """A style sheet after the cards' own; only a namespace has one."""


class RenderedFields:
    """The fields of notes, kept from one build to the next: rendering is most of the work.

    A row is the digest of a note's content and the fields that were rendered from it. Notes
    with equal digests have equal fields, but for the foot.
    """

    def __init__(self, kept: Mapping[str, list[str]] | None = None) -> None:
        self._kept = kept or {}
        self._used: dict[str, list[str]] = {}
        self._missed = 0

    def get_fields(self, source: NoteSource) -> list[str]:
        """The fields of a note in its type's order; rendered unless its content is known.

        The check is that of the fields as they are here, before pictures get their names.
        """
        note, row = source.note, self._kept.get(source.name)
        if row is None or row[0] != source.digest or len(row) != len(FIELDS[note.entry.kind]) + 1:
            made = render_fields(note)
            made[CHECK] = make_check(tuple(made), list(made.values()))
            row = [source.digest, *made.values()]
            self._missed += 1
        self._used[source.name] = row
        return row[1:]

    @classmethod
    def load(cls, cache: Cache, course: Course, lang: str) -> RenderedFields:
        """What an earlier build kept; nothing if the program or the course's labels are others."""
        kept = cache.get(_name_fields(course, lang))
        return cls(kept[1] if kept and kept[0] == _find_version(course) else None)

    def keep(self, cache: Cache, course: Course, lang: str) -> None:
        """Keep all rows, unless so few are new that rendering them again is faster."""
        if self._missed * _FEW > len(self._used):
            rows = {**self._kept, **self._used}
            cache.put(_name_fields(course, lang), (_find_version(course), rows))


def _name_fields(course: Course, lang: str) -> str:
    return f"rendered-{course.info.id}-{lang}"


def _find_version(course: Course) -> str:
    return _load_tool_version() + (repr(course.labels) if course.labels else "")


@cache
def _load_tool_version() -> str:
    """A hash that changes with this program and the libraries it renders with."""
    digest = hashlib.sha256(program_version())
    for spec in map(find_spec, _LIBRARIES):
        if spec and spec.origin:
            facts = os.stat(spec.origin)
            digest.update(f"{spec.origin}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def compose_package(
    notes: CourseNotes,
    sources: Sequence[NoteSource],
    options: PackageOptions,
    rendered: RenderedFields | None = None,
    progress: Progress = lambda done, total: None,
) -> PackageContents:
    """The package of some notes, in their order. Raises FlashcardsError if one cannot be shown."""
    course, media = notes.course, notes.media[options.lang]
    rendered = rendered or RenderedFields()
    chosen = [source.note for source in sources]
    decks = make_decks(course, chosen, course.make_words(options.lang), notes.lock, options.name)
    files = {name: picture.name for name, picture in media.items()}
    packed = []
    for source in sources:
        note, stamp = source.note, notes.stamp_note(source)
        packed.append(
            PackedNote(
                guid=note_guid(note, options.namespace),
                kind=note.entry.kind,
                fields=_make_fields(
                    note, rendered.get_fields(source), render_foot(note, course, stamp), files
                ),
                tags=_make_tags(note),
                ordinals=note.ordinals,
                deck=decks.stages[note.stage],
                mod=stamp.mod,
            )
        )
        progress(len(packed), len(sources))
    every = make_note_types(options.namespace, options.style, course.labels)
    types = {kind: every[kind] for kind in sorted({note.kind for note in packed})}
    return PackageContents(
        notes=packed,
        types=types,
        type_times={kind: notes.find_type_time(each) for kind, each in types.items()},
        decks=decks.descriptions,
        media=_find_media(packed, media),
    )


def _make_fields(
    note: Note, made: list[str], foot: str, files: Mapping[str, str]
) -> tuple[str, ...]:
    """The fields with their foot, and with the names that pictures have in the package."""
    kind = note.entry.kind
    made[_FOOT_PLACES[kind]] = foot
    if "<img" in "".join(made):
        made = [set_picture_sources(html, files) for html in made]
        made[_CHECK_PLACES[kind]] = make_check(FIELDS[kind], made)
    return tuple(made)


def _make_tags(note: Note) -> tuple[str, ...]:
    """What custom study and filtered decks choose by; few, for an import takes time for each."""
    entry = note.entry
    made = [
        f"stage::{note.stage}",
        f"kind::{entry.kind}",
        f"difficulty::{entry.difficulty}",
        f"deck::{note.deck.deck}",
        *(f"topic::{topic}" for topic in entry.tags),
        *(["retired"] if entry.retired else []),
    ]
    return tuple(f"{TAG}::{tag}" for tag in made)


def _find_media(packed: Sequence[PackedNote], media: Mapping[str, MediaFile]) -> dict[str, bytes]:
    """Only pictures that a note of this package shows."""
    if not media:
        return {}
    text = "".join(field for note in packed for field in note.fields if "<img" in field)
    return {picture.name: picture.data for picture in media.values() if f'"{picture.name}"' in text}
