"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported
from flashcards.terminal.output import print_json, print_line
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards import CheckReport, Problem

OPTIONS = (
    FOLDER,
    Option("strict", ("--strict",), "Fail on warnings too.", value=bool, default=False),
    JSON,
)


def run(speaker: Speaker, folder: Path | None, strict: bool, as_json: bool) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are sound but hard to learn or easy to guess.
    """
    from flashcards import check_course
    from flashcards.paths import label_of, open_cache

    report = check_course(folder, cache=open_cache(), label=label_of(folder))
    if as_json:
        found = {"problems": report.problems, "warnings": report.warnings}.items()
        rows = {
            name: [_for_programs(speaker, each) for each in each_kind] for name, each_kind in found
        }
        print_json({**rows, "course": report.course})
    else:
        _print(speaker, report)
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def _print(speaker: Speaker, report: CheckReport) -> None:
    for mark, found in (("", report.problems), ("warning: ", report.warnings)):
        for each in found:
            print_line(f"{each.at}: {mark}{each.message}")
            if each.hint:
                print_line(f"    {speaker.complete_commands(each.hint)}")
    problems = Message("problems-count", n=len(report.problems))
    warnings = Message("warnings-count", n=len(report.warnings))
    speaker.print(
        Message("check-counts", problems=problems, warnings=warnings, course=report.course)
    )


def _for_programs(speaker: Speaker, problem: Problem) -> dict[str, Any]:
    hint = speaker.complete_commands(problem.hint)
    return {**problem.at._asdict(), "message": problem.message, "hint": hint}
