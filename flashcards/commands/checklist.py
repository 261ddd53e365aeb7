"""`ptquiz checklist`: the concepts of each stage, ticked by what you remember."""

from __future__ import annotations

from flashcards.commands import options
from flashcards.commands.quiz import CourseFolder, Plain


def checklist(
    stage: options.Stages = None,
    lang: options.Lang = None,
    course: CourseFolder = None,
    as_json: options.AsJson = False,
    plain: Plain = False,
) -> None:
    """The concepts of each stage, ticked by what you remember."""
    from dataclasses import asdict

    from flashcards.commands.environment import read_clock, reviews_path
    from flashcards.commands.json_output import print_json
    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.paths import course_at
    from flashcards.progress.checklist import make_checklist
    from flashcards.progress.path import stage_titles
    from flashcards.reviews.store import open_reviews
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_checklist

    selection = options.selection(stage=stage)
    found = course_at(course)
    with open_reviews(reviews_path()) as log:
        items = make_checklist(found, log, read_clock(), lang, selection)
    if as_json:
        print_json([asdict(item) for item in items])
        return
    language = lang or SOURCE_LANGUAGE
    titles = stage_titles(found, language)
    print_checklist(make_console(plain, language), language, items, titles)
