"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.cloze import find_cut_gap
from flashcards.anki.lock import load_lock_problems
from flashcards.commands.context import Context
from flashcards.commands.environment import quote_word
from flashcards.course.files import LOCK_FILE, load_files
from flashcards.course.load import read_course
from flashcards.course.model import Cloze, Course
from flashcards.course.texts import replace_texts
from flashcards.course.translations import find_stale_translations
from flashcards.errors import AlreadyReported, EntryProblem, Problem
from flashcards.lint import lint
from flashcards.paths import builtin_folder, folder_label, label_of
from flashcards.questions.quiz_faults import find_quiz_faults
from flashcards.terminal.output import print_json, print_line
from flashcards.text.plain_text import format_count

_MARKUP = re.compile(r"[*`\[\]!<>~|#\\\n]|\b_|_\b|\A\s*(?:[-+]|\d+[.)])")
"""What a gap may cut through; an underscore inside a name is none of it."""
MAX_ALIKE = 5
"""Warnings of one kind that are printed one by one."""


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
        for fault in find_quiz_faults(course):
            source, _ = reading.parts.quizzes[fault.quiz]
            told = Problem(source.locate(fault.path), f"{fault.message}; {fault.hint}")
            (warnings if fault.is_warning else problems).append(told)
        if os.path.lexists(files.root / LOCK_FILE):
            problems += load_lock_problems(course, label)
    problems += map(reading.locate, _find_cut_gaps(course))
    warnings += [reading.locate(each) for each in lint(course) if each.key not in course.origins]
    warnings += find_stale_translations(course)
    return CheckReport(problems, sorted(warnings), course.info.title)


def _find_cut_gaps(course: Course) -> Iterator[EntryProblem]:
    """Yield gaps that hide a part of something bold, of a link or of an image."""
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if not isinstance(entry, Cloze) or entry.language or entry.key in course.origins:
            continue  # code has no Markdown
        texts = {"": entry}
        for lang, translations in course.translations.items():
            if entry.key in translations:
                texts[lang] = replace_texts(entry, translations[entry.key].by_path())
        for lang, text in texts.items():
            for number, gap in text.gaps.items():
                if text.cloze.count(gap) == 1 and (_MARKUP.search(gap) or "](" in text.cloze):
                    yield from find_cut_gap(text, number, lang)


def run_check(context: Context, strict: bool, verbose: bool, as_json: bool) -> None:
    """Print every problem and warning of a course. Raises AlreadyReported if it fails."""
    report = check_course(context.folder, label=label_of(context.folder))
    if as_json:
        rows = {
            name: [
                {**problem.at._asdict(), "message": problem.message, "rule": problem.rule}
                for problem in problems
            ]
            for name, problems in (("problems", report.problems), ("warnings", report.warnings))
        }
        print_json({**rows, "course": report.course})
    else:
        _print_report(context, report, verbose)
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def _print_report(context: Context, report: CheckReport, verbose: bool) -> None:
    for problem in report.problems:
        print_line(str(problem))
    groups = group_warnings(report.warnings, len(report.warnings) if verbose else MAX_ALIKE)
    for group in groups:
        first = group[0]
        message = f"{first.message} [{first.rule}]" if first.rule else first.message
        if len(group) == 1:
            print_line(f"{first.at}: warning: {message}")
        else:
            places = ", ".join(str(warning.at) for warning in group[:MAX_ALIKE])
            print_line(f"warning: {len(group)} × {message}: {places}, …")
    if len(groups) < len(report.warnings):
        folder = f" {quote_word(str(context.named))}" if context.named else ""
        print_line(f"'ptquiz check{folder} --verbose' tells each of them")
    problems = format_count(len(report.problems), "problem")
    warnings = format_count(len(report.warnings), "warning")
    print_line(f"{problems}, {warnings} in {report.course}")


def group_warnings(warnings: Sequence[Problem], most: int) -> list[list[Problem]]:
    """Return each warning alone, but together those of a kind that has more than `most`."""
    kinds = defaultdict(list)
    for warning in warnings:
        kinds[warning.rule or warning.message].append(warning)
    groups = []
    for alike in kinds.values():
        groups += [alike] if len(alike) > most else [[warning] for warning in alike]
    return sorted(groups)
