"""`ptquiz import`: existing material becomes a course, and comes in again when it changed."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import DECK_LANG, FORCE_FOLDER, MAP, print_report
from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON, OptionLeftOut, check_line
from flashcards.commands.speaker import Speaker
from flashcards.errors import ProblemsFound
from flashcards.terminal.output import print_json, print_line
from flashcards.words.message import Message

OPTIONS = (
    Option(
        "files", value=Path, many=True, required=True, metavar="FILE...",
        help="CSV, TSV, a Markdown or HTML table, an Anki package, CrowdAnki, Moodle XML, GIFT, "
        "a Canvas quiz, or 'export json --entries'.",
    ),
    Option(
        "output", ("--output", "-o"), "The course folder; made if it is not there.", value=Path,
        metavar="DIR",
    ),
    MAP,
    Option("title", ("--title",), "The title of a new course.", check=check_line),
    Option("author", ("--author",), "Who writes a new course.", check=check_line),
    DECK_LANG,
    Option(
        "dry_run", ("--dry-run",), "Only tell what would happen; write nothing.", value=bool,
        default=False,
    ),
    Option(
        "verbose", ("--verbose",), "A line for every item, also where there is nothing to tell.",
        value=bool, default=False,
    ),
    FORCE_FOLDER,
    JSON,
)  # fmt: skip


def run(
    speaker: Speaker,
    files: tuple[Path, ...], output: Path | None, mapping: str | None, title: str | None,
    author: str | None, language: str, dry_run: bool, verbose: bool, force: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a course of existing material, or bring one up to date with it.

    Import again when the source changed: what only it changed is updated, what you edited
    stays, and the report tells both for every item.
    """
    from flashcards import import_material

    if output is None:
        raise OptionLeftOut(Message("import-folder-missing"), "--output")
    try:
        report = import_material(
            files, output, mapping=mapping or "", title=title, author=author or find_author(),
            lang=language, dry_run=dry_run, force=force,
        )  # fmt: skip
    except ProblemsFound:
        print_line(speaker.render(Message("import-refused")), file=sys.stderr)
        raise
    print_json(report.for_json()) if as_json else print_report(speaker, report, dry_run, verbose)
