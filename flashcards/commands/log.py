"""`ptquiz log`: your reviews out, in, and back after damage."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Export, import or recover your reviews.",
)
LinesFile = Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines; '-' for a pipe.")]


@app.command("export")
def export_log(file: LinesFile) -> None:
    """Write every review as one JSON object a line."""
    from flashcards.commands.environment import reviews_path
    from flashcards.fileio import write_whole
    from flashcards.reviews.jsonl import format_reviews
    from flashcards.reviews.store import open_reviews

    with open_reviews(reviews_path()) as log:
        lines = [f"{line}\n" for line in format_reviews(log.reviews(undone=True))]
    if str(file) == "-":
        sys.stdout.buffer.write("".join(lines).encode())  # UTF-8, whatever the terminal shows
        sys.stdout.buffer.flush()
        return
    write_whole(file, "".join(lines).encode())
    print(f"{len(lines)} reviews in {file}")


@app.command("import")
def import_log(file: LinesFile) -> None:
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
    print(f"{added} reviews added, {len(reviews) - added} were here already")


@app.command("recover")
def recover_log() -> None:
    """Make a new log of everything that a damaged one and its backups still hold."""
    from datetime import datetime

    from flashcards.commands.environment import reviews_path
    from flashcards.reviews.backup import recover_log
    from flashcards.reviews.scheduler import Schedule

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    count, aside = recover_log(reviews_path(), Schedule(), stamp)
    print(f"{count} reviews recovered; the old file is {aside}")
