"""`ptquiz log`: your reviews out, in, and back after damage."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.options import Command, Option
from flashcards.commands.shared_options import FORCE
from flashcards.commands.speech import count_noun, print_sentence, say_sentence
from flashcards.terminal.output import STDOUT, print_text

HELP = "Export, import or recover your reviews."
FILE = Option("file", value=Path, required=True, metavar="FILE", help="JSON lines; '-' for a pipe.")


def export_log(file: Path, force: bool) -> None:
    """Write every review, and what you decided about cards, as one JSON object a line."""
    from flashcards import format_reviews, write_reviews
    from flashcards.commands.environment import find_outputs, open_log_for_reading

    with open_log_for_reading() as log:
        if file == STDOUT:
            print_text(format_reviews(log.rows()))
            return
        counts = write_reviews(file, log.rows(), find_outputs(force))
    print_sentence(f"{count_noun(counts.reviews, 'review')} in {file}")
    if counts.undone or counts.marks:
        undone, marks = counts.undone, counts.marks
        print_sentence(f"Taken back: {undone} of them. Decisions about cards besides: {marks}.")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    import tempfile
    from shutil import copyfileobj

    from flashcards import import_reviews
    from flashcards.commands.environment import find_stdin, open_log
    from flashcards.terminal.progress_bar import show_progress

    with tempfile.TemporaryFile() as spool, show_progress(say_sentence("Importing")) as progress:
        if file == STDOUT:  # a pipe may be slow: nobody else should wait for it
            copyfileobj(find_stdin().buffer, spool)
            spool.seek(0)
        source = spool if file == STDOUT else file
        added, known = import_reviews(open_log, source, progress)
    there = "was" if known == 1 else "were"
    print_sentence(f"{count_noun(added, 'review')} added, {known} {there} here already")


def recover_log() -> None:
    """Make a new log of everything that a damaged one and its backups still hold."""
    from datetime import datetime

    import flashcards
    from flashcards.commands.environment import make_schedule, reviews_path

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    count, aside = flashcards.recover_log(reviews_path(), stamp, make_schedule())
    print_sentence(f"{count_noun(count, 'review')} recovered; the old file is {aside}")


SUBCOMMANDS = {
    "export": Command((FILE, FORCE), export_log),
    "import": Command((FILE,), import_log),
    "recover": Command((), recover_log),
}
