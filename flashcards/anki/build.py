"""A course, or a selection of its notes, to an Anki package.

The way of a build: the notes of the course with what was released of them (`release`), those
that are asked for, their fields and decks (`compose`), and the bytes (`package`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from flashcards.anki.compose import PackageOptions, Progress, RenderedFields, compose_package
from flashcards.anki.content import NoteSource
from flashcards.anki.custom_style import load_custom_style
from flashcards.anki.fields import SOURCE
from flashcards.anki.package import (
    PackageContents,
    PackedNote,
    make_model,
    pack_package,
)
from flashcards.anki.reader import AnkiPackage, load_package
from flashcards.anki.release import CourseNotes, load_course_notes
from flashcards.anki.templates import FIELDS
from flashcards.cache import NO_CACHE, Cache
from flashcards.errors import FlashcardsError, ProblemsFound, UsageError
from flashcards.fileio import FileRefused, check_target, load_bytes, remove_leftovers
from flashcards.model import Course, Kind, Quiz, Selection
from flashcards.outputs import Outputs
from flashcards.questions.draw import select_notes
from flashcards.questions.names import check_names, find_language, find_quiz
from flashcards.questions.quiz_faults import require_translation
from flashcards.selection import EVERYTHING
from flashcards.source.course import is_builtin_course
from flashcards.source.translations import find_missing_translations
from flashcards.words.message import Message

_LARGEST_PACKAGE = 512_000_000


@dataclass(frozen=True)
class BuildRequest:
    """Which notes go into a package, what it is called, and whether it is a release."""

    output: Path | None = None
    """The file to write; `build/COURSE-LANGUAGE.apkg` if None."""
    selection: Selection = EVERYTHING
    quiz: str | None = None
    """The name or the file of a quiz: only notes that it asks."""
    lang: str | None = None
    """The quiz's own language, or English, if None."""
    count: int | None = None
    """How many notes, drawn with `seed`; all that match if None."""
    seed: str | None = None
    name: str | None = None
    """Of the deck in Anki; the course's own if None."""
    namespace: str = ""
    """If not empty, the package has notes of its own beside those of the main deck."""
    style: Path | None = None
    """A style sheet after the cards' own; needs a namespace, as the logo does."""
    logo: Path | None = None
    release: bool = False
    """Whether the lock is written: this content is what learners have from now on."""


@dataclass(frozen=True)
class BuildResult:
    """A package that was written, and how much of it is not released."""

    target: Path
    notes: int
    cards: int
    unreleased_notes: int
    unreleased_types: int
    """Note types."""
    course: str = ""
    """The title of the course."""
    is_builtin: bool = False
    """Whether it is the curriculum that comes with the program."""
    borrows: bool = False
    """Whether the course uses entries of the curriculum, which are released with that."""
    lang: str = ""
    other_languages: tuple[str, ...] = ()
    """In which the course has cards too."""
    is_unchanged: bool = False
    """Whether this very package lay there already, and was left alone."""


def build_package(
    course: Course,
    request: BuildRequest,
    *,
    now: int,
    cache: Cache = NO_CACHE,
    outputs: Outputs | None = None,
    progress: Progress = lambda done, total: None,
) -> BuildResult:
    """Write an Anki package and, if it is a release, the lock of the course.

    `now` are UTC seconds: the time of notes that were never released, unless they are the same
    in the package that is there. Rendered fields are kept in `cache`. A file that is there is
    replaced if `outputs` says so. Raises ProblemsFound if a released entry has vanished
    or changed its kind, TooFewCards if fewer notes match than asked for, UsageError for
    a value that cannot be, FlashcardsError if the file cannot be written.
    """
    outputs = outputs or Outputs()
    notes, sources, options = _choose_notes(course, request, now)
    target = request.output or Path("build", f"{course.info.id}-{options.lang}.apkg")
    check_target(target)
    rendered = RenderedFields(cache, course, options.lang)
    contents = compose_package(notes, sources, options, rendered, progress)
    if not request.release:
        earlier = _load_earlier_package(target)
        contents = _keep_times(contents, earlier, notes)
        if request.output and not outputs.force:
            _keep_released(target, earlier, contents, notes)
    data = pack_package(contents)
    purpose = ("build", course.info.id, options.lang, request.namespace)
    outputs.check(target, *purpose, data=data)
    if request.release:
        notes.write_lock()  # before anybody gets the package
    is_unchanged = not request.release and _holds(target, data)
    if not is_unchanged:
        outputs.write(target, data, *purpose)
    rendered.keep()
    result = _summarize(notes, sources, contents, target, options.lang)
    return replace(result, is_unchanged=is_unchanged)


def _summarize(
    notes: CourseNotes,
    sources: list[NoteSource],
    contents: PackageContents,
    target: Path,
    lang: str,
) -> BuildResult:
    """What is told about a package."""
    course = notes.course
    return BuildResult(
        target=target,
        notes=len(contents.notes),
        cards=contents.cards,
        unreleased_notes=notes.count_unreleased(sources),
        unreleased_types=notes.count_unreleased_types(),
        course=course.info.title,
        is_builtin=is_builtin_course(course),
        borrows=bool(course.origins),
        lang=lang,
        other_languages=tuple(
            each
            for each in course.info.languages
            if each != lang and (each == course.source or course.translations.get(each))
        ),
    )


def _load_earlier_package(target: Path) -> AnkiPackage:
    """What lies there; nothing if it is no package, or none that anybody could compare with."""
    try:
        return load_package(target)
    except FlashcardsError:
        return AnkiPackage({}, {})


def _keep_times(
    contents: PackageContents, earlier: AnkiPackage, notes: CourseNotes
) -> PackageContents:
    """The contents with the times of what is not released and is the same in the earlier package.

    So an import of a second build says "already present", and leaves a learner's edits alone.
    A time before the last release does not count, nor does one that is still to come.
    """
    latest, unreleased = notes.lock.latest, notes.time

    def choose(time: int, before: int) -> int:
        return before if time == unreleased and latest < before <= time else time

    def find_note_time(note: PackedNote) -> int:
        before, place = earlier.notes.get(note.guid), FIELDS[note.kind].index(SOURCE)
        is_same = before and _drop_one(before.fields, place) == _drop_one(note.fields, place)
        return choose(note.mod, before.mod if before and is_same else 0)

    def find_type_time(kind: Kind, time: int) -> int:
        before = earlier.types.get(contents.types[kind].id)
        model = {**before.model, "mod": time} if before else {}
        is_same = model == make_model(contents.types[kind], time)
        return choose(time, before.mod if before and is_same else 0)

    return replace(
        contents,
        notes=[note._replace(mod=find_note_time(note)) for note in contents.notes],
        type_times={kind: find_type_time(kind, at) for kind, at in contents.type_times.items()},
    )


def _drop_one(fields: tuple[str, ...], place: int) -> tuple[str, ...]:
    """All but one: the source has tags, stage and place in the deck too, which do not count."""
    return fields[:place] + fields[place + 1 :]


def _keep_released(
    target: Path, earlier: AnkiPackage, contents: PackageContents, notes: CourseNotes
) -> None:
    """Raise FlashcardsError if a file is a released package of the course, and these are not.

    The same notes may be written again.
    """
    own = f"{notes.course.info.id}/"
    times = [row.time for name, row in notes.lock.notes.items() if name.startswith(own)]
    old = {note.guid: note.mod for note in earlier.notes.values()}
    new = {note.guid: note.mod for note in contents.notes}
    if times and old != new and old.keys() & new.keys() and max(old.values()) <= max(times):
        raise FlashcardsError(Message("package-released", path=target))


def _holds(target: Path, data: bytes) -> bool:
    """Whether a file has these bytes already; what killed writers left beside it goes."""
    remove_leftovers(target)
    try:
        return load_bytes(target, _LARGEST_PACKAGE) == data
    except FileRefused:
        return False


def _choose_notes(
    course: Course, request: BuildRequest, now: int
) -> tuple[CourseNotes, list[NoteSource], PackageOptions]:
    """The course, after its release if it is one, which is yet to be written; and what is packed.

    That are the notes that a request chooses, in their order.
    """
    if (request.style or request.logo) and not request.namespace:
        raise UsageError(Message("style-unshared"), "--style" if request.style else "--logo")
    quiz = None if request.quiz is None else find_quiz(course, request.quiz)
    lang = find_language(course, quiz.lang if quiz and request.lang is None else request.lang)
    languages = course.info.languages if request.release else (lang,)
    notes = load_course_notes(course, languages, now)
    if request.release:
        if missing := find_missing_translations(course):
            raise ProblemsFound(missing)
        notes = notes.release()
    style = load_custom_style(request.style, request.logo)
    options = PackageOptions(lang, request.name, request.namespace, style)
    return notes, _select_sources(notes, request, quiz, lang), options


def _select_sources(
    notes: CourseNotes, request: BuildRequest, quiz: Quiz | None, lang: str
) -> list[NoteSource]:
    """In teaching order, without those that are retired."""
    check_names(notes.course, request.selection)
    by_key = {source.note.key: source for source in notes.sources[lang]}
    taught = [source.note for source in by_key.values() if not source.note.entry.retired]
    if quiz is not None:
        require_translation(notes.course, quiz, taught, lang)
    chosen = select_notes(taught, quiz, request.selection, request.count, request.seed)
    return [by_key[note.key] for note in chosen]
