"""`ptquiz import`: what became of existing material."""

from flashcards.errors import FlashcardsError
from flashcards.importing.import_material import ImportReport
from flashcards.terminal.output import print_json, print_line, print_lines


def print_import(report: ImportReport, dry_run: bool, verbose: bool, as_json: bool) -> None:
    """Print what came in and what was lost. Raises FlashcardsError if that is everything."""
    if as_json:
        print_json(report.for_json())
    else:
        print_lines(report.notices)
        for item in report.items:
            if item.notes or verbose:
                where = f"{item.file}, {item.place}"
                where = f"{item.key} ({where})" if item.key else where
                notes = f": {'; '.join(item.notes)}" if item.notes else ""
                print_line(f"{item.status:8}  {where}{notes}")
        counts = ", ".join(f"{count} {status}" for status, count in report.count().items())
        remark = " (nothing written)" if dry_run else ""
        print_line(f"{counts.replace('known', 'already there')}: {report.folder}{remark}")
        if report.written:
            print_line(f"Next: ptquiz check {report.folder}")
            decks = [path.stem for path in report.written if path.suffix == ".yaml"]
            if "course" not in decks:
                print_line(f"A quiz asks them when its file in quizzes/ names {', '.join(decks)}")
    if not {"new", "known"} & report.count().keys():
        raise FlashcardsError("nothing of it could become an entry")
