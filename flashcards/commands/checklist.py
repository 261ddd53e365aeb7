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
    from flashcards.progress.checklist import checklist as make
    from flashcards.progress.standing import plain_values, standing, write_json
    from flashcards.study.start import make_console
    from flashcards.terminal.progress_view import tell_checklist

    options.selection(stage=stage)
    with standing(course, lang, stage) as here:
        items = make(here.cards, here.memories, here.moment.now)
        if as_json:
            write_json([plain_values(item) for item in items])
        else:
            console = make_console(plain, here.lang)
            tell_checklist(console, here.lang, items, here.stage_titles())
