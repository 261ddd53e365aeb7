"""`ptquiz import`: existing material becomes new decks of a course."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.errors import ProblemsFound
from flashcards.importing.import_material import import_material
from flashcards.importing.report import ImportReport
from flashcards.terminal.output import print_json, print_line, print_lines

_COUNTED = {"new": "new", "known": "already there", "left out": "left out"}
"""What is said of how many items of a status there are."""


def run_import(
    files: Sequence[Path],
    output: Path,
    mapping: str | None,
    title: str | None,
    author: str | None,
    lang: str,
    dry_run: bool,
    verbose: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make a course of existing material, or add it to one as new decks."""
    try:
        report = import_material(
            tuple(files),
            output,
            mapping=mapping or "",
            title=title,
            author=author or find_author(),
            lang=lang,
            dry_run=dry_run,
            force=force,
        )
    except ProblemsFound:
        print_line(
            "nothing was imported: the course has mistakes; repair them first", file=sys.stderr
        )
        raise
    if as_json:
        print_json(report.for_json())
    else:
        _print_report(report, dry_run, verbose)
    report.require_items()


def _print_report(report: ImportReport, dry_run: bool, verbose: bool) -> None:
    """Print what was guessed, a line for each item with a note, and the counts.

    Items without a note are only counted, or come first if everything is to be told.
    """
    print_lines([*report.notices, *report.list_lines(everything=verbose)])
    counts = [f"{number} {_COUNTED[status]}" for status, number in report.count().items()]
    remark = " (nothing written)" if dry_run else ""
    print_line(f"{', '.join(counts) or 'nothing'}: {report.folder}{remark}")
    if report.written:
        print_line(f"Next: ptquiz check {report.folder}")
