"""`ptquiz import`: existing material becomes new decks of a course."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import (
    DECK_LANG,
    FILES,
    FORCE_FOLDER,
    JSON,
    VERBOSE,
    OptionLeftOut,
    one_line,
)
from flashcards.commands.speaker import Speaker
from flashcards.errors import ProblemsFound
from flashcards.importing.import_material import import_material
from flashcards.importing.report import ImportReport
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.words.message import Message

OPTIONS = (
    FILES._replace(help="help-import-files"),
    Option(
        "output", ("--output", "-o"), "help-import-output", value=Path, metavar="metavar-folder"
    ),
    one_line("mapping", "--map", "help-import-map", "metavar-columns"),
    one_line("title", "--title", "help-import-title", "metavar-title"),
    one_line("author", "--author", "help-import-author", "metavar-author"),
    DECK_LANG,
    switch("dry_run", "--dry-run", "help-import-dry-run"),
    VERBOSE,
    FORCE_FOLDER,
    JSON,
)
_COUNTED = {"new": "import_new", "known": "import_known", "left out": "import_left_out"}
"""What is said of how many items of a status there are."""


def run(
    speaker: Speaker,
    files: tuple[Path, ...],
    output: Path | None,
    mapping: str | None,
    title: str | None,
    author: str | None,
    language: str,
    dry_run: bool,
    verbose: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make a course of existing material, or add it to one as new decks.

    Questions that the course has already are left out, and nothing that is there is changed.
    """
    if output is None:
        raise OptionLeftOut(Message("import-folder-missing"), "--output")
    try:
        report = import_material(
            files,
            output,
            mapping=mapping or "",
            title=title,
            author=author or find_author(),
            lang=language,
            dry_run=dry_run,
            force=force,
        )
    except ProblemsFound:
        print_line(speaker.render(Message("import-refused")), file=sys.stderr)
        raise
    print_json(report.for_json()) if as_json else _print_report(speaker, report, dry_run, verbose)
    report.require_items()


def _print_report(speaker: Speaker, report: ImportReport, dry_run: bool, verbose: bool) -> None:
    """Print what was guessed, a line for each item with a note, and the counts.

    Items without a note are only counted, or come first if everything is to be told.
    """
    words = speaker.words
    lines = [*report.notices, *report.list_lines(everything=verbose)]
    print_lines(lines)
    counts = [words.say(_COUNTED[status], n=number) for status, number in report.count().items()]
    told = words.say("comma").join(counts) or words.say("import_nothing")
    told += f"{words.say('colon')}{report.folder}"
    remark = words.say("remark", text=words.say("import_not_written")) if dry_run else ""
    print_line(f"{told}{remark}")
    if report.written:
        speaker.print(Message("next-command", command=f"ptquiz check {report.folder}"))
