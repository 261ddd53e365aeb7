"""When each note and note type of a course counts as changed.

What the lock knows keeps its time; what is new or changed gets the time of
this release, which is later than every release before it, whatever the clock
says. What was released must stay, because learners have cards of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, permutations
from pathlib import Path, PurePosixPath
from typing import Any

from flashcards.anki.content import (
    NOT_WHOLE,
    MediaFile,
    NoteSource,
    list_parts,
    load_fingerprint,
    load_sources,
)
from flashcards.anki.foot import Stamp
from flashcards.anki.lock import Lock, Released, format_date, format_lock, load_lock
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import write_whole
from flashcards.model import Cloze, Course, Kind
from flashcards.source.course import builtin_folder, is_builtin_course
from flashcards.source.folder import LOCK_FILE
from flashcards.verify.records import load_verified_versions
from flashcards.words.catalog import find_words
from flashcards.words.message import Message, Names

INFO_FILE = "decks/course.yaml"
_MAX_ORDERED = 4
"""Gaps of which every order is tried; of more only those in which two change places."""


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
    style: str = ""
    """A style sheet after the cards' own, for which the course has note types of its own."""

    @cached_property
    def time(self) -> int:
        """The time of what is not released."""
        return self.lock.find_next_time(self.now)

    @cached_property
    def types(self) -> list[NoteType]:
        """The note types of all languages."""
        return [*chain(*(self.make_types(lang).values() for lang in self.sources))]

    def make_types(self, lang: str) -> Mapping[Kind, NoteType]:
        """The note types of a language."""
        owner = self.course.info.id if self.style else ""
        return make_note_types(find_words(lang), owner, self.style)

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


def load_course_notes(
    course: Course, languages: Sequence[str], now: int, style: str = ""
) -> CourseNotes:
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
    if problems := find_lock_problems(course, own, everything, languages, shown, info_at):
        raise ProblemsFound(problems)
    home = Lock() if is_base else load_lock(base / LOCK_FILE, str(base / LOCK_FILE))
    notes = CourseNotes(
        course,
        {lang: sources for lang, (sources, _) in loaded.items()},
        {lang: media for lang, (_, media) in loaded.items()},
        own,
        now,
        style,
    )
    return replace(notes, lock=merge_locks(own, home, everything, notes.types))


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


def load_lock_problems(course: Course, shown: str, info_at: Position) -> list[Problem]:
    """What was released of a course and is not there any more as it was.

    `shown` is the name of the lock in the places of the problems, `info_at` the place of
    the course's id.
    """
    lock, languages = load_lock(Path(course.root, LOCK_FILE), shown), course.info.languages
    sources = [source for lang in languages for source in load_sources(course, lang)[0]]
    return find_lock_problems(course, lock, sources, languages, shown, info_at)


def find_lock_problems(
    course: Course,
    lock: Lock,
    sources: Sequence[NoteSource],
    languages: Sequence[str],
    shown: str,
    info_at: Position,
) -> list[Problem]:
    """A problem for each released note that changed its kind or its numbers, or has vanished.

    A course that was released under another id has only this one.
    """
    released = {name.split("/", 1)[0] for name in lock.notes} - {*course.origins.values()}
    if released and course.info.id not in released:
        before = min(released)
        message = Message("released-other-id", before=before)
        return [Problem(info_at, message, Message("hint-old-id", before=before))]
    known = [(lock.notes[each.name], each) for each in sources if each.name in lock.notes]
    problems = [Problem(each.at, *told) for row, each in known for told in _list_changes(row, each)]
    problems += _find_renumbered(course, known)
    problems += _find_vanished(course.info.id, lock, sources, languages, shown)
    return problems


def _list_changes(row: Released, source: NoteSource) -> Iterator[tuple[Message, Message]]:
    """Message and hint for each thing that learners have of a note and that is not there now."""
    key, kind, now = source.note.key, source.note.entry.kind, list_parts(source.note)
    if row.kind != kind:
        message = Message("released-other-kind", key=key, before=row.kind, now=kind)
        yield message, Message("hint-retire-and-write")
    elif kind == "cloze" and not {*row.parts} <= {*now}:
        yield Message("released-gaps", key=key, gaps=Names(row.parts)), Message("hint-keep-gap")
    elif kind == "compare":
        if NOT_WHOLE in now and NOT_WHOLE not in row.parts:
            yield Message("released-whole-row", key=key), Message("hint-ask-whole-row")
        things = [part for part in row.parts if part != NOT_WHOLE]
        if len(now) < len(things) or not all(map(_is_kept, things, now)):
            asked = (f"{part.replace('=', ' (')})" if "=" in part else part for part in things)
            message = Message("released-things", key=key, things=Names(asked))
            yield message, Message("hint-keep-things")


def _is_kept(before: str, now: str) -> bool:
    """Whether a thing is the same, and asked about as it was, if it was."""
    return before in (now, now.partition("=")[0])


def _find_renumbered(
    course: Course, known: Iterable[tuple[Released, NoteSource]]
) -> Iterable[Problem]:
    """Released texts whose gaps have got each other's numbers: each number is a card."""
    problems: dict[str, Problem] = {}
    for row, source in known:
        entry = source.note.entry
        if not isinstance(entry, Cloze) or row.fingerprint == source.fingerprint:
            continue
        for before in _list_other_orders(entry):
            if load_fingerprint(replace(source.note, entry=before), course) == row.fingerprint:
                gaps = Names(f"{number}: {gap!r}" for number, gap in sorted(before.gaps.items()))
                message = Message("released-other-numbers", key=entry.key, gaps=gaps)
                found = Problem(source.at, message, Message("hint-old-numbers"))
                problems.setdefault(entry.key, found)
                break
    return problems.values()


def _list_other_orders(entry: Cloze) -> Iterator[Cloze]:
    """The entry with its gaps, and what is said about each, in other orders."""
    numbers = sorted(entry.gaps)
    orders: Iterable[Sequence[int]] = permutations(numbers)
    if len(numbers) > _MAX_ORDERED:
        swaps = ({one: other, other: one} for one, other in combinations(numbers, 2))
        orders = ([swap.get(number, number) for number in numbers] for swap in swaps)
    for order in orders:
        moved = dict(zip(numbers, order, strict=True))
        said: dict[str, Any] = {
            name: {now: old[was] for now, was in moved.items() if was in old}
            for name, old in (
                ("gaps", entry.gaps),
                ("accept", entry.accept),
                ("reasons", entry.reasons),
            )
        }
        yield replace(entry, **said)


def _find_vanished(
    course_id: str,
    lock: Lock,
    sources: Sequence[NoteSource],
    languages: Sequence[str],
    shown: str,
) -> Iterable[Problem]:
    """A problem in the lock for each released entry, row or translation that has vanished."""
    lines = {name: number for number, name in enumerate(sorted(lock.notes), len(lock.types) + 2)}
    present = {source.name for source in sources}
    entries = {source.note.entry.key for source in sources}
    problems: dict[str, Problem] = {}
    for name, line in lines.items():
        owner, lang, key = name.split("/", 2)
        if owner == course_id and lang in languages and name not in present:
            entry = key.partition("/")[0]
            told = key if entry in entries else entry
            message = Message("released-gone", key=told, lang=lang)
            found = Problem(Position(shown, line), message, Message("hint-write-again"))
            problems.setdefault(told, found)
    return problems.values()
