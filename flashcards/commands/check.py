"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flashcards.check import CheckReport, check_course
from flashcards.commands.options import switch
from flashcards.commands.shared_options import FOLDER, JSON, VERBOSE
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, Problem
from flashcards.paths import label_of
from flashcards.terminal.output import print_json, print_line
from flashcards.words.message import Message, Names

OPTIONS = (
    *FOLDER,
    switch("strict", "--strict", "help-check-strict"),
    VERBOSE._replace(help="help-check-verbose"),
    JSON,
)
MOST_ALIKE = 5
"""Warnings of one kind that are told one by one."""


def run(speaker: Speaker, folder: Path | None, strict: bool, verbose: bool, as_json: bool) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are sound but hard to learn or easy to guess.
    """
    report = check_course(folder, label=label_of(folder))
    if as_json:
        found = {"problems": report.problems, "warnings": report.warnings}.items()
        rows = {
            name: [_for_programs(speaker, each) for each in each_kind] for name, each_kind in found
        }
        print_json({**rows, "course": report.course})
    else:
        _print(speaker, report, verbose)
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def _print(speaker: Speaker, report: CheckReport, verbose: bool) -> None:
    groups = _group_warnings(report.warnings, len(report.warnings) if verbose else MOST_ALIKE)
    lines = [(f"{each.at}: ", each.message, each.hint) for each in report.problems]
    for first, *others in groups:
        if others:
            lines.append(("warning: ", *_tell_alike([first, *others])))
        else:
            lines.append((f"{first.at}: warning: ", first.message, first.hint))
    for head, message, hint in lines:
        print_line(f"{head}{speaker.render(message)}")
        if hint:
            print_line(f"    {speaker.render(hint)}")
    if len(groups) < len(report.warnings):
        speaker.print(Message("warnings-verbose"))
    problems = Message("problems-count", n=len(report.problems))
    warnings = Message("warnings-count", n=len(report.warnings))
    speaker.print(
        Message("check-counts", problems=problems, warnings=warnings, course=report.course)
    )


def _group_warnings(warnings: Sequence[Problem], most: int) -> list[list[Problem]]:
    """Each warning alone, but for those of a kind of which there are more than `most`."""
    kinds = defaultdict(list)
    for each in warnings:
        kinds[each.message.id].append(each)
    whole = [alike for alike in kinds.values() if len(alike) > most]
    alone = [[each] for alike in kinds.values() if len(alike) <= most for each in alike]
    return sorted([*whole, *alone])


def _tell_alike(found: Sequence[Problem]) -> tuple[Message, Message | None]:
    """What several say, with an ellipsis where they differ, how many and where; a common hint."""
    first = found[0].message
    same = [pair for pair in first.values if all(pair in each.message.values for each in found)]
    message = Message(first.id, **{**dict.fromkeys(dict(first.values), "…"), **dict(same)})
    places = Names([*(str(each.at) for each in found[:MOST_ALIKE]), "…"])
    is_common = all(each.hint == found[0].hint for each in found)
    told = Message("warnings-alike", n=len(found), message=message, places=places)
    return told, found[0].hint if is_common else None


def _for_programs(speaker: Speaker, problem: Problem) -> dict[str, Any]:
    hint = speaker.render(problem.hint) if problem.hint else ""
    return {**problem.at._asdict(), "message": speaker.render(problem.message), "hint": hint}
