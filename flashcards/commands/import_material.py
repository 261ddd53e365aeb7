"""`ptquiz import`: existing material becomes new decks of a course."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from flashcards.errors import ProblemsFound
from flashcards.importing.import_material import import_material
from flashcards.terminal.output import print_json, print_line, print_lines


def run_import(
    files: Sequence[Path],
    output: Path,
    mapping: str,
    title: str | None,
    author: str,
    lang: str,
    dry_run: bool,
    verbose: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make a course of existing material, or add it to one as new decks, and say what was lost."""
    try:
        report = import_material(
            tuple(files),
            output,
            mapping=mapping,
            title=title,
            author=author,
            lang=lang,
            dry_run=dry_run,
            force=force,
        )
    except ProblemsFound:
        message = "nothing was imported: the course has mistakes; repair them first"
        print_line(message, file=sys.stderr)
        raise
    if as_json:
        print_json(report.for_json())
    else:
        print_lines([*report.notices, *report.list_lines(everything=verbose)])
        names = {"new": "new", "known": "already there", "left out": "left out"}
        counts = [f"{number} {names[status]}" for status, number in report.count().items()]
        remark = " (nothing written)" if dry_run else ""
        print_line(f"{', '.join(counts) or 'nothing'}: {report.folder}{remark}")
        if report.written:
            print_line(f"Next: ptquiz check {report.folder}")
    report.require_items()
