"""Every problem and warning of a course."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.cloze import find_cut_gap
from flashcards.anki.lock_problems import load_lock_problems
from flashcards.course.files import LOCK_FILE, load_files
from flashcards.course.load import Reading, read_course
from flashcards.course.model import Cloze, Course
from flashcards.course.texts import replace_texts
from flashcards.course.translations import find_stale_translations
from flashcards.errors import EntryProblem, Problem
from flashcards.lint import lint
from flashcards.paths import builtin_folder, folder_label
from flashcards.questions.quiz_faults import find_quiz_faults

_CODE = re.compile(r"`[^`\n]+`")
_MARKUP = re.compile(r"[*`\[\]!<>~|#\\\n]|\b_|_\b|\A\s*(?:[-+]|\d+[.)])")
"""What a gap may cut through; an underscore inside a name is none of it."""


class CheckReport(NamedTuple):
    """What is wrong with a course, and what is valid but weak; both sorted by place."""

    problems: list[Problem]
    warnings: list[Problem]
    course: str
    """Its title; the name of its folder if that cannot be read."""


def check_course(folder: Path | None = None, *, label: str | None = None) -> CheckReport:
    """Return all problems and warnings of the course in a folder, or of the built-in one.

    Places begin with `label`; if it is None, with the folder as it was given.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    files = load_files(folder or builtin_folder(), label)
    reading = read_course(files)
    course, problems, warnings = reading.course, [*reading.problems], [*reading.warnings]
    if course is None:
        return CheckReport(problems, sorted(warnings), files.root.resolve().name)
    if not problems:
        problems += _list_quiz_faults(reading, course, are_warnings=False)
        warnings += _list_quiz_faults(reading, course, are_warnings=True)
        lock = files.root / LOCK_FILE
        if os.path.lexists(lock) and files.info is not None:
            problems += load_lock_problems(course, label)
    problems += map(reading.locate, _find_cut_gaps(course))
    warnings += [reading.locate(each) for each in lint(course) if each.key not in course.origins]
    warnings += find_stale_translations(course)
    return CheckReport(problems, sorted(warnings), course.info.title)


def _find_cut_gaps(course: Course) -> Iterator[EntryProblem]:
    """Yield gaps that hide a part of something bold, of a link or of an image."""
    for lang, entry in _list_clozes(course):
        for number, gap in entry.gaps.items():
            marked = _MARKUP.search(_CODE.sub("", gap)) or "](" in entry.cloze
            if marked and entry.cloze.count(gap) == 1:
                yield from find_cut_gap(entry, number, lang)


def _list_clozes(course: Course) -> Iterator[tuple[str, Cloze]]:
    """Yield own texts with gaps, and their translations; code has no Markdown."""
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if not isinstance(entry, Cloze) or entry.language or entry.key in course.origins:
            continue
        yield "", entry
        for lang, translations in course.translations.items():
            if entry.key in translations:
                yield lang, replace_texts(entry, translations[entry.key].texts)


def _list_quiz_faults(reading: Reading, course: Course, are_warnings: bool) -> Iterator[Problem]:
    """Yield blocks of quizzes that ask for too much, or for what they show."""
    for fault in find_quiz_faults(course):
        if fault.is_warning == are_warnings:
            source, _ = reading.parts.quizzes[fault.quiz]
            yield Problem(source.locate(fault.path), f"{fault.message}; {fault.hint}")
