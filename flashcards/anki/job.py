"""One course made ready for packing: its lock read, its notes stamped, its promises checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from flashcards.anki.compose import PackageOptions, contents, load_sources
from flashcards.anki.field_cache import FieldCache
from flashcards.anki.fields import note_name
from flashcards.anki.lock import Lock, format_lock, read_lock
from flashcards.anki.media import MediaFile
from flashcards.anki.note_types import make_note_types
from flashcards.anki.package import PackageContents
from flashcards.anki.release import (
    NoteSource,
    find_broken_promises,
    is_released,
    merge_locks,
    release_notes,
    resolve_keys,
)  # fmt: skip
from flashcards.errors import FlashcardsError, Problem, ProblemsFound
from flashcards.fileio import FileMissing, FileRefused, load_text, write_whole
from flashcards.model import Course

LOCK_FILE = "decks/deck.lock"
_LARGEST_LOCK = 16 * 1024 * 1024


@dataclass(frozen=True)
class Job:
    """A course in all its languages, and what was released of it."""

    course: Course
    sources: Mapping[str, Sequence[NoteSource]]
    pictures: Mapping[str, MediaFile]
    lock: Lock
    now: int

    def unreleased(self, chosen: Sequence[NoteSource]) -> int:
        """How many of these notes are not what was released last."""
        return sum(not is_released(source, self.lock) for source in chosen)

    def unreleased_types(self) -> int:
        known = self.lock.types
        return sum(
            kind not in known or known[kind].fingerprint != each.fingerprint
            for kind, each in make_note_types().items()
        )

    def released(self, restamp: Sequence[str] = (), only: bool = False) -> Job:
        """The job after a release; `only` those to be sent again, or everything."""
        everything = [source for found in self.sources.values() for source in found]
        again = resolve_keys(everything, restamp)
        if only:
            chosen = [source for source in everything if note_name(source.note) in again]
            return replace(self, lock=release_notes(self.lock, chosen, {}, self.now, again))
        return replace(
            self, lock=release_notes(self.lock, everything, make_note_types(), self.now, again)
        )

    def contents(
        self, chosen: Sequence[NoteSource], wanted: PackageOptions,
        rendered: FieldCache | None = None, step: Callable[[], object] = lambda: None,
    ) -> PackageContents:  # fmt: skip
        """What goes into the package of these notes."""
        return contents(
            self.course, chosen, self.pictures, self.lock, self.now, wanted, rendered, step=step
        )


def load_job(
    course: Course,
    languages: Sequence[str],
    now: int,
    verified: Mapping[str, str] | None = None,
    base: Path | None = None,
    shown: str = LOCK_FILE,
) -> Job:
    """Everything that a build needs; raises `ProblemsFound` if a promise is broken.

    `base` is the folder of the built-in curriculum, if the course is another one.
    """
    sources: dict[str, Sequence[NoteSource]] = {}
    pictures: dict[str, MediaFile] = {}
    for lang in languages:
        sources[lang], found = load_sources(course, lang, verified)
        pictures.update(found)
    own = load_lock(Path(course.root, LOCK_FILE), shown)
    everything = [source for found in sources.values() for source in found]
    if problems := _broken(course, own, everything, languages, shown):
        raise ProblemsFound(problems)
    home = load_lock(base / LOCK_FILE, str(base / LOCK_FILE)) if base else Lock()
    lock = merge_locks(own, home, everything, make_note_types())
    return Job(course, sources, pictures, lock, now)


def load_broken_promises(course: Course, shown: str = LOCK_FILE) -> list[Problem]:
    """What was released of a course and is not there any more as it was."""
    lock = load_lock(Path(course.root, LOCK_FILE), shown)
    if not lock.notes:
        return []
    languages = course.info.languages
    everything = [source for lang in languages for source in load_sources(course, lang, None)[0]]
    return _broken(course, lock, everything, languages, shown)


def _broken(
    course: Course, lock: Lock, sources: Sequence[NoteSource], languages: Sequence[str], shown: str
) -> list[Problem]:
    owned = tuple(f"{course.info.id}/{lang}/" for lang in languages)
    return find_broken_promises(lock, sources, shown, owned)


def load_lock(path: Path, shown: str) -> Lock:
    """The lock in a file; an empty one if there was no release yet."""
    try:
        return read_lock(load_text(path, _LARGEST_LOCK, links=False), shown)
    except FileMissing:
        return Lock()
    except FileRefused as refused:
        raise FlashcardsError(f"{shown} {refused.reason}") from None


def write_lock(job: Job) -> None:
    """Keep what was released, beside the decks."""
    path = Path(job.course.root, LOCK_FILE)
    write_whole(path, format_lock(job.lock).encode(), source=True)
