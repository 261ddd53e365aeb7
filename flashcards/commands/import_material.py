"""`ptquiz import`: what became of existing material."""

from __future__ import annotations

from flashcards.errors import FlashcardsError
from flashcards.importing.import_material import ImportReport
from flashcards.importing.items import Item
from flashcards.terminal.output import print_json, print_line, print_lines

_COUNTED = {"new": "new", "known": "already there", "left out": "left out"}
"""What is said of how many items of a status there are."""


def print_import(report: ImportReport, dry_run: bool, verbose: bool, as_json: bool) -> None:
    """Print what came in and what was lost. Raises FlashcardsError if that is everything."""
    if as_json:
        print_json(report.for_json())
    else:
        print_lines(report.notices)
        print_lines(_format(item) for item in report.items if item.notes or verbose)
        counts = [f"{number} {_COUNTED[status]}" for status, number in report.count().items()]
        remark = " (nothing written)" if dry_run else ""
        print_line(f"{', '.join(counts)}: {report.folder}{remark}")
        if report.written:
            print_line(f"Next: ptquiz check {report.folder}")
            decks = [path.stem for path in report.written if path.suffix == ".yaml"]
            if "course" not in decks:
                print_line(f"A quiz asks them when its file in quizzes/ names {', '.join(decks)}")
    if not {"new", "known"} & report.count().keys():
        raise FlashcardsError("nothing of it could become an entry")


def _format(item: Item) -> str:
    where = f"{item.file}, {item.place}"
    where = f"{item.key} ({where})" if item.key else where
    return f"{item.status:8}  {where}{': ' if item.notes else ''}{'; '.join(item.notes)}"
