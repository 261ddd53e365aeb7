"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path

from flashcards.commands.environment import is_terminal
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import FOLDER, JSON, KEY
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, FlashcardsError
from flashcards.model import Course
from flashcards.source.course import is_builtin_course
from flashcards.terminal.output import print_json, print_line
from flashcards.verify.course import (
    VerifyReport,
    VersionRun,
    describe_verification,
    has_code,
    record_verified,
    verify_course,
)
from flashcards.words.message import Message

OPTIONS = (
    FOLDER,
    KEY,
    Option("python", ("--python",), "help-verify-python", many=True, metavar="metavar-python"),
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
    python: tuple[str, ...],
    record: bool,
    trust: bool,
    seconds: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Run every code entry on PyTorch, look up every torch name, compare versions.

    What cannot run here (no GPU) is reported as not run, never as verified. A course that
    is not the built-in one is somebody's code: it runs after a yes, or with --trust.
    """
    course = speaker.load_course(folder)
    pythons = python or (sys.executable,)
    if not trust and has_code(course) and not is_builtin_course(course):
        _ask_for_trust(speaker, course, pythons[0])
    report = verify_course(
        course, pythons=pythons, environ=os.environ, keys=key, seconds=seconds, jobs=jobs
    )
    if record:
        record_verified(course, report)
    if as_json:
        _print_json(report)
    else:
        _print(report, course)
    if not report.is_sound:
        raise AlreadyReported


def _ask_for_trust(speaker: Speaker, course: Course, python: str) -> None:
    """Raises FlashcardsError unless a person says yes."""
    told = describe_verification(course, python)
    if not is_terminal():
        raise FlashcardsError(Message("verify-untrusted", told=told))
    speaker.print(Message("verify-whose", told=told))
    if input(speaker.render(Message("verify-question"))).strip().casefold() not in ("y", "yes"):
        raise AlreadyReported


def _print(report: VerifyReport, course: Course) -> None:
    for run in report.runs:
        _print_run(run, course)
    for change in report.changes:
        what = f"{change.name} is" if change.name else "prints"
        told = "; the entry says so" if change.told else ""
        versions = ", ".join(
            f"{state if change.name else repr(str(state))} on {on}" for on, state in change.versions
        )
        print_line(f"{course.places[change.key]}: changed: {change.key}: {what} {versions}{told}")
    if len(report.runs) > 1:
        print_line(f"{len(report.changes)} changed between these versions")


def _print_run(run: VersionRun, course: Course) -> None:
    machine = run.machine
    for each in run.entries:
        if each.verdict != "verified":
            print_line(f"{course.places[each.key]}: {each.verdict}: {each.key}: {each.detail}")
    for symbol in run.symbols:
        at = course.places[symbol.key]
        print_line(f"{at}: {symbol.name} is {symbol.state}, and {symbol.key} does not say so")
    verdicts = [each.verdict for each in run.entries]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {verdict}"
        for verdict in ("verified", "wrong", "failed", "not run")
    )
    name = f"PyTorch {machine.torch}" if machine.torch else "Python"
    print_line(f"{name} on {machine.platform}, {machine.device}: {counts} in {course.info.title}")


def _print_json(report: VerifyReport) -> None:
    runs = [
        {
            "machine": asdict(run.machine),
            "entries": [{**vars(each), "detail": str(each.detail or "")} for each in run.entries],
            "symbols": [symbol._asdict() for symbol in run.symbols],
        }
        for run in report.runs
    ]
    changes = [
        {**change._asdict(), "versions": {on: str(state) for on, state in change.versions}}
        for change in report.changes
    ]
    print_json({"runs": runs, "changes": changes})
