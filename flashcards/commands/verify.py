"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from flashcards.commands.environment import is_terminal
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import FOLDER, JSON, KEY
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, FlashcardsError
from flashcards.model import Course
from flashcards.source.course import is_builtin_course
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.verify.records import list_code_entries
from flashcards.verify.run import VerifyReport, record_verified, verify_course

OPTIONS = (
    *FOLDER,
    KEY,
    Option("python", ("--python",), "help-verify-python", metavar="metavar-python"),
    switch("record", "--record", "help-verify-record"),
    switch("trust", "--trust", "help-verify-trust"),
    Option("seconds", ("--seconds",), "help-verify-seconds", value=float, default=180),
    Option("jobs", ("--jobs",), "help-verify-jobs", value=int, default=2, minimum=1),
    JSON,
)


def run(
    speaker: Speaker,
    folder: Path | None,
    key: tuple[str, ...],
    python: str | None,
    record: bool,
    trust: bool,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Run every code entry on PyTorch, and look up every torch name.

    What cannot run here (no GPU) is reported as not run, never as verified. A course that
    is not the built-in one is somebody's code: it runs after a yes, or with --trust.
    """
    course = speaker.load_course(folder)
    if not trust and list_code_entries(course) and not is_builtin_course(course):
        _ask_for_trust(course)
    report = verify_course(
        course,
        python=python or sys.executable,
        environ=os.environ,
        keys=key,
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
    count = len(list_code_entries(course))
    told = (
        f"'{course.info.title}' by {course.info.author} would run {count} "
        f"{'program' if count == 1 else 'programs'} on this machine, "
        "limited in time and, where the system can, in memory, and in nothing else"
    )
    if not is_terminal():
        raise FlashcardsError(f"{told}; give --trust if you trust its author")
    print_line(f"{told}.")
    try:
        answer = input("Run it? [y/N] ")
    except EOFError:  # Ctrl-D
        raise AlreadyReported from None
    if answer.strip().casefold() not in ("y", "yes"):
        raise AlreadyReported


def _list_lines(report: VerifyReport, course: Course) -> Iterator[str]:
    """Yield what was not verified, and how many entries were."""
    for each in report.entries:
        if each.verdict != "verified":
            yield f"{course.places[each.key]}: {each.verdict}: {each.key}: {each.detail}"
    for key, name, state in report.symbols:
        yield f"{course.places[key]}: {name} is {state}, and {key} does not say so"
    counts = Counter[str](each.verdict for each in report.entries)
    verdicts = ("verified", "wrong", "failed", "not run")
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in verdicts)
    machine = report.machine
    on = f"PyTorch {machine.torch}" if machine.torch else "Python"
    yield f"{on} on {machine.platform}, {machine.device}: {told} in {course.info.title}"
