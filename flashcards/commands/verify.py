"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from flashcards.course.model import Course
from flashcards.errors import AlreadyReported
from flashcards.paths import is_builtin
from flashcards.terminal.output import print_json, print_lines
from flashcards.text.plain_text import format_count
from flashcards.verify.records import list_code_entries
from flashcards.verify.run import VerifyReport, record_verified, verify_course


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


def run_verify(
    course: Course,
    keys: Sequence[str],
    python: str,
    record: bool,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Run every code entry on PyTorch. Raises AlreadyReported if one is not as it says."""
    report = verify_course(
        course, python=python, environ=os.environ, keys=tuple(keys), seconds=seconds, jobs=jobs
    )
    if record:
        record_verified(course, report)
    if as_json:
        symbols = [symbol._asdict() for symbol in report.symbols]
        print_json({**asdict(report), "symbols": symbols})
    else:
        print_lines(_list_lines(report, course))
    if not report.is_valid:
        raise AlreadyReported


def _list_lines(report: VerifyReport, course: Course) -> Iterator[str]:
    """Yield what was not verified, and how many entries were."""
    for entry in report.entries:
        if entry.verdict != "verified":
            yield f"{course.places[entry.key]}: {entry.verdict}: {entry.key}: {entry.detail}"
    for key, name, state in report.symbols:
        yield f"{course.places[key]}: {name} is {state}, and {key} does not say so"
    counts = Counter[str](entry.verdict for entry in report.entries)
    verdicts = ("verified", "wrong", "failed", "not run")
    totals = ", ".join(f"{counts[verdict]} {verdict}" for verdict in verdicts)
    machine = report.machine
    on = f"PyTorch {machine.torch}" if machine.torch else "Python"
    yield f"{on} on {machine.platform}, {machine.device}: {totals} in {course.info.title}"
