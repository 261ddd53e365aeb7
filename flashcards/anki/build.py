"""A course, or a selection of its notes, to an Anki package.

The way of a build: the notes of the course with what was released of them (`release`), those
that are asked for, their fields and decks (`compose`), and the bytes (`package`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flashcards.anki.compose import Progress, compose_package
from flashcards.anki.content import NoteSource
from flashcards.anki.package import pack_package
from flashcards.anki.release import CourseNotes, load_course_notes
from flashcards.errors import ProblemsFound, UsageError
from flashcards.fileio import check_output, load_text, write_whole
from flashcards.model import Course, Quiz, Selection
from flashcards.questions.draw import select_notes
from flashcards.questions.names import check_names, find_language, find_quiz
from flashcards.questions.quiz_faults import require_translation
from flashcards.selection import EVERYTHING
from flashcards.source.course import is_builtin_course
from flashcards.source.translations import find_missing_translations
from flashcards.words.message import Message

_MAX_STYLE = 200_000
"""Bytes."""


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
    style: Path | None = None
    """A style sheet after the cards' own, for a course that is not the built-in one."""
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


def build_package(
    course: Course,
    request: BuildRequest,
    *,
    now: int,
    force: bool = False,
    progress: Progress = lambda done, total: None,
) -> BuildResult:
    """Write an Anki package and, if it is a release, the lock of the course.

    `now` are UTC seconds: the time of what is not released. The file that the request
    names is replaced only by `force`. Raises ProblemsFound if a released entry has vanished or
    changed its kind, TooFewCards if fewer notes match than asked for, UsageError for a value
    that cannot be, FlashcardsError if the file cannot be written.
    """
    notes, sources, lang = _choose_notes(course, request, now)
    target = request.output or Path("build", f"{course.info.id}-{lang}.apkg")
    check_output(target, force or request.output is None)
    contents = compose_package(notes, sources, lang, request.name, progress)
    data = pack_package(contents)
    if request.release:
        notes.write_lock()  # before anybody gets the package
    write_whole(target, data)
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
        other_languages=_list_other_languages(course, lang),
    )


def _list_other_languages(course: Course, lang: str) -> tuple[str, ...]:
    """Languages besides this one in which the course has cards."""
    filled = {course.source, *(each for each, made in course.translations.items() if made)}
    return tuple(each for each in course.info.languages if each in filled - {lang})


def _choose_notes(
    course: Course, request: BuildRequest, now: int
) -> tuple[CourseNotes, list[NoteSource], str]:
    """The course, after its release if it is one, which is yet to be written; and what is packed.

    That are the notes that a request chooses, in their order, and their language.
    """
    if request.style and is_builtin_course(course):
        raise UsageError(Message("style-builtin"), "--style")
    style = load_text(request.style, _MAX_STYLE) if request.style else ""
    quiz = None if request.quiz is None else find_quiz(course, request.quiz)
    lang = find_language(course, quiz.lang if quiz and request.lang is None else request.lang)
    languages = course.info.languages if request.release else (lang,)
    notes = load_course_notes(course, languages, now, style)
    if request.release:
        if missing := find_missing_translations(course):
            raise ProblemsFound(missing)
        notes = notes.release()
    return notes, _select_sources(notes, request, quiz, lang), lang


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
