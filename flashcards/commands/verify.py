"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
import sys
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
from flashcards.terminal.output import print_json, print_lines
from flashcards.verify.course import (
    VerifyReport,
    VersionChange,
    VersionRun,
    describe_verification,
    has_code,
    record_verified,
    verify_course,
)
from flashcards.words.message import Message, Names

OPTIONS = (
    *FOLDER,
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
        _print(speaker, report, course)
    if not report.is_sound:
        raise AlreadyReported


def _ask_for_trust(speaker: Speaker, course: Course, python: str) -> None:
    """Raises FlashcardsError or AlreadyReported unless a person says yes."""
    told = describe_verification(course, python)
    if not is_terminal():
        raise FlashcardsError(Message("verify-untrusted", told=told))
    speaker.print(Message("verify-whose", told=told))
    try:
        answer = input(speaker.render(Message("verify-question")))
    except EOFError:  # Ctrl-D
        raise AlreadyReported from None
    if answer.strip().casefold() not in ("y", "yes"):
        raise AlreadyReported


def _print(speaker: Speaker, report: VerifyReport, course: Course) -> None:
    for run in report.runs:
        print_lines(map(speaker.render, _tell_run(run, course)))
    for change in report.changes:
        speaker.print(_tell_change(change, course))
    if len(report.runs) > 1:
        speaker.print(Message("verify-changes", count=len(report.changes)))


def _tell_change(change: VersionChange, course: Course) -> Message:
    """What is not the same on all versions: the state of a name, or what an entry prints."""
    versions = Names(
        Message("verify-on", state=state if change.name else repr(str(state)), version=on)
        for on, state in change.versions
    )
    values = {"at": course.places[change.key], "key": change.key, "versions": versions}
    if change.name:
        told = Message("verify-name-changed", name=change.name, **values)
    else:
        told = Message("verify-print-changed", **values)
    return Message("verify-change-told", change=told) if change.told else told


def _tell_run(run: VersionRun, course: Course) -> Iterator[Message]:
    """What was not verified on one version of PyTorch, and how many entries were."""
    counts = dict.fromkeys(("verified", "wrong", "failed", "not run"), 0)
    for each in run.entries:
        counts[each.verdict] += 1
        if each.verdict != "verified":
            verdict, detail = _name_verdict(each.verdict), each.detail
            yield Message(
                "verify-entry",
                at=course.places[each.key],
                verdict=verdict,
                key=each.key,
                detail=detail,
            )
    for symbol in run.symbols:
        yield Message("verify-unsaid", at=course.places[symbol.key], **symbol._asdict())
    told = Names(
        Message("verify-count", count=count, verdict=_name_verdict(verdict))
        for verdict, count in counts.items()
    )
    machine = run.machine
    yield Message(
        "verify-run",
        on=f"PyTorch {machine.torch}" if machine.torch else "Python",
        platform=machine.platform,
        device=machine.device,
        counts=told,
        course=course.info.title,
    )


def _name_verdict(verdict: str) -> Message:
    return Message(f"verdict-{verdict.replace(' ', '-')}")


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
