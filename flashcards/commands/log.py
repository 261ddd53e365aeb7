"""`ptquiz log`: your reviews out, in, and back after damage."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.options import Command, Option
from flashcards.terminal.output import STDOUT, print_line, print_text

HELP = "Export, import or recover your reviews."
FILE = Option("file", value=Path, required=True, metavar="FILE", help="JSON lines; '-' for a pipe.")


def export_log(file: Path) -> None:
    """Write every review as one JSON object a line."""
    from flashcards import format_reviews, open_reviews, write_reviews
    from flashcards.commands.environment import reviews_path

    with open_reviews(reviews_path()) as log:
        reviews = list(log.reviews(undone=True))
    if file == STDOUT:
        print_text(format_reviews(reviews))
        return
    write_reviews(file, reviews)
    print_line(f"{len(reviews)} reviews in {file}")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    from flashcards import load_reviews, open_reviews
    from flashcards.commands.environment import reviews_path

    reviews = load_reviews(sys.stdin.buffer if file == STDOUT else file)
    with open_reviews(reviews_path()) as log:
        added = log.add(reviews)
    print_line(f"{added} reviews added, {len(reviews) - added} were here already")


def recover_log() -> None:
    """Make a new log of everything that a damaged one and its backups still hold."""
    from datetime import datetime

    import flashcards
    from flashcards.commands.environment import reviews_path

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    count, aside = flashcards.recover_log(reviews_path(), stamp)
    print_line(f"{count} reviews recovered; the old file is {aside}")


SUBCOMMANDS = {
    "export": Command((FILE,), export_log),
    "import": Command((FILE,), import_log),
    "recover": Command((), recover_log),
}
