"""`ptquiz log`: your reviews out and in."""

from __future__ import annotations

import tempfile
from pathlib import Path
from shutil import copyfileobj

from flashcards.commands.environment import (
    find_stdin,
    read_learner_settings,
    settings_path,
)
from flashcards.commands.learner import open_log, open_log_for_reading
from flashcards.commands.options import Command, Option
from flashcards.commands.shared_options import FORCE
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError
from flashcards.reviews.jsonl import (
    SharedSettings,
    format_reviews,
    import_reviews,
    write_reviews,
)
from flashcards.study.settings import (
    SettingsError,
    merge_settings,
    share_settings,
    write_settings,
)
from flashcards.terminal.output import STDOUT, print_text, show_progress
from flashcards.words.message import Message

FILE = Option("file", help="help-log-file", value=Path, required=True, metavar="metavar-file")


def export_log(speaker: Speaker, file: Path, force: bool) -> None:
    """Write every review, and what you decided about cards, as one JSON object a line."""
    if file.is_fifo():
        raise FlashcardsError(Message("log-to-pipe", path=file))
    settings = share_settings(read_learner_settings())
    with open_log_for_reading() as log:
        if file == STDOUT:
            print_text(format_reviews(log.rows(), settings))
            return
        counts = write_reviews(file, log.rows(), settings, force=force)
    speaker.print(Message("reviews-exported", n=counts.reviews, file=file))
    if counts.undone or counts.marks:
        speaker.print(Message("reviews-besides", undone=counts.undone, marks=counts.marks))


def import_log(speaker: Speaker, file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    importing = speaker.render(Message("progress-importing"))
    with tempfile.TemporaryFile() as spool, show_progress(importing) as progress:
        if file == STDOUT:  # a pipe may be slow: nobody else should wait for it
            copyfileobj(find_stdin().buffer, spool)
            spool.seek(0)
        source = spool if file == STDOUT else file
        added, known, settings = import_reviews(open_log, source, progress)
    speaker.print(Message("reviews-added", n=added, known=Message("reviews-known", n=known)))
    if settings is not None:
        _take_settings(speaker, settings)


def _take_settings(speaker: Speaker, theirs: SharedSettings) -> None:
    """Keep the settings that came with a log if the learner has none, and say so."""
    own = read_learner_settings()
    if theirs == share_settings(own):
        return
    try:
        merged = merge_settings(own, theirs)
    except SettingsError:
        merged = own
    if merged != own:
        write_settings(settings_path(), merged)
    speaker.print(Message("log-settings-kept" if merged == own else "log-settings-taken"))


SUBCOMMANDS = {
    "export": Command((FILE, FORCE), export_log),
    "import": Command((FILE,), import_log),
}
