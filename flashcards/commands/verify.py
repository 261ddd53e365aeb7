"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from flashcards.commands.environment import is_terminal
from flashcards.course.load import load_course
from flashcards.course.model import Course
from flashcards.errors import AlreadyReported, FlashcardsError
from flashcards.paths import is_builtin
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.text.plain_text import format_count
from flashcards.verify.records import list_code_entries
from flashcards.verify.run import VerifyReport, record_verified, verify_course


def run_verify(
    folder: Path | None,
    keys: Sequence[str],
    python: str | None,
    record: bool,
    trust: bool,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Run every code entry on PyTorch. Raises AlreadyReported if one is not as it says."""
    course = load_course(folder)
    if not trust and list_code_entries(course) and not is_builtin(course.root):
        _ask_for_trust(course)
    report = verify_course(
        course,
        python=python or sys.executable,
        environ=os.environ,
        keys=tuple(keys),
        seconds=seconds,
        jobs=jobs,
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


def _ask_for_trust(course: Course) -> None:
    """Raises FlashcardsError or AlreadyReported unless a person says yes."""
    programs = format_count(len(list_code_entries(course)), "program")
    warning = (
        f"'{course.info.title}' by {course.info.author} would run {programs} on this machine, "
        "limited in time and, where the system can, in memory, and in nothing else"
    )
    if not is_terminal():
        raise FlashcardsError(f"{warning}; give --trust if you trust its author")
    print_line(f"{warning}.")
    try:
        answer = input("Run it? [y/N] ")
    except EOFError:  # Ctrl-D
        raise AlreadyReported from None
    if answer.strip().casefold() not in ("y", "yes"):
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
