"""When each note and note type of a course counts as changed.

What the lock knows keeps its time. What a release adds or changes gets the time of the release,
which is later than every release before it; what is not released has the time of its file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.content import MediaFile, NoteSource, list_parts, load_sources
from flashcards.anki.fields import Stamp
from flashcards.anki.lock import (
    Lock,
    Released,
    forget_vanished,
    get_date,
    get_latest_time,
    list_lock_problems,
    load_lock,
)
from flashcards.anki.note_types import NoteType
from flashcards.course.model import KINDS, NOWHERE, Course
from flashcards.errors import ProblemsFound
from flashcards.fileio import load_text
from flashcards.paths import builtin_folder, is_builtin
from flashcards.verify import load_verified_versions
from flashcards.words import Words

_MAX_STYLE_BYTES = 200_000


class Changes(NamedTuple):
    """What a package brings to a learner who has the last release."""

    new: int
    changed: int
    retired: int

    def __str__(self) -> str:
        retired = f", {self.retired} retired" if self.retired else ""
        return f"{self.new} new, {self.changed} changed{retired}"


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
    """The time of a release, and of what is not released and has no file."""
    style: str = ""
    """A style sheet after the cards' own, for which the course has note types of its own."""
    file_times: Mapping[str, int] = field(default_factory=dict)
    """Name of a note in the lock to the time of its deck file, of a note type to the look's."""
    verified: Mapping[str, str] = field(default_factory=dict)
    """Key of code to the PyTorch that it was last verified on."""
    was_released: bool = False
    """Whether the course has a release record of its own."""

    @cached_property
    def types(self) -> list[NoteType]:
        """The note types of all languages, with their times."""
        owner = self.course.info.id if self.style else ""
        types = [
            NoteType(k, Words(lang), owner, self.style) for lang in self.sources for k in KINDS
        ]
        for note_type in types:
            note_type.mod = self._get_time(note_type.lock_name, note_type.content_hash)
        return types

    def _get_status(self, name: str, content_hash: str) -> str:
        """Return whether a note or a note type is new, changed or as it was released."""
        if name not in self.lock:
            return "new"
        return "released" if self.lock[name].content_hash == content_hash else "changed"

    def _get_time(self, name: str, content_hash: str) -> int:
        """Return the time of the release, or that of the file if it changed since.

        What changed is newer than its release, or Anki would not import it; no file is of
        tomorrow. Anki cannot bear 0.
        """
        released = self.lock[name].time if name in self.lock else 0
        if self._get_status(name, content_hash) == "released":
            return released
        return max(min(self.file_times.get(name, self.now), self.now), released + 1)

    def stamp_note(self, source: NoteSource) -> Stamp:
        """Return when a note last changed, and when it was released, if it was."""
        time = self._get_time(source.name, source.content_hash)
        is_released = self._get_status(source.name, source.content_hash) == "released"
        date = get_date(time) if is_released else None
        return Stamp(time, date, self.verified.get(source.note.key))

    def compare(self, chosen: Sequence[NoteSource], lang: str) -> Changes | None:
        """Return what a package of the chosen notes changes since the last release, if any.

        Retired are all notes of the language that were not at the release, chosen or not.
        """
        if not self.was_released:
            return None
        retired = [source for source in self.sources[lang] if source.note.entry.retired]
        counts = Counter(self._get_status(note.name, note.content_hash) for note in chosen)
        retired_counts = Counter(self._get_status(note.name, note.content_hash) for note in retired)
        return Changes(counts["new"], counts["changed"], retired_counts["changed"])

    def release(self) -> CourseNotes:
        """Return the course after a release of all notes and note types; nothing is written."""
        time = max(self.now, get_latest_time(self.lock) + 1)
        rows = {each.lock_name: Released(each.content_hash, time) for each in self.types}
        for source in chain(*self.sources.values()):
            kind, parts = source.note.entry.kind, list_parts(source.note)
            rows[source.name] = Released(source.content_hash, time, kind, parts)
        for name, row in rows.items():
            if self._get_status(name, row.content_hash) == "released":
                rows[name] = row._replace(time=self.lock[name].time)
        return replace(self, lock={**self.lock, **rows})


def load_course_notes(
    course: Course,
    languages: Sequence[str],
    now: int,
    *,
    style: Path | None = None,
    forget: Sequence[str] = (),
) -> CourseNotes:
    """Return the notes of a course in these languages with its lock, pictures and records.

    The lock loses the vanished keys that it is to `forget`. Raises ProblemsFound if an entry was
    released and has vanished or changed its kind, or the course was released under another id.
    """
    base, is_base = builtin_folder(), is_builtin(course.root)
    css = load_text(style, _MAX_STYLE_BYTES) if style else ""
    loaded = {lang: load_sources(course, lang) for lang in languages}
    sources = [source for listed, _ in loaded.values() for source in listed]
    own_lock = load_lock(course.root)
    lock = forget_vanished(course, own_lock, forget)
    if problems := list_lock_problems(course, lock):
        raise ProblemsFound(problems)
    types = [f"{lang}/{kind}" for lang in languages for kind in KINDS]
    if not is_base:
        # Entries that a course uses, and note types, were also released with the program.
        shared = {*(source.name for source in sources), *(() if style else types)}
        rows = {name: row for name, row in load_lock(base).items() if name in shared}
        newer = {n: row for n, row in rows.items() if n not in lock or lock[n].time < row.time}
        lock = {**lock, **newer}
    times = _load_file_times(course, sources)
    # The built-in look is as new as the newest deck, so that the same files make the same package.
    look_time = int(style.stat().st_mtime) if style else max(times.values(), default=now)
    times |= dict.fromkeys(types, look_time)
    return CourseNotes(
        course,
        sources={lang: listed for lang, (listed, _) in loaded.items()},
        media={lang: media for lang, (_, media) in loaded.items()},
        lock=lock,
        now=now,
        style=css,
        file_times=times,
        verified=load_verified_versions(course, base),
        was_released=bool(own_lock),
    )


def _load_file_times(course: Course, sources: Sequence[NoteSource]) -> dict[str, int]:
    """Return the time of each note's file, or of its translation's if that is newer."""

    @cache
    def load_time(root: Path, file: str) -> int:
        path = root / "decks" / file.rpartition("decks/")[2]
        return int(path.stat().st_mtime) if path.is_file() else 0

    times = {}
    for source in sources:
        note, key = source.note, source.note.entry.key
        root = builtin_folder() if key in course.origins else Path(course.root)
        translation = course.translations.get(note.lang, {}).get(key)
        places = [course.places.get(key, NOWHERE), *([translation.at] if translation else [])]
        if newest := max(load_time(root, place.file) for place in places):
            times[source.name] = newest
    return times
