"""A course made ready for packing: its lock read, its notes stamped, its promises checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from flashcards.anki.compose import PackageOptions, Progress, compose_package, load_sources
from flashcards.anki.field_cache import FieldCache
from flashcards.anki.foot import Stamp
from flashcards.anki.lock import Lock, format_lock, read_lock
from flashcards.anki.media import MediaFile
from flashcards.anki.note_types import make_note_types
from flashcards.anki.package import PackageContents
from flashcards.anki.release import (
    NoteSource,
    find_broken_promises,
    find_changed_id,
    is_released,
    merge_locks,
    release_notes,
    resolve_keys,
    stamp_notes,
)  # fmt: skip
from flashcards.anki.renumbered import find_renumbered
from flashcards.anki.vanished import find_vanished
from flashcards.errors import Position, Problem, ProblemsFound
from flashcards.fileio import FileMissing, FileRefused, load_text, write_whole
from flashcards.model import Course
from flashcards.source.folder import LOCK_FILE
from flashcards.verify.records import load_verified_versions

INFO_FILE = "decks/course.yaml"
_LARGEST_LOCK = 16 * 1024 * 1024


@dataclass(frozen=True)
class PreparedCourse:
    """The notes of a course in some languages, and what was released of them."""

    course: Course
    sources: Mapping[str, Sequence[NoteSource]]
    """All notes by language, retired ones too, in teaching order."""
    media: Mapping[str, Mapping[str, MediaFile]]
    """Pictures by language and name: drawings have the words of their language."""
    lock: Lock
    now: int
    """UTC seconds."""

    def count_unreleased(self, sources: Sequence[NoteSource]) -> int:
        """How many of these notes are not what was released last."""
        return sum(not is_released(source, self.lock) for source in sources)

    def count_unreleased_types(self) -> int:
        """How many note types are not what was released last."""
        known = self.lock.types
        return sum(
            kind not in known or known[kind].fingerprint != each.fingerprint
            for kind, each in make_note_types(labels=self.course.labels).items()
        )

    def release(self, restamp: Sequence[str] = (), only: bool = False) -> PreparedCourse:
        """The course after a release of everything, or of `only` the keys to send again.

        Raises FlashcardsError for a key that no note has.
        """
        sources, types = self._all_sources, make_note_types(labels=self.course.labels)
        again = resolve_keys(sources, restamp)
        if only:
            sources, types = [each for each in sources if each.name in again], {}
        return replace(self, lock=release_notes(self.lock, sources, types, self.now, again))

    def compose(
        self, sources: Sequence[NoteSource], options: PackageOptions,
        fields: FieldCache | None = None, progress: Progress = lambda done, total: None,
    ) -> PackageContents:  # fmt: skip
        """What goes into the package of these notes."""
        return compose_package(
            self.course, sources, self.media[options.lang], self.lock, self.now, options, fields,
            progress=progress,
        )  # fmt: skip

    def stamp_notes(self) -> dict[str, Stamp]:
        """Name of each note to when it was released and what it was verified on."""
        return stamp_notes(self.lock, self._all_sources, self.now)

    @property
    def _all_sources(self) -> list[NoteSource]:
        return [source for found in self.sources.values() for source in found]


def load_prepared_course(course: Course, languages: Sequence[str], now: int) -> PreparedCourse:
    """The notes of a course in these languages with its lock, pictures and records.

    Raises ProblemsFound if an entry was released and has vanished or changed its kind, or
    if the course was released under another id.
    """
    from flashcards.source import builtin_folder

    base = builtin_folder()
    is_base = Path(course.root).resolve() == base.resolve()
    verified = load_verified_versions(course, base)
    sources: dict[str, Sequence[NoteSource]] = {}
    media: dict[str, Mapping[str, MediaFile]] = {}
    for lang in languages:
        sources[lang], media[lang] = load_sources(course, lang, verified)
    place = PurePosixPath() if is_base else PurePosixPath(Path(course.root).as_posix())
    shown = str(place / LOCK_FILE)
    own = load_lock(Path(course.root, LOCK_FILE), shown)
    everything = [source for found in sources.values() for source in found]
    if changed := find_changed_id(course, own, Position(str(place / INFO_FILE))):
        raise ProblemsFound([changed])
    if problems := _broken(course, own, everything, languages, shown):
        raise ProblemsFound(problems)
    home = Lock() if is_base else load_lock(base / LOCK_FILE, str(base / LOCK_FILE))
    lock = merge_locks(own, home, everything, make_note_types(labels=course.labels))
    return PreparedCourse(course, sources, media, lock, now)


def load_broken_promises(course: Course, shown: str, info_at: Position) -> list[Problem]:
    """What was released of a course and is not there any more as it was.

    `shown` is the name of the lock in the places of the problems, `info_at` the place of
    the course's id.
    """
    lock = load_lock(Path(course.root, LOCK_FILE), shown)
    if not lock.notes:
        return []
    if changed := find_changed_id(course, lock, info_at):
        return [changed]
    languages = course.info.languages
    everything = [source for lang in languages for source in load_sources(course, lang, None)[0]]
    return _broken(course, lock, everything, languages, shown)


def _broken(
    course: Course, lock: Lock, sources: Sequence[NoteSource], languages: Sequence[str], shown: str
) -> list[Problem]:
    changed = find_broken_promises(lock, sources) + find_renumbered(course, lock, sources)
    return [*changed, *find_vanished(course, lock, sources, languages, shown)]


def load_lock(path: Path, shown: str) -> Lock:
    """The lock in a file; an empty one if there was no release yet.

    Raises FlashcardsError if it cannot be read; `shown` is its name in the message.
    """
    try:
        return read_lock(load_text(path, _LARGEST_LOCK, links=False), shown)
    except FileMissing:
        return Lock()
    except FileRefused as refused:
        raise FileRefused(shown, refused.reason) from None


def write_lock(prepared: PreparedCourse) -> None:
    """Write what was released into `decks/deck.lock` of the course."""
    path = Path(prepared.course.root, LOCK_FILE)
    write_whole(path, format_lock(prepared.lock).encode(), source=True)
