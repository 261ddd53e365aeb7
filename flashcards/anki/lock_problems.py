"""What was released must stay as it was, because learners have cards of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path, PurePosixPath

from flashcards.anki.content import NOT_WHOLE, NoteSource, list_parts, load_sources
from flashcards.anki.lock import TYPE, Lock, Released, load_lock
from flashcards.cards import Note
from flashcards.course.files import DECKS, LOCK_FILE
from flashcards.course.model import NOWHERE, Course
from flashcards.errors import Position, Problem, UsageError
from flashcards.fileio import COURSE_FILE


def load_lock_problems(course: Course, label: str) -> list[Problem]:
    """Return what was released of a course and is not there any more as it was.

    Places begin with `label`, the folder of the course as it was given.
    """
    lock = load_lock(Path(course.root, LOCK_FILE), str(PurePosixPath(label, LOCK_FILE)))
    languages = course.info.languages
    sources = [source for lang in languages for source in load_sources(course, lang)[0]]
    return find_lock_problems(course, lock, sources, languages, label)


def find_lock_problems(
    course: Course,
    lock: Lock,
    sources: Sequence[NoteSource],
    languages: Sequence[str],
    label: str = "",
) -> list[Problem]:
    """Return a problem for each released note that has vanished or changed its kind or numbers.

    A course that was released under another id has only this one.
    """
    notes = [name for name, row in lock.items() if row.kind != TYPE]
    released = {name.split("/", 1)[0] for name in notes} - {*course.origins.values()}
    if released and course.info.id not in released:
        message = (
            f"the id was '{min(released)}' at the last release: learners would get all cards "
            f"again; write '{min(released)}', or remove decks/deck.lock if it is a new course"
        )
        return [Problem(Position(str(PurePosixPath(label, DECKS, COURSE_FILE))), message)]
    problems = [
        Problem(course.places.get(source.note.entry.key, NOWHERE), message)
        for source in sources
        if source.name in lock
        for message in _list_changes(lock[source.name], source.note)
    ]
    lines = {name: number for number, name in enumerate(sorted(lock), 2)}
    entries = {source.note.entry.key for source in sources}
    vanished: dict[str, Problem] = {}
    for name in list_vanished(course, lock, sources, languages):
        _, lang, key = name.split("/", 2)
        entry = key.partition("/")[0]
        key = key if entry in entries else entry
        message = (
            f"'{key}' was released in '{lang}' and has vanished; learners have its cards: write it "
            "again, with 'retired: why it is gone' if it is no longer taught, or drop it with "
            f"'--release --forget {key}'"
        )
        at = Position(str(PurePosixPath(label, LOCK_FILE)), lines[name])
        vanished.setdefault(key, Problem(at, message))
    return [*problems, *vanished.values()]


def _list_changes(row: Released, note: Note) -> Iterator[str]:
    """Yield what learners have of a note and what is not there now."""
    key, kind, parts = note.key, note.entry.kind, list_parts(note)
    if row.kind != kind:
        yield (
            f"'{key}' was released as {row.kind}; it cannot become {kind}: "
            "retire it and write a new entry with a new key"
        )
    elif kind == "cloze":
        yield from _list_gap_changes(key, row.parts, parts)
    elif kind == "compare":
        if NOT_WHOLE in parts and NOT_WHOLE not in row.parts:
            yield (
                f"'{key}' was released with a card about all its things, which has vanished: write "
                "its 'question:'; with more than three things, give three of them different cells"
            )
        things = [thing for thing in row.parts if thing != NOT_WHOLE]
        pairs = zip(things, parts, strict=False)
        # A thing that nobody asked about may be asked about now: `dp` becomes `dp=ask`.
        if things != [thing for thing, now in pairs if thing in (now, now.partition("=")[0])]:
            asked = (f"{thing.replace('=', ' (')})" if "=" in thing else thing for thing in things)
            yield (
                f"'{key}' was released with {', '.join(asked)} in this order: keep these and how "
                "they are asked about, and append new ones at the end"
            )


def _list_gap_changes(key: str, released: Sequence[str], parts: Sequence[str]) -> Iterator[str]:
    """Yield that a gap has vanished, or that gaps have got each other's numbers."""
    before, now = (dict(part.split("=") for part in each) for each in (released, parts))
    numbers = {digest: number for number, digest in before.items()}
    moved = [
        f"{numbers[digest]} is {number} now"
        for number, digest in now.items()
        if digest in numbers and before.get(number, digest) != digest
    ]
    if not before.keys() <= now.keys():
        gaps = ", ".join(before)
        yield f"'{key}' was released with the gaps {gaps}: keep each number; its text may change"
    elif moved:
        yield (
            f"the gaps of '{key}' were released with other numbers: {', '.join(moved)}; give each "
            "its old number: learners have a card for each, and would learn the other"
        )


def list_vanished(
    course: Course, lock: Lock, sources: Sequence[NoteSource], languages: Sequence[str]
) -> Iterator[str]:
    """Yield the name of each released note of these languages that is not there any more.

    A translation that is missing while its entry changed after it only lags behind.
    """
    present = {source.name for source in sources}
    owned = tuple(f"{course.info.id}/{lang}/" for lang in languages)
    gone = [name for name in lock if name.startswith(owned) and name not in present]
    changed: dict[str, float] = {}
    if any(name.split("/")[1] != course.source for name in gone):
        for source in load_sources(course, course.source)[0]:
            row, key = lock.get(source.name), source.note.entry.key
            is_same = row and row.fingerprint == source.fingerprint
            changed[key] = max(changed.get(key, 0), row.time if row and is_same else inf)
    for name in gone:
        _, lang, key = name.split("/", 2)
        if lang == course.source or changed.get(key.split("/")[0], 0) <= lock[name].time:
            yield name


def forget_vanished(lock: Lock, keys: Sequence[str], vanished: Sequence[str]) -> Lock:
    """Return the lock without these keys. Raises UsageError for one that has not vanished."""
    dropped: set[str] = set()
    for key in keys:
        names = {name for name in vanished if f"{name.split('/', 2)[2]}/".startswith(f"{key}/")}
        if not names:
            raise UsageError(f"no released key '{key}' has vanished from the course", "--forget")
        dropped |= names
    return {name: row for name, row in lock.items() if name not in dropped}
