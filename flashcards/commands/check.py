"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from flashcards.check import CheckReport, check_course
from flashcards.commands.context import Context
from flashcards.commands.environment import quote_word
from flashcards.errors import AlreadyReported, Problem
from flashcards.paths import label_of
from flashcards.terminal.output import print_json, print_line
from flashcards.text.plain_text import format_count

MAX_ALIKE = 5
"""Warnings of one kind that are printed one by one."""


def run_check(context: Context, strict: bool, verbose: bool, as_json: bool) -> None:
    """Print every problem and warning of a course. Raises AlreadyReported if it fails."""
    report = check_course(context.folder, label=label_of(context.folder))
    if as_json:
        rows = {
            name: [
                {**problem.at._asdict(), "message": problem.message, "rule": problem.rule}
                for problem in problems
            ]
            for name, problems in (("problems", report.problems), ("warnings", report.warnings))
        }
        print_json({**rows, "course": report.course})
    else:
        _print_report(context, report, verbose)
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def _print_report(context: Context, report: CheckReport, verbose: bool) -> None:
    for problem in report.problems:
        print_line(str(problem))
    groups = group_warnings(report.warnings, len(report.warnings) if verbose else MAX_ALIKE)
    for group in groups:
        first = group[0]
        message = f"{first.message} [{first.rule}]" if first.rule else first.message
        if len(group) == 1:
            print_line(f"{first.at}: warning: {message}")
        else:
            places = ", ".join(str(warning.at) for warning in group[:MAX_ALIKE])
            print_line(f"warning: {len(group)} × {message}: {places}, …")
    if len(groups) < len(report.warnings):
        folder = f" {quote_word(str(context.named))}" if context.named else ""
        print_line(f"'ptquiz check{folder} --verbose' tells each of them")
    problems = format_count(len(report.problems), "problem")
    warnings = format_count(len(report.warnings), "warning")
    print_line(f"{problems}, {warnings} in {report.course}")


def group_warnings(warnings: Sequence[Problem], most: int) -> list[list[Problem]]:
    """Return each warning alone, but together those of a kind that has more than `most`."""
    kinds = defaultdict(list)
    for warning in warnings:
        kinds[warning.rule or warning.message].append(warning)
    groups = []
    for alike in kinds.values():
        groups += [alike] if len(alike) > most else [[warning] for warning in alike]
    return sorted(groups)
