"""`ptquiz check`, `verify` and `translate`: what is wrong with a course, and what is missing."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple, get_args

from flashcards.anki.cloze import find_cut_gap
from flashcards.anki.lock import list_lock_problems, load_lock
from flashcards.commands.context import Context
from flashcards.course.load import LOCK_FILE, try_load_course
from flashcards.course.model import Cloze, Course
from flashcards.course.translations import MISSING, accept_translations, list_states
from flashcards.course.variants import list_variants
from flashcards.errors import AlreadyReported, EntryProblem, FlashcardsError, Problem, UsageError
from flashcards.lint import lint
from flashcards.paths import is_builtin
from flashcards.questions.draw import find_quiz_faults
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.text.plain_text import format_count
from flashcards.verify import Verdict, VerifyReport, list_code_entries, record_verified

_PER_DECK = {
    "missing-why": (
        "answers have no explanation, in lines",
        "add 'why' to each; 'ptquiz preview' shows only these under State",
    ),
    MISSING: (
        "promised translations are missing, for lines",
        "'ptquiz translate' lists them",
    ),
    "stale-translation": (
        "translations are older than their source, in lines",
        "'ptquiz translate' lists them",
    ),
}
"""Rules that may warn of most entries of a deck: one line says it for all, and what to do."""
_MAX_LINES = 3
"""Lines that it names."""


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
            problems += list_lock_problems(course, load_lock(course.root))
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


def _list_by_deck(warnings: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the warnings, of some rules one for all in a file."""
    found = list(warnings)
    alike: dict[tuple[str, str], list[Problem]] = defaultdict(list)
    for warning in found:
        alike[warning.at.file, warning.rule].append(warning)
    for warning in found:
        same = alike[warning.at.file, warning.rule]
        if warning.rule not in _PER_DECK or len(same) == 1:
            yield warning
        elif warning is same[0]:
            what, hint = _PER_DECK[warning.rule]
            lines = [str(line) for line in dict.fromkeys(other.at.line for other in same)]
            named = ", ".join(lines[:_MAX_LINES]) + (" …" if len(lines) > _MAX_LINES else "")
            message = f"{len(same)} {what} {named}; {hint}"
            yield Problem(warning.at, message, rule=warning.rule)


def run_check(context: Context, strict: bool, as_json: bool) -> None:
    """Print every problem and warning of a course. Raises AlreadyReported if it fails."""
    report = check_course(context.folder)
    if as_json:
        print_json(report._asdict())
    else:
        print_lines(report.problems)
        warned = [*_list_by_deck(report.warnings)]
        for warning in warned:
            rule = f" [{warning.rule}]" if warning.rule else ""
            print_line(f"{warning.at}: warning: {warning.message}{rule}")
        problems = format_count(len(report.problems), "problem")
        warnings = format_count(len(warned), "warning")
        print_line(f"{problems}, {warnings} in {report.course}")
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def describe_risk(course: Course) -> str:
    """Return what running a stranger's code means; "" for the built-in course, or without code."""
    entries = list_code_entries(course)
    if not entries or is_builtin(course.root):
        return ""
    count = sum(len(list_variants(entry)) for entry in entries)
    programs = f"{format_count(count, 'program')} on this machine"
    limits = "limited in time, in memory where the system can and has no GPU, and in nothing else"
    return f"'{course.info.title}' by {course.info.author} would run {programs}, {limits}"


def print_verified(course: Course, report: VerifyReport, record: bool, as_json: bool) -> None:
    """Print what was not verified, and how many entries were; keep it if asked.

    Raises AlreadyReported if an entry is wrong.
    """
    if record:
        record_verified(course, report)
    if as_json:
        print_json(asdict(report))
    else:
        for entry in report.entries:
            if entry.verdict != "verified" or entry.detail:
                place = course.places[entry.key]
                variant = f" (variant {entry.variant})" if entry.variant else ""
                print_line(f"{place}: {entry.verdict}: {entry.key}{variant}: {entry.detail}")
        verdicts = [entry.verdict for entry in report.entries]
        totals = ", ".join(
            f"{verdicts.count(verdict)} {verdict}"
            for verdict in get_args(Verdict)
            if verdict in verdicts or verdict != "new"
        )
        machine = report.machine
        on = f"PyTorch {machine.torch}" if machine.torch else "Python"
        where = f"{on} on {machine.platform}, {machine.device}"
        print_line(f"{where}: {totals} in {course.info.title}")
    if not report.is_valid:
        raise AlreadyReported


def run_translate(context: Context, todo: bool, accept: Sequence[str]) -> None:
    """Print what is missing or stale, or accept what was checked again."""
    if todo and accept:
        message = "--todo lists entries and --accept changes them; give one of the two."
        raise UsageError(message, "--accept")
    course = context.course
    others = [lang for lang in course.info.languages if lang != course.source]
    lang, title = context.lang or (others or [course.source])[0], course.info.title
    if lang == course.source and accept:
        raise FlashcardsError(f"'{lang}' is the source: there is nothing to translate")
    if accept:
        count = accept_translations(course, lang, None if [*accept] == ["all"] else accept)
        print_line(f"accepted {count} in {lang} of {title}")
        return
    states = list_states(course, lang)
    for name in ("missing", "stale", "later") if todo else ("missing", "stale"):
        description = "not promised" if name == "later" else name
        for state in states:
            if state.state == name:
                print_line(f"{state.at}: {description}: {state.entry.key}")
    if lang == course.source:
        print_line(f"{title}, {lang}: the decks are written in it, so no text is translated")
    else:
        counts = Counter(state.state for state in states)
        print_line(
            f"{title}, {lang}: {counts['done'] + counts['stale']} translated, "
            f"{counts['stale']} stale, {counts['missing']} promised and missing, "
            f"{counts['later']} not promised yet"
        )
