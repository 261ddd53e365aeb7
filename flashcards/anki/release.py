"""When each note and note type counts as changed.

What the lock knows keeps its time; what is new or changed gets the time of
this release, which is later than every release before it, whatever the clock
says. What was released must not vanish or change its kind or its numbers:
learners have cards of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flashcards.anki.content import list_parts, shorten_digest
from flashcards.anki.foot import Stamp
from flashcards.anki.lock import Lock, ReleasedNote, ReleasedType, format_date
from flashcards.anki.note_types import NoteType
from flashcards.cards import Note
from flashcards.errors import FlashcardsError, Position, Problem
from flashcards.model import NOWHERE, Course, Kind
from flashcards.words.message import Message


class NoteSource(NamedTuple):
    """A note of the course, with its content and what is known about it."""

    note: Note
    name: str
    """The one name of the note among all courses and languages."""
    digest: str
    at: Position = NOWHERE
    verified: str | None = None
    """The PyTorch that its code was last verified on."""


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
        if kind in base.types and base.types[kind].fingerprint == note_type.fingerprint:
            looks[kind] = base.types[kind]
    return Lock(notes, looks)


def release_time(lock: Lock, now: int) -> int:
    """The time of a release in seconds since 1970: `now`, or just after the latest in the lock."""
    return max(now, lock.latest + 1)


def is_released(source: NoteSource, lock: Lock) -> bool:
    """Whether this content is the one that was released last."""
    row = lock.notes.get(source.name)
    return row is not None and row.fingerprint == shorten_digest(source.digest)


def release_notes(
    lock: Lock,
    sources: Sequence[NoteSource],
    types: Mapping[Kind, NoteType],
    now: int,
    restamp: Collection[str] = (),
) -> Lock:
    """The lock after a release of all of these; `restamp` names notes to send again."""
    time = release_time(lock, now)
    notes = dict(lock.notes)
    for source in sources:
        name = source.name
        if not is_released(source, lock) or name in restamp:
            notes[name] = _row(source, time)
        elif notes[name].parts != list_parts(source.note):
            notes[name] = replace(notes[name], parts=list_parts(source.note))
    looks = dict(lock.types)
    for kind, note_type in types.items():
        if kind not in looks or looks[kind].fingerprint != note_type.fingerprint:
            looks[kind] = ReleasedType(note_type.fingerprint, time)
    return Lock(notes, looks)


def stamp_notes(lock: Lock, sources: Sequence[NoteSource], now: int) -> dict[str, Stamp]:
    """The stamp of each note: from the lock, or of this moment if it is not released."""
    time = release_time(lock, now)
    return {source.name: _stamp(source, lock, time) for source in sources}


def find_type_times(lock: Lock, types: Mapping[Kind, NoteType], now: int) -> dict[Kind, int]:
    """The time at which each note type last changed."""
    time = release_time(lock, now)
    return {kind: _type_time(lock, note_type, time) for kind, note_type in types.items()}


def resolve_keys(sources: Sequence[NoteSource], keys: Sequence[str]) -> set[str]:
    """Names of the notes with these keys, in every language. Raises `FlashcardsError`."""
    chosen: set[str] = set()
    for key in keys:
        found = {s.name for s in sources if key in (s.note.key, s.note.entry.key)}
        if not found:
            raise FlashcardsError(Message("restamp-unknown", key=key))
        chosen |= found
    return chosen


def find_broken_promises(lock: Lock, sources: Sequence[NoteSource]) -> list[Problem]:
    """A problem for each released note that changed its kind or ordinals."""
    known = lock.notes
    pairs = ((known[source.name], source) for source in sources if source.name in known)
    return [problem for row, source in pairs for problem in _report_changes(row, source)]


def find_changed_id(course: Course, lock: Lock, at: Position) -> Problem | None:
    """A problem at `at` if the course was released, and under another id only."""
    own = course.info.id
    lent = {*course.origins.values()}
    released = {name.split("/", 1)[0] for name in lock.notes} - lent
    if not released or own in released:
        return None
    before = min(released)
    message = f"the id was '{before}' at the last release: learners would get all cards again"
    return Problem(
        at, message, f"write '{before}', or remove decks/deck.lock if it is a new course"
    )


def _row(source: NoteSource, time: int) -> ReleasedNote:
    return ReleasedNote(
        kind=source.note.entry.kind,
        fingerprint=shorten_digest(source.digest),
        time=time,
        verified=source.verified,
        parts=list_parts(source.note),
    )


def _stamp(source: NoteSource, lock: Lock, time: int) -> Stamp:
    if not is_released(source, lock):
        return Stamp(time, None, source.verified)
    row = lock.notes[source.name]
    return Stamp(row.time, format_date(row.time), row.verified)


def _type_time(lock: Lock, note_type: NoteType, time: int) -> int:
    row = lock.types.get(note_type.kind)
    return row.time if row and row.fingerprint == note_type.fingerprint else time


def _find_comparison_changes(
    key: str, before: tuple[str, ...], now: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Message and hint for each thing or question that learners have and that is not there now."""
    old, new = ([part.partition("=")[::2] for part in parts] for parts in (before, now))
    things = [thing for thing, _ in old]
    if [thing for thing, _ in new[: len(old)]] != things:
        message = f"'{key}' was released with {', '.join(things)} in this order"
        yield message, "keep these and append new ones at the end"
        return
    for (thing, was), (_, becomes) in zip(old, new, strict=False):
        if was and not becomes:
            message = f"'{key}' was released with a question about '{thing}', which has vanished"
            yield message, "keep it; its text may change"
        elif was and was != becomes:
            message = f"'{key}' asked about '{thing}' with '{was}'; '{becomes}' is a new question"
            yield message, "keep the kind of question, or write a new row"


def _report_changes(row: ReleasedNote, source: NoteSource) -> list[Problem]:
    note, parts = source.note, list_parts(source.note)
    key = note.key
    if row.kind != note.entry.kind:
        message = f"'{key}' was released as {row.kind}; it cannot become {note.entry.kind}"
        return [Problem(source.at, message, "retire it and write a new entry with a new key")]
    if row.kind == "compare":
        changes = _find_comparison_changes(key, row.parts, parts)
        return [Problem(source.at, message, hint) for message, hint in changes]
    if row.kind == "cloze" and (lost := [part for part in row.parts if part not in parts]):
        message = f"'{key}' was released with gap {', '.join(lost)}, which has vanished"
        return [Problem(source.at, message, "keep the number and give it another text")]
    return []
