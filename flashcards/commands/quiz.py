"""`ptquiz quiz`, and what `ptquiz` does without a command: ask what is due, and new cards among it.

`ptquiz --help` reads the options here, so what only a session needs is imported when one begins.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from flashcards.commands.environment import read_clock, read_learner_settings
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import COURSE, FILTERS, LANG, PLAIN, QUIZ, SEED
from flashcards.commands.speaker import Speaker
from flashcards.model import Selection
from flashcards.questions.names import check_names, find_quiz
from flashcards.questions.question import FORMS
from flashcards.study.settings import Settings

OPTIONS = (
    *FILTERS,
    QUIZ,
    LANG,
    Option("count", ("--count", "-n"), "help-quiz-count", value=int, minimum=1),
    Option("new", ("--new",), "help-quiz-new", value=int, minimum=0),
    Option("minutes", ("--minutes",), "help-quiz-minutes", value=float, minimum=1),
    SEED,
    Option("form", ("--form",), "help-quiz-form", metavar="metavar-form", choices=FORMS),
    switch("cram", "--cram", "help-quiz-cram"),
    COURSE,
    PLAIN,
)


def run(
    speaker: Speaker,
    quiz: str | None,
    count: int | None,
    new: int | None,
    minutes: float | None,
    seed: str | None,
    form: Any,
    cram: bool,
    course: Path | None,
    plain: bool,
    **filters: Any,
) -> None:
    """Learn PyTorch in a few minutes a day: you are asked what is due, and new cards."""
    from flashcards.commands.learner import open_learner_terminal, open_log, read_moment
    from flashcards.study.session import StudyRequest
    from flashcards.study.standing import find_standing
    from flashcards.study.start import start_study

    settings = _adapt(read_learner_settings(), new, minutes, filters)
    found = speaker.load_course(course)
    named = find_quiz(found, quiz) if quiz else None
    lang, selection = speaker.choose_language(found), Selection(**filters)
    check_names(found, selection)
    standing = find_standing(found, read_moment(), lang, selection, settings, named)
    words = speaker.find_words(standing.lang)
    with open_learner_terminal(plain, words) as ui, open_log() as log:
        request = StudyRequest(limit=count, seed=seed or "", form=form, quiz=named, cram=cram)
        start_study(standing, request, ui, log, read_clock)


def _adapt(
    settings: Settings, new: int | None, minutes: float | None, filters: dict[str, Any]
) -> Settings:
    """The settings of this session: options go before what the learner set for good."""
    if minutes is not None:
        settings = replace(settings, minutes=minutes)
    if new is not None:
        settings = replace(settings, new=new, goal=None)
    if any(filters[each] for each in ("stage", "deck", "key")):
        settings = replace(settings, stage=1)
    return settings
