"""`ptquiz path`: the stages, weeks and resources, and where you stand."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.terminal.output import print_json

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def run(
    stage: tuple[int, ...], lang: str | None, course: Path | None, as_json: bool, plain: bool
) -> None:
    """The stages, weeks and resources, and where you stand."""
    from flashcards import Selection, load_course, make_path, open_reviews
    from flashcards.commands.environment import read_clock, reviews_path
    from flashcards.paths import cache_folder
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_path

    found = load_course(course, cache=cache_folder())
    with open_reviews(reviews_path()) as log:
        path = make_path(found, log, read_clock(), lang, Selection(stage=stage))
    if as_json:
        print_json(path.for_json())
    else:
        print_path(make_console(plain, path.lang), path)
