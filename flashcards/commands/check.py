"""`ptquiz check`, `verify` and `translate`: what is wrong with a course, and what is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple, get_args

from flashcards.anki.cloze import find_cut_gap
from flashcards.anki.lock import list_lock_problems, load_lock
from flashcards.commands.context import Context
from flashcards.course.load import LOCK_FILE, try_load_course
from flashcards.course.model import Cloze, Course
from flashcards.course.translations import (
    TranslationState,
    accept_translations,
    list_states,
)
from flashcards.errors import AlreadyReported, EntryProblem, FlashcardsError, Problem
from flashcards.lint import lint
from flashcards.paths import is_builtin
from flashcards.questions.draw import find_quiz_faults
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.text.plain_text import format_count
from flashcards.verify import (
    Verdict,
    VerifyReport,
    list_code_entries,
    record_verified,
)


class CheckReport(NamedTuple):
    """What is wrong with a course, and what is valid but weak."""

    problems: list[Problem]
    warnings: list[Problem]
    course: str
    """Its title; the name of its folder if that cannot be read."""


def check_course(folder: Path | None = None, *, label: str | None = None) -> CheckReport:
    """Return all problems and warnings of the course in a folder, or of the built-in one.

    Places begin with `label`; if it is None, with the folder as it was given.
    """
    loaded = try_load_course(folder, label=label)
    course, problems, warnings = loaded.course, [*loaded.problems], [*loaded.warnings]
    if course is None:
        return CheckReport(problems, sorted(warnings), loaded.root.resolve().name)
    if not problems:
        for quiz, path, message in find_quiz_faults(course):
            source, _ = loaded.places["quiz", quiz]
            problems.append(Problem(source.locate(path), message))
        if os.path.lexists(loaded.root / LOCK_FILE):
            problems += list_lock_problems(
                course, load_lock(course.root, loaded.label), loaded.label
            )
    problems += map(loaded.locate, _find_cut_gaps(course))
    warnings += [loaded.locate(flaw) for flaw in lint(course) if flaw.key not in course.origins]
    return CheckReport(problems, sorted(warnings), course.info.title)


def _find_cut_gaps(course: Course) -> Iterator[EntryProblem]:
    """Yield gaps that hide a part of something bold, of a link or of an image."""
    entries = [("", entry) for deck in course.decks for entry in deck.entries]
    for lang, translations in course.translations.items():
        entries += [(lang, translation.entry) for translation in translations.values()]
    for lang, entry in entries:
        if isinstance(entry, Cloze) and not entry.language and entry.key not in course.origins:
            for number, gap in entry.gaps.items():
                if entry.cloze.count(gap) == 1:
                    yield from find_cut_gap(entry, number, lang)


def run_check(context: Context, strict: bool, as_json: bool) -> None:
    """Print every problem and warning of a course. Raises AlreadyReported if it fails."""
    report = check_course(context.folder)
    if as_json:
        lists = {"problems": report.problems, "warnings": report.warnings}
        rows = {
            name: [{**p.at._asdict(), "message": p.message, "rule": p.rule} for p in problems]
            for name, problems in lists.items()
        }
        print_json({**rows, "course": report.course})
    else:
        print_lines(report.problems)
        for warning in report.warnings:
            rule = f" [{warning.rule}]" if warning.rule else ""
            print_line(f"{warning.at}: warning: {warning.message}{rule}")
        problems = format_count(len(report.problems), "problem")
        warnings = format_count(len(report.warnings), "warning")
        print_line(f"{problems}, {warnings} in {report.course}")
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def describe_risk(course: Course) -> str:
    """Return what running a stranger's code means; "" for the built-in course, or without code."""
    entries = list_code_entries(course)
    if not entries or is_builtin(course.root):
        return ""
    return (
        f"'{course.info.title}' by {course.info.author} would run "
        f"{format_count(len(entries), 'program')} on this machine, limited in time and, where the "
        "system can, in memory, and in nothing else"
    )


def print_verified(course: Course, report: VerifyReport, record: bool, as_json: bool) -> None:
    """Print what was verified, and keep it. Raises AlreadyReported if an entry is wrong."""
    if record:
        record_verified(course, report)
    if as_json:
        print_json(asdict(report))
    else:
        print_lines(_list_verified(report, course))
    if not report.is_valid:
        raise AlreadyReported


def _list_verified(report: VerifyReport, course: Course) -> Iterator[str]:
    """Yield what was not verified, and how many entries were."""
    for entry in report.entries:
        if entry.verdict != "verified":
            yield f"{course.places[entry.key]}: {entry.verdict}: {entry.key}: {entry.detail}"
    verdicts = [entry.verdict for entry in report.entries]
    totals = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in get_args(Verdict))
    machine = report.machine
    on = f"PyTorch {machine.torch}" if machine.torch else "Python"
    yield f"{on} on {machine.platform}, {machine.device}: {totals} in {course.info.title}"


def run_translate(context: Context, todo: bool, accept: Sequence[str], as_json: bool) -> None:
    """Print what is missing or stale, or accept what was checked again."""
    course = context.course
    others = [lang for lang in course.info.languages if lang != course.source]
    lang, title = context.lang or (others or [course.source])[0], course.info.title
    if lang == course.source and accept:
        raise FlashcardsError(f"'{lang}' is the source: there is nothing to translate")
    if accept:
        count = accept_translations(course, lang, None if [*accept] == ["all"] else accept)
        print_line(f"accepted {count} in {lang} of {title}")
        return
    by_state = {name: list[TranslationState]() for name in ("missing", "stale", "later", "done")}
    for state in list_states(course, lang):
        by_state[state.state].append(state)
    shown = {"missing": "missing", "stale": "stale"} | ({"later": "not promised"} if todo else {})
    missing, stale, later, done = map(len, by_state.values())
    if as_json:
        keys = {name: [state.entry.key for state in states] for name, states in by_state.items()}
        print_json({name: keys[name] for name in ("missing", "stale", "later")})
        return
    for name, description in shown.items():
        print_lines(f"{state.at}: {description}: {state.entry.key}" for state in by_state[name])
    if lang == course.source:
        print_line(f"{title}, {lang}: the decks are written in it, so no text is translated")
    else:
        print_line(
            f"{title}, {lang}: {done + stale} translated, {stale} stale, "
            f"{missing} promised and missing, {later} not promised yet"
        )
