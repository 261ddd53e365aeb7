"""When each note and note type of a course counts as changed.

What the lock knows keeps its time; what is new or changed gets the time of
this release, which is later than every release before it, whatever the clock
says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path, PurePosixPath

from flashcards.anki.content import MediaFile, NoteSource, list_parts, load_sources
from flashcards.anki.foot import Stamp
from flashcards.anki.lock import Lock, Released, format_date, format_lock, load_lock
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.anki.promises import find_broken_promises
from flashcards.errors import Position, ProblemsFound
from flashcards.fileio import write_whole
from flashcards.model import Course
from flashcards.source.course import builtin_folder, is_builtin_course
from flashcards.source.folder import LOCK_FILE
from flashcards.verify.records import load_verified_versions
from flashcards.words.catalog import find_words

INFO_FILE = "decks/course.yaml"


@dataclass(frozen=True)
class CourseNotes:
    """The notes of a course in some languages, and what was released of them."""

    course: Course
    sources: Mapping[str, Sequence[NoteSource]]
    """All notes by language, retired ones too, in teaching order."""
    media: Mapping[str, Mapping[str, MediaFile]]
    """Pictures by language and name: drawings have the words of their language."""
    lock: Lock
    now: int
    """UTC seconds."""

    @cached_property
    def time(self) -> int:
        """The time of what is not released."""
        return self.lock.find_next_time(self.now)

    @cached_property
    def types(self) -> list[NoteType]:
        """The note types that all packages in these languages share."""
        return list_note_types(self.course, self.sources)

    def count_unreleased(self, sources: Sequence[NoteSource]) -> int:
        """How many of these notes are not what was released last."""
        return sum(self.lock.find_note(source) is None for source in sources)

    def count_unreleased_types(self) -> int:
        """How many note types are not what was released last."""
        return sum(self.lock.find_type(each) is None for each in self.types)

    def release(self) -> CourseNotes:
        """The course after a release of all notes and note types."""
        sources = [*chain(*self.sources.values())]
        return replace(self, lock=release_notes(self.lock, sources, self.types, self.now))

    def write_lock(self) -> None:
        """Write what was released into `decks/deck.lock` of the course."""
        path = Path(self.course.root, LOCK_FILE)
        write_whole(path, format_lock(self.lock).encode(), source=True)

    def stamp_note(self, source: NoteSource) -> Stamp:
        """When a note was released and what it was verified on then, or both of this moment."""
        row = self.lock.find_note(source)
        if row is None:
            return Stamp(self.time, None, source.verified)
        return Stamp(row.time, format_date(row.time), row.verified)

    def find_type_time(self, note_type: NoteType) -> int:
        """The time at which a note type last changed."""
        row = self.lock.find_type(note_type)
        return row.time if row else self.time


def load_course_notes(course: Course, languages: Sequence[str], now: int) -> CourseNotes:
    """The notes of a course in these languages with its lock, pictures and records.

    Raises ProblemsFound if an entry was released and has vanished or changed its kind, or
    if the course was released under another id.
    """
    base = builtin_folder()
    is_base = is_builtin_course(course)
    verified = load_verified_versions(course, base)
    loaded = {lang: load_sources(course, lang, verified) for lang in languages}
    everything = [source for sources, _ in loaded.values() for source in sources]
    place = PurePosixPath() if is_base else PurePosixPath(Path(course.root).as_posix())
    shown = str(place / LOCK_FILE)
    own = load_lock(Path(course.root, LOCK_FILE), shown)
    info_at = Position(str(place / INFO_FILE))
    if problems := find_broken_promises(course, own, everything, languages, shown, info_at):
        raise ProblemsFound(problems)
    home = Lock() if is_base else load_lock(base / LOCK_FILE, str(base / LOCK_FILE))
    return CourseNotes(
        course,
        {lang: sources for lang, (sources, _) in loaded.items()},
        {lang: media for lang, (_, media) in loaded.items()},
        merge_locks(own, home, everything, list_note_types(course, languages)),
        now,
    )


def list_note_types(course: Course, languages: Iterable[str]) -> list[NoteType]:
    """The note types of a course in these languages, without a namespace."""
    made = (make_note_types(find_words(lang)).values() for lang in languages)
    return [*chain(*made)]


def merge_locks(
    own: Lock, base: Lock, sources: Sequence[NoteSource], types: Iterable[NoteType]
) -> Lock:
    """The course's own lock with the rows of `base` for what it borrows; the newer row wins.

    Entries that a course uses keep the times of their home, and so do the note
    types, which belong to the program and not to a course.
    """
    notes, looks = dict(own.notes), dict(own.types)
    for name in (source.name for source in sources):
        row = base.notes.get(name)
        if row and (name not in notes or notes[name].time < row.time):
            notes[name] = row
    for each in types:
        if released := base.find_type(each):
            looks[each.lock_name] = released
    return Lock(notes, looks)


def release_notes(
    lock: Lock, sources: Sequence[NoteSource], types: Iterable[NoteType], now: int
) -> Lock:
    """The lock after a release of all of these."""
    time = lock.find_next_time(now)
    notes, looks = dict(lock.notes), dict(lock.types)
    for source in sources:
        row = lock.find_note(source)
        if row is None:
            row = Released(source.fingerprint, time, source.note.entry.kind, source.verified)
        notes[source.name] = row._replace(parts=list_parts(source.note))
    for each in types:
        looks[each.lock_name] = lock.find_type(each) or Released(each.fingerprint, time)
    return Lock(notes, looks)
