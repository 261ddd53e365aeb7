"""`ptquiz import`: existing material becomes new decks of a course."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.importing.import_material import (
    STATUSES,
    ImportOutcome,
    ImportReport,
    import_material,
)
from flashcards.terminal.output import print_json, print_line, print_lines

_COUNTED = {"new": "new", "known": "already there", "left out": "left out"}
"""What is said of how many items of a status there are."""
_MAX_ALIKE = 5
"""Items with the same to tell that each have a line."""


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
        print_lines([*report.notices, *_list_lines(report, verbose)])
        counts = [f"{number} {_COUNTED[status]}" for status, number in report.count().items()]
        remark = " (nothing written)" if dry_run else ""
        print_line(f"{', '.join(counts)}: {report.folder}{remark}")
        if report.written:
            print_line(f"Next: ptquiz check {report.folder}")
    if not {"new", "known"} & report.count().keys():
        raise FlashcardsError("nothing of it could become an entry")


def _list_lines(report: ImportReport, everything: bool) -> Iterator[str]:
    """Yield a line for each outcome with something to tell, what is left out last.

    Many with the same to tell are one line. With `everything` each has its own, and those with
    nothing to tell come first.
    """
    noted = [each for each in report.outcomes if each.notes]
    if everything:
        yield from (_format(each) for each in report.outcomes if not each.notes)
    noted.sort(key=lambda each: (STATUSES.index(each.status), each.file))
    alike: dict[object, list[ImportOutcome]] = {}
    for each in noted:
        alike.setdefault((each.status, each.file, each.notes), []).append(each)
    for group in alike.values():
        if everything or len(group) <= _MAX_ALIKE:
            yield from map(_format, group)
        else:
            names = ", ".join(each.key or each.place for each in group[:3])
            where = f"{len(group)} items ({group[0].file}: {names} and {len(group) - 3} more)"
            yield f"{group[0].status:8}  {where}: {'; '.join(group[0].notes)}"


def _format(outcome: ImportOutcome) -> str:
    where = f"{outcome.file}, {outcome.place}"
    where = f"{outcome.key} ({where})" if outcome.key else where
    notes = f": {'; '.join(outcome.notes)}" if outcome.notes else ""
    return f"{outcome.status:8}  {where}{notes}"
