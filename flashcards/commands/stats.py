"""`ptquiz stats`: how well you remember, as pictures or for programs."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.terminal.output import print_json

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def run(
    stage: tuple[int, ...], lang: str | None, course: Path | None, as_json: bool, plain: bool
) -> None:
    """How well you remember: retention, forecast, calendar, weak spots."""
    from flashcards import Selection, compute_stats, load_course, open_reviews
    from flashcards.commands.environment import read_moment, reviews_path
    from flashcards.paths import cache_folder
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_statistics

    found = load_course(course, cache=cache_folder())
    with open_reviews(reviews_path()) as log:
        statistics = compute_stats(found, log, read_moment(), lang, Selection(stage=stage))
    if as_json:
        print_json(statistics.for_json())
    else:
        print_statistics(make_console(plain, statistics.lang), statistics)
