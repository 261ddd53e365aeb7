"""A course, or a selection of its notes, to an Anki package.

The way of a build: the notes of the course with what was released of them (`release`), those
that are asked for, and their fields, decks and bytes (`package`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flashcards.anki.lock import format_lock
from flashcards.anki.package import compose_package, pack_package
from flashcards.anki.release import Changes, load_course_notes
from flashcards.course.load import LOCK_FILE
from flashcards.course.model import Course
from flashcards.course.translations import MISSING, list_warnings
from flashcards.errors import FlashcardsError, ProblemsFound, UsageError
from flashcards.fileio import check_output, write_whole
from flashcards.paths import builtin_folder, is_builtin
from flashcards.questions.draw import choose_notes
from flashcards.selection import CardChoice


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
    """A package that was written, and what it brings to who has the last release."""

    target: Path
    notes: int
    cards: int
    changes: Changes
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
