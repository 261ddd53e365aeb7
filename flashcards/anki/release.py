"""When each note and note type of a course counts as changed.

What the lock knows keeps its time; what is new or changed gets the time of
this release, which is later than every release before it, whatever the clock
says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from flashcards.anki.content import MediaFile, NoteSource, list_parts, load_sources
from flashcards.anki.foot import Stamp
from flashcards.anki.lock import (
    Lock,
    ReleasedNote,
    ReleasedType,
    format_date,
    format_lock,
    load_lock,
)
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.anki.promises import find_broken_promises, find_changed_id
from flashcards.errors import FlashcardsError, Position, ProblemsFound
from flashcards.fileio import write_whole
from flashcards.model import Course, Kind
from flashcards.source.folder import LOCK_FILE
from flashcards.verify.records import load_verified_versions
from flashcards.words.message import Message

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
        return find_release_time(self.lock, self.now)

    def count_unreleased(self, sources: Sequence[NoteSource]) -> int:
        """How many of these notes are not what was released last."""
        return sum(not is_released(source, self.lock) for source in sources)

    def count_unreleased_types(self) -> int:
        """How many note types are not what was released last."""
        types = make_note_types(labels=self.course.labels)
        return sum(not is_type_released(each, self.lock) for each in types.values())

    def release(self, restamp: Sequence[str] = (), only: bool = False) -> CourseNotes:
        """The course after a release of everything, or of `only` the keys to send again.

        Raises FlashcardsError for a key that no note has.
        """
        sources, types = self._all_sources, make_note_types(labels=self.course.labels)
        again = resolve_keys(sources, restamp)
        if only:
            sources, types = [each for each in sources if each.name in again], {}
        return replace(self, lock=release_notes(self.lock, sources, types, self.now, again))

    def write_lock(self) -> None:
        """Write what was released into `decks/deck.lock` of the course."""
        path = Path(self.course.root, LOCK_FILE)
        write_whole(path, format_lock(self.lock).encode(), source=True)

    def stamp_note(self, source: NoteSource) -> Stamp:
        """When a note was released and what it was verified on then, or both of this moment."""
        if not is_released(source, self.lock):
            return Stamp(self.time, None, source.verified)
        row = self.lock.notes[source.name]
        return Stamp(row.time, format_date(row.time), row.verified)

    def find_type_time(self, note_type: NoteType) -> int:
        """The time at which a note type last changed."""
        is_known = is_type_released(note_type, self.lock)
        return self.lock.types[note_type.kind].time if is_known else self.time

    @property
    def _all_sources(self) -> list[NoteSource]:
        return [source for found in self.sources.values() for source in found]


def load_course_notes(course: Course, languages: Sequence[str], now: int) -> CourseNotes:
    """The notes of a course in these languages with its lock, pictures and records.

    Raises ProblemsFound if an entry was released and has vanished or changed its kind, or
    if the course was released under another id.
    """
    from flashcards.source import builtin_folder

    base = builtin_folder()
    is_base = Path(course.root).resolve() == base.resolve()
    verified = load_verified_versions(course, base)
    loaded = {lang: load_sources(course, lang, verified) for lang in languages}
    everything = [source for sources, _ in loaded.values() for source in sources]
    place = PurePosixPath() if is_base else PurePosixPath(Path(course.root).as_posix())
    shown = str(place / LOCK_FILE)
    own = load_lock(Path(course.root, LOCK_FILE), shown)
    if changed := find_changed_id(course, own, Position(str(place / INFO_FILE))):
        raise ProblemsFound([changed])
    if problems := find_broken_promises(course, own, everything, languages, shown):
        raise ProblemsFound(problems)
    home = Lock() if is_base else load_lock(base / LOCK_FILE, str(base / LOCK_FILE))
    return CourseNotes(
        course,
        {lang: sources for lang, (sources, _) in loaded.items()},
        {lang: media for lang, (_, media) in loaded.items()},
        merge_locks(own, home, everything, make_note_types(labels=course.labels)),
        now,
    )


def merge_locks(
    own: Lock, base: Lock, sources: Sequence[NoteSource], types: Mapping[Kind, NoteType]
) -> Lock:
    """The course's own lock with the rows of `base` for what it borrows; the newer row wins.

    Entries that a course uses keep the times of their home, and so do the note
    types, which belong to the program and not to a course.
    """
    notes, looks = dict(own.notes), dict(own.types)
    for name in (source.name for source in sources):
        row = base.notes.get(name)
        if row is not None and (name not in notes or notes[name].time < row.time):
            notes[name] = row
    for kind, note_type in types.items():
        if is_type_released(note_type, base):
            looks[kind] = base.types[kind]
    return Lock(notes, looks)


def find_release_time(lock: Lock, now: int) -> int:
    """The time of a release in seconds since 1970: `now`, or just after the latest in the lock."""
    return max(now, lock.latest + 1)


def is_released(source: NoteSource, lock: Lock) -> bool:
    """Whether this content is the one that was released last."""
    row = lock.notes.get(source.name)
    return row is not None and row.fingerprint == source.fingerprint


def is_type_released(note_type: NoteType, lock: Lock) -> bool:
    """Whether learners have this layout and style."""
    row = lock.types.get(note_type.kind)
    return row is not None and row.fingerprint == note_type.fingerprint


def release_notes(
    lock: Lock,
    sources: Sequence[NoteSource],
    types: Mapping[Kind, NoteType],
    now: int,
    restamp: Collection[str] = (),
) -> Lock:
    """The lock after a release of all of these; `restamp` names notes to send again."""
    time = find_release_time(lock, now)
    notes, looks = dict(lock.notes), dict(lock.types)
    for source in sources:
        name, parts = source.name, list_parts(source.note)
        if not is_released(source, lock) or name in restamp:
            kind = source.note.entry.kind
            notes[name] = ReleasedNote(kind, source.fingerprint, time, source.verified, parts)
        elif notes[name].parts != parts:
            notes[name] = replace(notes[name], parts=parts)
    for kind, note_type in types.items():
        if not is_type_released(note_type, lock):
            looks[kind] = ReleasedType(note_type.fingerprint, time)
    return Lock(notes, looks)


def resolve_keys(sources: Sequence[NoteSource], keys: Sequence[str]) -> set[str]:
    """Names of the notes with these keys, in every language. Raises `FlashcardsError`."""
    chosen: set[str] = set()
    for key in keys:
        found = {s.name for s in sources if key in (s.note.key, s.note.entry.key)}
        if not found:
            raise FlashcardsError(Message("restamp-unknown", key=key))
        chosen |= found
    return chosen
