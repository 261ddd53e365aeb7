"""`ptquiz check`: every problem of every file in one run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flashcards.check import CheckReport, check_course
from flashcards.commands.environment import name_folder
from flashcards.errors import AlreadyReported, Problem
from flashcards.paths import label_of
from flashcards.terminal.output import print_json, print_line
from flashcards.text.plain_text import format_count

MAX_ALIKE = 5
"""Warnings of one kind that are printed one by one."""


def run_check(folder: Path | None, strict: bool, verbose: bool, as_json: bool) -> None:
    """Print every problem and warning of a course. Raises AlreadyReported if it fails."""
    report = check_course(folder, label=label_of(folder))
    if as_json:
        problems, warnings = map(_list_rows, (report.problems, report.warnings))
        print_json({"problems": problems, "warnings": warnings, "course": report.course})
    else:
        _print_report(report, verbose, folder)
    if report.problems or (strict and report.warnings):
        raise AlreadyReported


def _list_rows(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Return problems for JSON."""
    return [{**each.at._asdict(), "message": each.message, "rule": each.rule} for each in problems]


def _print_report(report: CheckReport, verbose: bool, folder: Path | None) -> None:
    for problem in report.problems:
        print_line(str(problem))
    groups = group_warnings(report.warnings, len(report.warnings) if verbose else MAX_ALIKE)
    for group in groups:
        first = group[0]
        if len(group) == 1:
            print_line(f"{first.at}: warning: {_name_rule(first)}")
        else:
            places = ", ".join(str(warning.at) for warning in group[:MAX_ALIKE])
            print_line(f"warning: {len(group)} × {_name_rule(first)}: {places}, …")
    if len(groups) < len(report.warnings):
        print_line(f"'ptquiz check{name_folder(folder)} --verbose' tells each of them")
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


def _name_rule(warning: Problem) -> str:
    """Return the warning with the name of its rule, by which docs/warnings.md has it."""
    return f"{warning.message} [{warning.rule}]" if warning.rule else warning.message
