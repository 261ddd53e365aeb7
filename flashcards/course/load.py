"""A folder to a course: every file read, every reference followed.

All problems of all files are collected in one run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.course.files import CourseFiles, Parts, load_files, read_parts, read_quiz
from flashcards.course.model import Course, CourseInfo, Deck, EntryTranslation, Quiz
from flashcards.course.names import Known, check_names, check_quiz_names, list_warnings
from flashcards.course.source import MAX_FILE_BYTES, Source
from flashcards.course.translations import list_missing_texts
from flashcards.errors import EntryProblem, Position, Problem, ProblemsFound
from flashcards.fileio import load_bytes
from flashcards.paths import builtin_folder, folder_label, is_builtin


@dataclass(frozen=True)
class Reading:
    """A course as far as it is valid, with its problems and warnings."""

    course: Course | None
    problems: list[Problem]
    warnings: list[Problem]
    parts: Parts

    def locate(self, problem: EntryProblem) -> Problem:
        """Return a problem of an entry, or of its translation, with its place."""
        at = Position(problem.key)
        if (problem.lang, problem.key) in self.parts.places:
            source, path = self.parts.places[problem.lang, problem.key]
            at = source.locate((*path, *problem.path), line=problem.line)
        return Problem(at, problem.message, rule=problem.rule)


def load_course(folder: Path | None = None, *, label: str | None = None) -> Course:
    """Return the course in a folder, or the built-in one. Raises ProblemsFound with all mistakes.

    Places of mistakes begin with `label`: if None, with the folder as it was given.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    reading = read_course(load_files(folder or builtin_folder(), label))
    if reading.problems or reading.course is None:
        raise ProblemsFound(reading.problems)
    return reading.course


def load_quiz(path: Path, known: Known) -> Quiz:
    """Return the quiz in a file outside the course. Raises ProblemsFound."""
    source = Source(load_bytes(path, MAX_FILE_BYTES), str(path))
    quiz = read_quiz(source) if source.data is not None else None
    check_quiz_names(source, known)
    if quiz is None or source.problems:
        raise ProblemsFound(source.problems)
    return quiz


def read_course(files: CourseFiles) -> Reading:
    """Return the course in a folder with its problems and warnings.

    Raises ProblemsFound if it uses entries of the built-in course and that has mistakes.
    """
    borrows = files.info is not None and "uses" in files.info.fields
    base = load_course() if borrows and not is_builtin(str(files.root)) else None
    parts = read_parts(files, base)
    check_names(parts)
    problems = {*files.problems}
    for source in files.list_sources():
        problems |= {*source.problems}
    course = _make_course(parts, parts.info) if parts.info else None
    return Reading(course, sorted(problems), [*dict.fromkeys(list_warnings(parts))], parts)


def _make_course(parts: Parts, info: CourseInfo) -> Course:
    base, entries = parts.base, parts.list_entries()
    borrowed = [entry.key for deck in parts.borrowed for entry in deck.entries]
    places = {key: base.places[key] for key in borrowed} if base else {}
    for (lang, key), (source, path) in parts.places.items():
        if not lang:
            places[key] = source.locate(path)
    named = {key for entry in entries.values() for key in entry.see}
    lent = {key: base.resources[key] for key in base.resources.keys() & named} if base else {}
    headings = {f"deck/{deck.deck}" for deck in parts.borrowed}
    titles = {
        lang: {name: theirs[name] for name in theirs.keys() & headings}
        for lang, theirs in (base.titles if base else {}).items()
    }
    return Course(
        info=info,
        decks=(*_sort_decks(parts, info), *parts.borrowed),
        resources={**lent, **parts.resources},
        quizzes={name: quiz for name, (_, quiz) in parts.quizzes.items()},
        translations=_collect_translations(parts, borrowed),
        titles=_join_overlays(parts, "titles", titles),
        pictures=_join_overlays(parts, "pictures", base.pictures if base else {}),
        words=_join_overlays(parts, "words", {}),
        places=places,
        origins=dict.fromkeys(borrowed, base.info.id) if base else {},
        root=str(parts.files.root),
        media={**(base.media if base else {}), **parts.files.media},
    )


def _sort_decks(parts: Parts, info: CourseInfo) -> list[Deck]:
    """Return the decks as the course orders them, others by stage, then by file."""
    order = {name: number for number, name in enumerate(info.decks)}
    decks = [deck for _, deck in parts.decks]
    return sorted(decks, key=lambda deck: (order.get(deck.deck, len(order)), deck.stage or 1))


def _collect_translations(
    parts: Parts, borrowed: list[str]
) -> dict[str, dict[str, EntryTranslation]]:
    """Return the translations that are whole, by language and key."""
    translations: dict[str, dict[str, EntryTranslation]] = {}
    for lang, lent in (parts.base.translations if parts.base else {}).items():
        translations[lang] = {key: lent[key] for key in borrowed if key in lent}
    entries = parts.list_entries()
    for overlay in parts.overlays:
        for key, translation in overlay.entries.items() if not overlay.source.problems else ():
            if key in entries and not list_missing_texts(entries[key], translation):
                translations.setdefault(overlay.source.lang, {})[key] = translation
    return translations


def _join_overlays(
    parts: Parts, name: str, lent: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return what the overlays of each language say, and what the built-in course lends."""
    joined = {lang: dict(values) for lang, values in lent.items()}
    for overlay in parts.overlays:
        if values := getattr(overlay, name):
            joined.setdefault(overlay.source.lang, {}).update(values)
    return joined
