"""`ptquiz quiz`, and what `ptquiz` does without a command: ask what is due, and new cards."""

from __future__ import annotations

from flashcards.commands.context import Context
from flashcards.commands.environment import change_settings, read_clock, read_learner_settings
from flashcards.commands.learner import open_learner_terminal, open_log, read_moment
from flashcards.course.model import Selection
from flashcards.questions.names import check_names, find_quiz
from flashcards.questions.question import Form
from flashcards.study.session import StudyRequest
from flashcards.study.settings import replace_settings
from flashcards.study.standing import find_standing
from flashcards.study.start import start_study
from flashcards.words import Words


def run_quiz(
    context: Context,
    selection: Selection,
    quiz: str | None,
    count: int | None,
    new: int | None,
    minutes: float | None,
    seed: str | None,
    form: Form | None,
    cram: bool,
    plain: bool,
) -> None:
    """Ask what is due today, and new cards; options go before what the learner set for good."""
    settings = read_learner_settings()
    if minutes is not None:
        settings = replace_settings(settings, {"minutes": minutes})
    if new is not None:
        settings = replace_settings(settings, {"new": new, "goal": None})
    if selection.stage or selection.deck or selection.key:
        settings = replace_settings(settings, {"stage": 1})
    course = context.course
    named = find_quiz(course, quiz) if quiz else None
    lang = context.choose_language(named)
    check_names(course, selection)
    standing = find_standing(course, read_moment(), lang, selection, settings, named)
    request = StudyRequest(limit=count, seed=seed or "", form=form, quiz=named, cram=cram)
    with open_learner_terminal(plain, Words(standing.lang), course) as ui, open_log() as log:
        answers = start_study(standing, request, ui, log, read_clock)
    if answers and settings.goal and settings.goal.date <= standing.moment.today:
        change_settings(goal=None)  # it was said that it is over
