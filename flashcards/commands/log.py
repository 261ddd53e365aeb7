"""`ptquiz log`: your reviews out and in."""

from __future__ import annotations

import tempfile
from pathlib import Path
from shutil import copyfileobj

from flashcards.commands.environment import get_stdin, read_learner_settings, settings_path
from flashcards.commands.learner import open_log, open_log_for_reading
from flashcards.errors import FlashcardsError
from flashcards.fileio import check_output, write_whole
from flashcards.reviews.review import SharedSettings, format_lines
from flashcards.reviews.store import import_reviews
from flashcards.study.settings import (
    SettingsError,
    merge_settings,
    share_settings,
    write_settings,
)
from flashcards.terminal.output import STDOUT, print_line, print_text
from flashcards.text.plain_text import format_count


def export_log(file: Path, force: bool) -> None:
    """Write every review, and what was decided about cards, as one JSON object a line."""
    if file.is_fifo():
        raise FlashcardsError(
            f"{file}: it is a pipe or a device; 'ptquiz log export - > {file}' writes there"
        )
    settings = share_settings(read_learner_settings())
    with open_log_for_reading() as log:
        if file == STDOUT:
            print_text("".join(format_lines(log.rows(), settings)))
            return
        check_output(file, force)
        write_whole(file, map(str.encode, format_lines(log.rows(), settings)))
        print_line(f"{format_count(log.size(), 'review')} in {file}")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    with tempfile.TemporaryFile() as spool:
        if file == STDOUT:  # a pipe may be slow: nobody else should wait for it
            copyfileobj(get_stdin().buffer, spool)
            spool.seek(0)
        source = spool if file == STDOUT else file
        added, known, settings = import_reviews(open_log, source)
    were = "was" if known == 1 else "were"
    print_line(f"{format_count(added, 'review')} added, {known} {were} here already")
    if settings is not None:
        _take_settings(settings)


def _take_settings(theirs: SharedSettings) -> None:
    """Keep the settings that came with a log if the learner has none, and say so."""
    own = read_learner_settings()
    if theirs == share_settings(own):
        return
    try:
        merged = merge_settings(own, theirs)
    except SettingsError:
        merged = own
    if merged == own:
        print_line("Other settings came with them; yours stay as they are.")
        return
    write_settings(settings_path(), merged)
    print_line("The settings that came with them are yours now: 'ptquiz config' shows them.")
