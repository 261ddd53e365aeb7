"""The notes of a course in one language to the contents of a package."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from flashcards.anki.content import MediaFile, NoteSource
from flashcards.anki.course_fields import CourseFields
from flashcards.anki.decks import make_decks
from flashcards.anki.fields import CHECK, make_check, render_fields
from flashcards.anki.guid import make_guid
from flashcards.anki.note_types import make_note_types
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import CourseNotes
from flashcards.anki.templates import FIELDS
from flashcards.cache import NO_CACHE, Cache, program_version
from flashcards.cards import Note
from flashcards.model import SOURCE_LANGUAGE, Course
from flashcards.study.new_cards import order_new_cards
from flashcards.text.markdown import set_picture_sources
from flashcards.words.catalog import find_words

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"
_LIBRARIES = ("genanki", "markdown_it", "mdit_py_plugins", "pygments", "yaml", "pydantic_core")


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
    with equal digests have equal fields, but for the foot. All rows are forgotten if the
    program is another.
    """

    def __init__(self, cache: Cache, course: Course, lang: str) -> None:
        self._cache = cache
        self._name = f"rendered-{course.info.id}-{lang}"
        self._version = _load_tool_version()
        kept = cache.get(self._name)
        self._rows: dict[str, list[str]] = kept[1] if kept and kept[0] == self._version else {}
        self._has_new = False

    def get_fields(self, source: NoteSource) -> dict[str, str]:
        """The fields of a note in its type's order; rendered unless its content is known.

        The check is that of the fields as they are here, before pictures get their names.
        """
        names, row = FIELDS[source.note.entry.kind], self._rows.get(source.name)
        if row is None or row[0] != source.digest or len(row) != len(names) + 1:
            made = render_fields(source.note)
            made[CHECK] = make_check(made)
            row = self._rows[source.name] = [source.digest, *made.values()]
            self._has_new = True
        return dict(zip(names, row[1:], strict=True))

    def keep(self) -> None:
        """Keep all rows for the next build."""
        if self._has_new:
            self._cache.put(self._name, (self._version, self._rows))


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
    """The package of some notes. Raises FlashcardsError if one cannot be shown."""
    course, media = notes.course, notes.media[options.lang]
    rendered = rendered or RenderedFields(NO_CACHE, course, options.lang)
    chosen, words = [source.note for source in sources], find_words(options.lang)
    decks = make_decks(course, chosen, words, notes.lock, options.name)
    files = {name: picture.name for name, picture in media.items()}
    of_course = CourseFields(course, [each.note for each in notes.sources[options.lang]], files)
    packed = []
    for source in _order_sources(sources):
        note, stamp = source.note, notes.stamp_note(source)
        fields = of_course.render(note, rendered.get_fields(source), stamp)
        packed.append(
            PackedNote(
                guid=make_guid(note.course, note.key, note.lang, options.namespace),
                kind=note.entry.kind,
                fields=_name_pictures(fields, files),
                tags=_make_tags(note),
                ordinals=note.ordinals,
                deck=decks.stages[note.stage],
                mod=stamp.mod,
            )
        )
        progress(len(packed), len(sources))
    every = make_note_types(words, options.namespace, options.style)
    types = {kind: every[kind] for kind in sorted({note.kind for note in packed})}
    return PackageContents(
        notes=packed,
        types=types,
        type_times={kind: notes.find_type_time(each) for kind, each in types.items()},
        decks=decks.descriptions,
        media=_find_media(packed, media),
    )


def _order_sources(sources: Sequence[NoteSource]) -> list[NoteSource]:
    """The notes as the terminal introduces them: kinds and topics take turns from the first day."""
    by_note = {id(source.note): source for source in sources}
    cards = [card for source in sources for card in source.note.cards]
    ordered = dict.fromkeys(id(card.note) for card in order_new_cards(cards, cards))
    return [by_note[each] for each in ordered]


def _name_pictures(fields: Mapping[str, str], files: Mapping[str, str]) -> tuple[str, ...]:
    """The fields with the names that pictures have in the package."""
    if "<img" not in "".join(fields.values()):
        return tuple(fields.values())
    made = {name: set_picture_sources(html, files) for name, html in fields.items()}
    return tuple({**made, CHECK: make_check(made)}.values())


def _make_tags(note: Note) -> tuple[str, ...]:
    """What custom study and filtered decks choose by; few, for an import takes time for each."""
    entry = note.entry
    made = [
        f"stage::{note.stage}",
        f"kind::{entry.kind}",
        f"difficulty::{entry.difficulty}",
        f"deck::{note.deck.deck}",
        *(f"topic::{topic}" for topic in entry.tags),
    ]
    return tuple(f"{TAG}::{tag}" for tag in made)


def _find_media(packed: Sequence[PackedNote], media: Mapping[str, MediaFile]) -> dict[str, bytes]:
    """Only pictures that a note of this package shows."""
    if not media:
        return {}
    text = "".join(field for note in packed for field in note.fields if "<img" in field)
    return {picture.name: picture.data for picture in media.values() if f'"{picture.name}"' in text}
