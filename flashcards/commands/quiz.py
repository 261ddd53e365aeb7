"""`ptquiz quiz`, and what `ptquiz` does without a command: ask what is due, and new cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flashcards.commands.environment import (
    choose_language,
    get_words,
    open_course,
    read_clock,
    read_learner_settings,
)
from flashcards.commands.learner import open_learner_terminal, open_log, read_moment
from flashcards.course.model import Selection
from flashcards.questions.names import check_names, find_quiz
from flashcards.questions.question import Form
from flashcards.study.session import StudyRequest
from flashcards.study.settings import Settings
from flashcards.study.standing import find_standing
from flashcards.study.start import start_study


def run_quiz(
    folder: Path | None,
    selection: Selection,
    quiz: str | None,
    lang: str | None,
    count: int | None,
    new: int | None,
    minutes: float | None,
    seed: str | None,
    form: Form | None,
    cram: bool,
    plain: bool,
) -> None:
    """Ask what is due today, and new cards."""
    settings = _adapt(read_learner_settings(), new, minutes, selection)
    course = open_course(folder)
    named = find_quiz(course, quiz) if quiz else None
    lang = choose_language(course, lang)
    check_names(course, selection)
    standing = find_standing(course, read_moment(), lang, selection, settings, named)
    words = get_words(standing.lang)
    with open_learner_terminal(plain, words) as ui, open_log() as log:
        request = StudyRequest(limit=count, seed=seed or "", form=form, quiz=named, cram=cram)
        start_study(standing, request, ui, log, read_clock)


def _adapt(
    settings: Settings, new: int | None, minutes: float | None, selection: Selection
) -> Settings:
    """Return the settings of this session: options go before what the learner set for good."""
    if minutes is not None:
        settings = replace(settings, minutes=minutes)
    if new is not None:
        settings = replace(settings, new=new, goal=None)
    if selection.stage or selection.deck or selection.key:
        settings = replace(settings, stage=1)
    return settings
