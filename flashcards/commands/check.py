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
from flashcards.words.message import Message, Names, quote

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
            lines.append((f"{first.at}: warning: ", _name_rule(first), first.hint))
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
        kinds[each.rule or each.message.id].append(each)
    whole = [alike for alike in kinds.values() if len(alike) > most]
    alone = [[each] for alike in kinds.values() if len(alike) <= most for each in alike]
    return sorted([*whole, *alone])


def _name_rule(warning: Problem) -> Message:
    """Return the warning with the name of its rule, by which docs/warnings.md has it."""
    return quote(f"{warning.message} [{warning.rule}]") if warning.rule else warning.message


def _tell_alike(found: Sequence[Problem]) -> tuple[Message, Message | None]:
    """What the first of several says, how many there are and where; a common hint."""
    places = Names([*(str(each.at) for each in found[:MOST_ALIKE]), "…"])
    is_common = all(each.hint == found[0].hint for each in found)
    told = Message("warnings-alike", n=len(found), message=_name_rule(found[0]), places=places)
    return told, found[0].hint if is_common else None


def _for_programs(speaker: Speaker, problem: Problem) -> dict[str, Any]:
    hint = speaker.render(problem.hint) if problem.hint else ""
    message = speaker.render(problem.message)
    return {**problem.at._asdict(), "message": message, "hint": hint, "rule": problem.rule}
