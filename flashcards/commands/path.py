"""`ptquiz path`: the stages, weeks and resources, and where you stand."""

from __future__ import annotations

from flashcards.commands import options
from flashcards.commands.quiz import CourseFolder, Plain


def path(
    stage: options.Stages = None,
    lang: options.Lang = None,
    course: CourseFolder = None,
    as_json: options.AsJson = False,
    plain: Plain = False,
) -> None:
    """The stages, weeks and resources, and where you stand."""
    from flashcards.commands.environment import read_clock, reviews_path
    from flashcards.commands.json_output import print_json
    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.paths import course_at
    from flashcards.progress.path import make_path
    from flashcards.reviews.store import open_reviews
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_path

    selection = options.selection(stage=stage)
    found = course_at(course)
    with open_reviews(reviews_path()) as log:
        stages = make_path(found, log, read_clock(), lang, selection)
    if as_json:
        print_json([each.for_json() for each in stages])
        return
    language = lang or SOURCE_LANGUAGE
    print_path(make_console(plain, language), language, stages)
