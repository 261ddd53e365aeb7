"""What a build does, once its options are read.

This is apart from the options because reading them with typer takes longer
than a small build: `ptquiz build DIR -o FILE` comes here directly.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.gc_pause import gc_paused
from flashcards.model import SOURCE_LANGUAGE, Selection
from flashcards.paths import cache_folder
from flashcards.questions.quiz import find_quiz

if TYPE_CHECKING:
    from flashcards.anki.compose import PackageOptions
    from flashcards.anki.job import Job
    from flashcards.anki.package import PackageContents
    from flashcards.anki.release import NoteSource
    from flashcards.cards import Note
    from flashcards.model import Course

_PATIENCE = 1.0
"""Seconds after which a progress bar appears."""
_EVERYTHING = Selection()


@dataclass(frozen=True)
class BuildRequest:
    """What the user asked for."""

    folder: Path | None = None
    output: Path | None = None
    release: bool = False
    restamp: tuple[str, ...] = ()
    with_retired: bool = False
    name: str | None = None
    namespace: str = ""
    choice: Selection = _EVERYTHING
    quiz: str | None = None
    lang: str | None = None
    count: int | None = None
    seed: str | None = None
    style: Path | None = None
    logo: Path | None = None

    @property
    def releases(self) -> bool:
        """Whether the lock is written."""
        return self.release or bool(self.restamp)


def build_package(order: BuildRequest, record: str) -> list[str]:
    """Write the package and say so; `record` names the build for the next time."""
    from flashcards.anki.build_record import load_tool_version, write_record
    from flashcards.cache import Cache
    from flashcards.fileio import terminated_like_interrupted

    version = load_tool_version()
    with terminated_like_interrupted(), gc_paused():
        job = ready(order)
        target, words = _written(job, chosen_sources(job, order), order, version)
    if not order.releases:
        inputs = [*_inputs(job, order.quiz), *filter(None, (order.style, order.logo))]
        write_record(Cache(cache_folder()), record, inputs, version, target, words)
    return words


def now() -> int:
    """The clock of a build: `SOURCE_DATE_EPOCH` stops it."""
    epoch = _epoch()
    if epoch is None:
        return int(time.time())
    if not epoch.isdigit() or int(epoch) <= 0:
        raise FlashcardsError("SOURCE_DATE_EPOCH must be a number of seconds greater than 0")
    return int(epoch)


def ready(order: BuildRequest) -> Job:
    """The course with its lock; after the release, if this is one, which is yet to be written."""
    from flashcards.anki.job import load_job
    from flashcards.paths import course_at
    from flashcards.source import builtin_folder

    course = course_at(order.folder)
    lang = _language(course, order)
    languages = course.info.languages if order.releases else (lang,)
    base = builtin_folder()
    own = Path(course.root).resolve() == base.resolve()
    job = load_job(course, languages, now(), verified(course), None if own else base)
    return job.released(order.restamp, only=not order.release) if order.releases else job


def wanted(job: Job, order: BuildRequest) -> PackageOptions:
    """The package's language, name, namespace and look."""
    from flashcards.anki.compose import PackageOptions
    from flashcards.anki.custom_style import load_custom_style

    look = load_custom_style(order.style, order.logo)
    return PackageOptions(_language(job.course, order), order.name, order.namespace, look)


def chosen_sources(job: Job, order: BuildRequest) -> list[NoteSource]:
    """The notes that were asked for, in teaching order."""
    from flashcards.selection import exactly, matching_some

    if order.choice != _EVERYTHING:
        from flashcards.questions.names import check_names

        check_names(job.course, order.choice)
    by_key = {
        source.note.key: source
        for source in job.sources[_language(job.course, order)]
        if order.with_retired or not source.note.entry.retired
    }
    notes = [source.note for source in by_key.values()]
    if order.quiz is not None:
        return [by_key[note.key] for note in _asked(job.course, notes, order)]
    if order.count is None:
        return [by_key[note.key] for note in matching_some(notes, order.choice)]
    cards = exactly(notes, order.choice, order.count, order.seed or "", apart=True)
    return [by_key[card.note.key] for card in cards]


def _asked(course: Course, notes: Sequence[Note], order: BuildRequest) -> list[Note]:
    """The notes of a quiz; of those that are retired, the ones that it would have asked."""
    from flashcards.questions.draw import draw_notes

    quiz = find_quiz(course, order.quiz or "")
    taught = [note for note in notes if not note.entry.retired]
    asked = draw_notes(quiz, taught, order.choice, order.count, order.seed)
    if not order.with_retired:
        return asked
    once = draw_notes(quiz, notes, order.choice, order.count, order.seed)
    keys = {note.key for note in asked} | {note.key for note in once if note.entry.retired}
    return [note for note in notes if note.key in keys]


def _language(course: Course, order: BuildRequest) -> str:
    """The language asked for, or the quiz's own."""
    lang = order.lang
    if lang is None and order.quiz is not None:
        lang = find_quiz(course, order.quiz).lang
    if lang is None:
        return SOURCE_LANGUAGE
    from flashcards.questions.names import find_language

    return find_language(course, lang)


def _written(
    job: Job, chosen: Sequence[NoteSource], order: BuildRequest, version: str
) -> tuple[Path, list[str]]:
    """Render, pack and write; what to say about it. A release is kept before anybody gets it."""
    from flashcards.anki.field_cache import load_field_cache, write_field_cache
    from flashcards.anki.job import write_lock
    from flashcards.anki.package import pack_package
    from flashcards.cache import Cache
    from flashcards.fileio import check_target, write_whole

    made = wanted(job, order)
    target = order.output or Path("build", f"{job.course.info.id}-{made.lang}.apkg")
    check_target(target)
    cache, kept = Cache(cache_folder()), f"rendered-{job.course.info.id}-{made.lang}"
    rendered = load_field_cache(cache, kept, version)
    with _progress(len(chosen)) as step:
        contents = job.contents(chosen, made, rendered, step)
    data = pack_package(contents)
    if order.releases:
        write_lock(job)
    write_whole(target, data)
    write_field_cache(cache, kept, version, rendered)
    return target, _words(job, chosen, contents, target)


def _words(
    job: Job, chosen: Sequence[NoteSource], contents: PackageContents, target: Path
) -> list[str]:
    lines = [f"Wrote {target}: {len(contents.notes)} notes, {contents.cards} cards."]
    notes, types = job.unreleased(chosen), job.unreleased_types()
    if notes or types:
        lines.append(
            f"Not released: {notes} notes, {types} note types. Learners should get a release: "
            "ptquiz build --release"
        )
    lines.append("Import it in Anki with File > Import, on a phone by opening the file.")
    return lines


def _inputs(job: Job, quiz: str | None) -> list[Path]:
    """Folders and files whose content decides what is built."""
    from flashcards.anki.job import LOCK_FILE
    from flashcards.source import builtin_folder

    root, base = Path(job.course.root), builtin_folder()
    found = [
        root / "decks",
        root / "quizzes",
        base / ("decks" if job.course.origins else LOCK_FILE),
    ]
    return [*found, Path(quiz)] if quiz and Path(quiz).is_file() else found


def _epoch() -> str | None:
    return os.environ.get("SOURCE_DATE_EPOCH")


def verified(course: Course) -> dict[str, str]:
    """Keys of code entries, borrowed ones too, to the PyTorch that they were verified on."""
    from flashcards.source import builtin_folder
    from flashcards.verify.records import load_verified_versions

    return load_verified_versions(course, builtin_folder())


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, if rendering takes longer than a moment."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task, started = bar.add_task("Rendering", total=total), time.monotonic()

    def step() -> None:
        if not bar.live.is_started and time.monotonic() - started > _PATIENCE:
            bar.start()
        bar.advance(task)

    try:
        yield step
    finally:
        bar.stop()
