"""Every problem and warning of a course."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.cloze import find_cut_gap
from flashcards.anki.lock_problems import load_lock_problems
from flashcards.errors import EntryProblem, Problem
from flashcards.lint import lint
from flashcards.model import Cloze, Course
from flashcards.questions.quiz_faults import find_quiz_faults
from flashcards.source.course import builtin_folder, folder_label, read_course
from flashcards.source.course_files import locate_problems, parse_file
from flashcards.source.folder import LOCK_FILE, CourseFolder, load_folder
from flashcards.source.translations import find_stale_translations
from flashcards.text.entry_texts import replace_texts

_CODE = re.compile(r"`[^`\n]+`")
_MARKUP = re.compile(r"[*`\[\]!<>~|#\\\n]|\b_|_\b|\A\s*(?:[-+]|\d+[.)])")
"""What a gap may cut through; an underscore inside a name is none of it."""


class CheckReport(NamedTuple):
    """What is wrong with a course, and what is sound but weak; both sorted by place."""

    problems: list[Problem]
    warnings: list[Problem]
    course: str
    """Its title; the name of its folder if that cannot be read."""


def check_course(folder: Path | None = None, *, label: str | None = None) -> CheckReport:
    """All problems and warnings of the course in a folder, or of the built-in one.

    Places begin with `label`; if it is None, with the folder as it was given.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    files = load_folder(folder or builtin_folder(), label)
    reading = read_course(files)
    problems, warnings = list(reading.problems), list(reading.warnings)
    if reading.course is not None and not problems:
        short, doubtful = _find_quiz_faults(reading.course, files)
        problems += short
        warnings += doubtful
        problems += _load_lock_problems(reading.course, files)
    if reading.course is not None:
        problems += locate_problems(_find_cut_gaps(reading.course), files)
        own = set(reading.course.places) - set(reading.course.origins)
        found = [each for each in lint(reading.course) if each.key in own]
        warnings += locate_problems(found, files)
        warnings += find_stale_translations(reading.course)
    title = reading.course.info.title if reading.course else files.root.resolve().name
    return CheckReport(problems, sorted(warnings), title)


def _load_lock_problems(course: Course, files: CourseFolder) -> list[Problem]:
    """What was released and is not kept; nothing before the first release."""
    lock = files.root / LOCK_FILE
    if not os.path.lexists(lock) or files.info is None:
        return []
    info_at = parse_file(files.info).locate(("id",))
    return load_lock_problems(course, files.display_path(lock), info_at)


def _find_cut_gaps(course: Course) -> Iterator[EntryProblem]:
    """Gaps that hide a part of something bold, of a link or of an image, which no card can show."""
    for lang, entry in _list_clozes(course):
        for number, gap in entry.gaps.items():
            marked = _MARKUP.search(_CODE.sub("", gap)) or "](" in entry.cloze
            if marked and entry.cloze.count(gap) == 1:
                yield from find_cut_gap(entry, number, lang)


def _list_clozes(course: Course) -> Iterator[tuple[str, Cloze]]:
    """Own texts with gaps, and their translations; code has no Markdown."""
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if not isinstance(entry, Cloze) or entry.language or entry.key in course.origins:
            continue
        yield "", entry
        for lang, translations in course.translations.items():
            if entry.key in translations:
                yield lang, replace_texts(entry, translations[entry.key].texts)


def _find_quiz_faults(course: Course, files: CourseFolder) -> tuple[list[Problem], list[Problem]]:
    """Problems and warnings of quizzes: blocks that ask for too much, or for what they show."""
    problems: list[Problem] = []
    warnings: list[Problem] = []
    documents = {each.data["quiz"]: each for each in map(parse_file, files.quizzes)}
    for fault in find_quiz_faults(course):
        at = documents[fault.quiz].locate(fault.path)
        found = Problem(at, fault.message, fault.hint)
        (warnings if fault.is_warning else problems).append(found)
    return problems, warnings
