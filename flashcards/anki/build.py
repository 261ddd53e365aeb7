"""A course, or a selection of its notes, to an Anki package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.anki.build_record import BuildResult, load_tool_version
from flashcards.anki.compose import PackageOptions, Progress
from flashcards.anki.custom_style import load_custom_style
from flashcards.anki.field_cache import FieldCache, load_field_cache, write_field_cache
from flashcards.anki.package import PackageContents, pack_database, pack_package
from flashcards.anki.prepared_course import PreparedCourse, load_prepared_course, write_lock
from flashcards.anki.release import NoteSource
from flashcards.anki.released_package import keep_released
from flashcards.cache import NO_CACHE, Cache
from flashcards.errors import ProblemsFound, UsageError
from flashcards.fileio import check_target
from flashcards.gc_pause import gc_paused
from flashcards.model import Course, Quiz, Selection
from flashcards.outputs import Outputs
from flashcards.questions.names import check_names, find_language, find_quiz
from flashcards.selection import EVERYTHING, require_notes
from flashcards.source.folder import LOCK_FILE
from flashcards.source.translations import find_missing_translations
from flashcards.verify.records import RECORDS_FILE
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.anki.import_plan import ImportPlan


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
    with_retired: bool = False
    name: str | None = None
    """Of the deck in Anki; the course's own if None."""
    namespace: str = ""
    """If not empty, the package has notes of its own beside those of the main deck."""
    style: Path | None = None
    """A style sheet after the cards' own; needs a namespace, as the logo does."""
    logo: Path | None = None
    release: bool = False
    """Whether the lock is written: this content is what learners have from now on."""
    restamp: tuple[str, ...] = ()
    """Keys of entries to send to all learners again; also written into the lock."""

    @property
    def writes_lock(self) -> bool:
        """Whether anything is released."""
        return self.release or bool(self.restamp)


def build_package(
    course: Course, request: BuildRequest, *, now: int, cache: Cache = NO_CACHE,
    outputs: Outputs | None = None, progress: Progress = lambda done, total: None,
) -> BuildResult:  # fmt: skip
    """Write an Anki package and, if it is a release, the lock of the course.

    `now` are UTC seconds: the time of notes that were never released. Rendered fields
    are kept in `cache`. A file that is there is replaced if `outputs` says so.
    Raises ProblemsFound if a released entry has vanished
    or changed its kind, TooFewCards if fewer notes match than asked for, UsageError for
    a value that cannot be, FlashcardsError if the file cannot be written.
    """
    outputs = outputs or Outputs()
    with gc_paused():
        draft = _draft_package(course, request, now)
        target = request.output or Path("build", f"{course.info.id}-{draft.options.lang}.apkg")
        check_target(target)
        name = f"rendered-{course.info.id}-{draft.options.lang}"
        version = load_tool_version() + (repr(course.labels) if course.labels else "")
        fields = load_field_cache(cache, name, version)
        contents = draft.compose(fields, progress)
        if request.output and not request.writes_lock and not outputs.force:
            keep_released(target, contents, draft.prepared)
        data = pack_package(contents)
        purpose = ("build", course.info.id, draft.options.lang, request.namespace)
        outputs.check(target, *purpose, data=data)
        if request.writes_lock:
            write_lock(draft.prepared)  # before anybody gets the package
        outputs.write(target, data, *purpose)
        write_field_cache(cache, name, version, fields)
    return _summarize_build(course, request, draft, contents, target)


def _summarize_build(
    course: Course, request: BuildRequest, draft: _Draft, contents: PackageContents, target: Path
) -> BuildResult:
    """What is told about a package that was written."""
    from flashcards.source.course import is_builtin_course

    return BuildResult(
        target=target,
        notes=len(contents.notes),
        cards=contents.cards,
        unreleased_notes=draft.prepared.count_unreleased(draft.sources),
        unreleased_types=draft.prepared.count_unreleased_types(),
        course=course.info.title,
        is_builtin=is_builtin_course(course),
        borrows=bool(course.origins),
        lang=draft.options.lang,
        other_languages=_list_other_languages(course, draft.options.lang),
        root=Path(course.root),
        inputs=_list_inputs(course, request),
    )


def _list_other_languages(course: Course, lang: str) -> tuple[str, ...]:
    return tuple(
        each
        for each in course.info.languages
        if each != lang and (each == course.source or course.translations.get(each))
    )


def plan_import(course: Course, request: BuildRequest, package: Path, *, now: int) -> ImportPlan:
    """What importing a new build would do to a learner who has `package`; writes nothing.

    Raises as `build_package` does, and FlashcardsError if `package` is not an Anki package.
    """
    from tempfile import TemporaryDirectory

    from flashcards.anki.archive import COLLECTION
    from flashcards.anki.import_plan import compare_packages
    from flashcards.anki.reader import load_package, read_package

    old = load_package(package)
    contents = _draft_package(course, request, now).compose()
    with TemporaryDirectory(prefix="ptquiz-") as folder:
        database = Path(folder, COLLECTION)
        database.write_bytes(pack_database(contents))
        return compare_packages(old, read_package(database, "the new package"))


@dataclass(frozen=True)
class _Draft:
    """A package before its notes are rendered."""

    prepared: PreparedCourse
    sources: list[NoteSource]
    options: PackageOptions

    def compose(
        self, fields: FieldCache | None = None, progress: Progress = lambda done, total: None
    ) -> PackageContents:
        return self.prepared.compose(self.sources, self.options, fields, progress)


def _draft_package(course: Course, request: BuildRequest, now: int) -> _Draft:
    """The notes of a request, after its release if it is one, which is yet to be written."""
    if (request.style or request.logo) and not request.namespace:
        raise UsageError(Message("style-unshared"), "--style" if request.style else "--logo")
    quiz = (
        None
        if request.quiz is None
        else find_quiz(course, request.quiz, retired=request.with_retired)
    )
    lang = find_language(course, quiz.lang if quiz and request.lang is None else request.lang)
    languages = course.info.languages if request.writes_lock else (lang,)
    prepared = load_prepared_course(course, languages, now)
    if request.writes_lock:
        if missing := find_missing_translations(course):
            raise ProblemsFound(missing)
        prepared = prepared.release(request.restamp, only=not request.release)
    style = load_custom_style(request.style, request.logo)
    options = PackageOptions(lang, request.name, request.namespace, style)
    return _Draft(prepared, _select_sources(prepared, request, quiz, lang), options)


def _select_sources(
    prepared: PreparedCourse, request: BuildRequest, quiz: Quiz | None, lang: str
) -> list[NoteSource]:
    """In teaching order; of retired notes those that the quiz would have asked."""
    check_names(prepared.course, request.selection, retired=request.with_retired)
    by_key = {source.note.key: source for source in prepared.sources[lang]}
    every = [source.note for source in by_key.values()]
    taught = [note for note in every if not note.entry.retired]
    rules = (quiz, request.selection, request.count, request.seed)
    if quiz is None and request.count is None:
        notes = require_notes(every if request.with_retired else taught, request.selection)
        return [by_key[note.key] for note in notes]
    from flashcards.questions.draw import select_notes  # only a part of a course is drawn
    from flashcards.questions.quiz_faults import require_translation

    if quiz is not None:
        require_translation(prepared.course, quiz, taught, lang)
    if not request.with_retired:
        notes = select_notes(taught, *rules)
    elif quiz is None:
        notes = select_notes(every, *rules)
    else:
        keys = {note.key for note in select_notes(taught, *rules)}
        keys |= {note.key for note in select_notes(every, *rules) if note.entry.retired}
        notes = [note for note in every if note.key in keys]
    return [by_key[note.key] for note in notes]


def _list_inputs(course: Course, request: BuildRequest) -> tuple[Path, ...]:
    """Files beside those that authors write: what was released and verified, and the request's."""
    from flashcards.source import builtin_folder

    kept = [Path(root, name) for root in (course.root, builtin_folder())
            for name in (LOCK_FILE, RECORDS_FILE)]  # fmt: skip
    quiz = Path(request.quiz or "")
    files = (quiz if quiz.is_file() else None, request.style, request.logo)
    return (*kept, *filter(None, files))
