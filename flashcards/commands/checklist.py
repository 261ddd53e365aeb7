"""`ptquiz checklist`: the concepts of each stage, ticked by what you remember."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.terminal.output import print_json

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def run(
    stage: tuple[int, ...], lang: str | None, course: Path | None, as_json: bool, plain: bool
) -> None:
    """The concepts of each stage, ticked by what you remember."""
    from dataclasses import asdict

    from flashcards.commands.environment import read_clock, reviews_path
    from flashcards.model import SOURCE_LANGUAGE, Selection
    from flashcards.paths import course_at
    from flashcards.progress.checklist import make_checklist
    from flashcards.progress.path import stage_titles
    from flashcards.reviews.store import open_reviews
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_checklist

    found = course_at(course)
    with open_reviews(reviews_path()) as log:
        items = make_checklist(found, log, read_clock(), lang, Selection(stage=stage))
    if as_json:
        print_json([asdict(item) for item in items])
        return
    language = lang or SOURCE_LANGUAGE
    titles = stage_titles(found, language)
    print_checklist(make_console(plain, language), language, items, titles)
