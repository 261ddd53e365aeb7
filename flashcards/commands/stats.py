"""`ptquiz stats`: how well you remember, as pictures or for programs."""

from __future__ import annotations

from flashcards.commands import options
from flashcards.commands.quiz import CourseFolder, Plain


def stats(
    stage: options.Stages = None,
    lang: options.Lang = None,
    course: CourseFolder = None,
    as_json: options.AsJson = False,
    plain: Plain = False,
) -> None:
    """How well you remember: retention, forecast, calendar, weak spots."""
    from flashcards.commands.environment import read_moment, reviews_path
    from flashcards.commands.json_output import print_json
    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.paths import course_at
    from flashcards.progress.stats import compute_stats
    from flashcards.reviews.store import open_reviews
    from flashcards.terminal.console import make_console
    from flashcards.terminal.progress_view import print_statistics

    selection = options.selection(stage=stage)
    found = course_at(course)
    with open_reviews(reviews_path()) as log:
        statistics = compute_stats(found, log, read_moment(), lang, selection)
    if as_json:
        print_json(statistics.for_json())
        return
    language = lang or SOURCE_LANGUAGE
    print_statistics(make_console(plain, language), language, statistics)
