"""`ptquiz import`: existing material becomes new decks of a course."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import DECK_LANG, FORCE_FOLDER, MAP, print_report
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import FILES, JSON, VERBOSE, OptionLeftOut, one_line
from flashcards.commands.speaker import Speaker
from flashcards.errors import ProblemsFound
from flashcards.importing.import_material import import_material
from flashcards.terminal.output import print_json, print_line
from flashcards.words.message import Message

OPTIONS = (
    FILES._replace(help="help-import-files"),
    Option(
        "output", ("--output", "-o"), "help-import-output", value=Path, metavar="metavar-folder"
    ),
    MAP,
    one_line("title", "--title", "help-import-title", "metavar-title"),
    one_line("author", "--author", "help-import-author", "metavar-author"),
    DECK_LANG,
    switch("dry_run", "--dry-run", "help-import-dry-run"),
    VERBOSE,
    FORCE_FOLDER,
    JSON,
)


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
    print_json(report.for_json()) if as_json else print_report(speaker, report, dry_run, verbose)
    report.require_items()
