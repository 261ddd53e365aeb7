"""A course, or a selection of its notes, to an Anki package, by genanki.

The way of a build: the notes of the course with what was released of them (`release`), those
that are asked for, their fields and decks, and the file. genanki gives all notes one time and
guesses which cards a note has; a small subclass knows it. Times come from the caller, so the same
contents give the same bytes.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import genanki
from genanki.card import Card

from flashcards.anki.content import NoteSource, make_guid
from flashcards.anki.decks import make_decks
from flashcards.anki.fields import render_complete
from flashcards.anki.lock import format_lock
from flashcards.anki.note_types import NoteType
from flashcards.anki.reader import COLLECTION, MEDIA_LIST
from flashcards.anki.release import Changes, CourseNotes, load_course_notes
from flashcards.cards import Note, find_picture_names
from flashcards.course.load import LOCK_FILE
from flashcards.course.model import Course
from flashcards.course.translations import MISSING, list_warnings
from flashcards.errors import FlashcardsError, ProblemsFound, UsageError
from flashcards.fileio import check_output, pack_zip, write_whole
from flashcards.paths import builtin_folder, is_builtin
from flashcards.questions.draw import choose_notes
from flashcards.selection import CardChoice
from flashcards.study.plan import order_new_cards
from flashcards.text.markdown import set_picture_sources
from flashcards.words import Words


@dataclass(frozen=True)
class BuildRequest(CardChoice):
    """Which notes go into a package, what it is called, and whether it is a release."""

    output: Path | None = None
    """The file to write; `build/COURSE-LANGUAGE.apkg` if None."""
    name: str | None = None
    """Of the deck in Anki; the course's own if None."""
    style: Path | None = None
    """A style sheet after the cards' own, for a course that is not the built-in one."""
    release: bool = False
    """Whether the lock is written: this content is what learners have from now on."""
    forget: tuple[str, ...] = ()
    """Released keys that have vanished, for a release to drop from the lock."""


@dataclass(frozen=True)
class BuildResult:
    """A package that was written, and what it changes for learners who have the last release."""

    target: Path
    notes: int
    cards: int
    changes: Changes | None
    """None if the course was never released."""
    lang: str


def build_package(
    course: Course,
    request: BuildRequest,
    *,
    now: int,
    force: bool = False,
) -> BuildResult:
    """Write an Anki package and, if it is a release, the lock of the course.

    `now` is the time of a release in UTC seconds, and no note is newer. The file that the request
    names is replaced only by `force`. Raises ProblemsFound if a released entry has vanished or
    changed its kind, TooFewCards if fewer notes match than asked for, UsageError for a value that
    cannot be, FlashcardsError if the file cannot be written.
    """
    _check_request(course, request)
    chosen = choose_notes(course, request)
    lang = chosen[0].lang
    languages = course.info.languages if request.release else (lang,)
    notes = load_course_notes(course, languages, now, style=request.style, forget=request.forget)
    if request.release:
        missing = [warning for warning in list_warnings(course) if warning.rule == MISSING]
        if missing:
            raise ProblemsFound(missing)
    by_key = {source.note.key: source for source in notes.sources[lang]}
    sources = [by_key[note.key] for note in chosen]
    target = request.output or Path("build", f"{course.info.id}-{lang}.apkg")
    check_output(target, force or request.output is None)
    changes = notes.compare(sources, lang)
    notes = notes.release() if request.release else notes
    data = pack_package(compose_package(notes, sources, lang, request.name))
    if request.release:
        lock = format_lock(notes.lock).encode()  # written before anybody gets the package
        write_whole(Path(course.root, LOCK_FILE), lock)
    write_whole(target, data)
    cards = sum(len(note.ordinals) for note in chosen)
    return BuildResult(target, len(chosen), cards, changes, lang)


def _check_request(course: Course, request: BuildRequest) -> None:
    """Raise UsageError or FlashcardsError for what cannot be asked of this course."""
    if request.style and is_builtin(course.root):
        message = (
            "the built-in course keeps its look; only a course of your own takes a style sheet"
        )
        raise UsageError(message, "--style")
    if request.forget and not request.release:
        raise UsageError("only a release forgets; add --release", "--forget")
    if request.release and is_builtin(course.root) and builtin_folder().name == "_builtin":
        # In a checkout the folder is the root of the repository.
        raise FlashcardsError(
            "the course that comes with ptquiz is released in its repository, not by an installed "
            "ptquiz: build it without --release, or release a course of your own"
        )


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
            *(f"ptquiz::topic::{tag}" for tag in entry.tags),
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
        decks[note.is_in_glossary, note.stage].add_note(
            PackedNote(note, types[note.entry.kind], texts, stamp.mod)
        )
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
