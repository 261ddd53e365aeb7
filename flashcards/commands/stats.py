"""`ptquiz stats`: how well you remember, as pictures or for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flashcards.commands import options
from flashcards.commands.quiz import CourseFolder, Plain

if TYPE_CHECKING:
    from flashcards.progress.stats import Statistics


def stats(
    stage: options.Stages = None,
    lang: options.Lang = None,
    course: CourseFolder = None,
    as_json: options.AsJson = False,
    plain: Plain = False,
) -> None:
    """How well you remember: retention, forecast, calendar, weak spots."""
    from flashcards.progress.standing import standing, write_json
    from flashcards.progress.stats import statistics
    from flashcards.study.start import make_console
    from flashcards.terminal.progress_view import tell_statistics

    options.selection(stage=stage)
    with standing(course, lang, stage) as here:
        found = statistics(here.log, here.cards, here.memories, here.moment, here.lang)
        if as_json:
            write_json(_for_programs(found))
        else:
            titles, concepts = here.stage_titles(), here.concept_titles()
            console = make_console(plain, here.lang)
            tell_statistics(console, here.lang, found, titles, concepts)


def _for_programs(found: Statistics) -> dict[str, Any]:
    """Days as dates, shares beside their counts."""
    from datetime import timedelta

    from flashcards.terminal.charts import EPOCH

    return {
        "today": {
            "answers": found.today.answers,
            "right": found.today.right,
            "minutes": found.minutes_today,
        },
        "answers": found.reviews,
        "cards": found.cards,
        "seen": found.seen,
        "calendar": {
            (EPOCH + timedelta(day)).isoformat(): count
            for day, count in sorted(found.calendar.items())
        },
        "forecast": list(found.forecast),
        "retention": {
            str(stage): {"answers": t.answers, "right": t.right, "share": t.share}
            for stage, t in found.retention.items()
        },
        "leeches": [{"card": card, "lapses": lapses} for card, lapses in found.leeches],
        "weakest": [{"concept": key, "recall": share} for key, share in found.weakest],
    }
