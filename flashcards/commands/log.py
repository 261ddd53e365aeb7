"""`ptquiz log`: your reviews out, in, and back after damage."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.options import Command, Option
from flashcards.terminal.output import print_line, print_text

HELP = "Export, import or recover your reviews."
FILE = Option("file", value=Path, required=True, metavar="FILE", help="JSON lines; '-' for a pipe.")


def export_log(file: Path) -> None:
    """Write every review as one JSON object a line."""
    from flashcards.commands.environment import reviews_path
    from flashcards.fileio import write_whole
    from flashcards.reviews.jsonl import format_reviews
    from flashcards.reviews.store import open_reviews

    with open_reviews(reviews_path()) as log:
        lines = [f"{line}\n" for line in format_reviews(log.reviews(undone=True))]
    if str(file) == "-":
        print_text("".join(lines))
        return
    write_whole(file, "".join(lines).encode())
    print_line(f"{len(lines)} reviews in {file}")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    from flashcards.commands.environment import reviews_path
    from flashcards.fileio import load_text, read_text
    from flashcards.reviews.jsonl import LARGEST, read_reviews
    from flashcards.reviews.store import open_reviews

    if str(file) == "-":
        text = read_text(sys.stdin.buffer.read(LARGEST + 1), LARGEST, "the standard input")
    else:
        text = load_text(file, LARGEST)
    reviews = read_reviews(text.split("\n"), str(file))
    with open_reviews(reviews_path()) as log:
        added = log.add(reviews)
    print_line(f"{added} reviews added, {len(reviews) - added} were here already")


def recover_log() -> None:
    """Make a new log of everything that a damaged one and its backups still hold."""
    from datetime import datetime

    from flashcards.commands.environment import reviews_path
    from flashcards.reviews.backup import recover_log as recover
    from flashcards.reviews.scheduler import Schedule

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    count, aside = recover(reviews_path(), Schedule(), stamp)
    print_line(f"{count} reviews recovered; the old file is {aside}")


SUBCOMMANDS = {
    "export": Command((FILE,), export_log),
    "import": Command((FILE,), import_log),
    "recover": Command((), recover_log),
}
