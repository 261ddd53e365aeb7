"""What `ptquiz` does without a command: ask what is due, and new cards among it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, FILTERS, LANG, PLAIN, QUIZ, SEED
from flashcards.commands.speaker import Speaker

if TYPE_CHECKING:
    from flashcards import Settings


def _forms() -> Sequence[str]:
    from flashcards import FORMS

    return FORMS


OPTIONS = (
    *FILTERS,
    QUIZ,
    LANG,
    Option("count", ("--count", "-n"), "At most so many questions.", value=int, minimum=1),
    Option("new", ("--new",), "New cards a day.", value=int, minimum=0),
    Option("minutes", ("--minutes",), "What a day may cost.", value=float, minimum=1),
    SEED,
    Option("form", ("--form",), "single, type, reveal …: where a card can.", choices=_forms),
    Option("cram", ("--cram",), "Ask all of them and keep no answer.", value=bool, default=False),
    COURSE,
    PLAIN,
)  # fmt: skip


def run(
    speaker: Speaker,
    quiz: str | None, count: int | None, new: int | None, minutes: float | None,
    seed: str | None, form: Any, cram: bool, course: Path | None, plain: bool, **filters: Any,
) -> None:  # fmt: skip
    """Learn PyTorch in a few minutes a day: you are asked what is due, and new cards."""
    from flashcards import (
        Selection,
        StudyRequest,
        find_quiz,
        find_standing,
        start_study,
    )
    from flashcards.commands.background_sync import sync_beside
    from flashcards.commands.environment import (
        choose_language,
        open_learner_terminal,
        open_log,
        read_clock,
        read_learner_settings,
        read_moment,
    )

    settings = _adapt(read_learner_settings(), new, minutes, filters)
    found = speaker.load_course(course)
    named = find_quiz(found, quiz) if quiz else None
    lang, selection = choose_language(speaker, found), Selection(**filters)
    standing = find_standing(found, read_moment(), lang, selection, settings, named)
    words = speaker.find_words(standing.lang)
    with (
        sync_beside(settings, course, words) as sync,
        open_learner_terminal(plain, words) as terminal,
        open_log() as log,
    ):
        request = StudyRequest(limit=count, seed=seed or "", form=form, quiz=named, cram=cram)
        ui = sync.watch(terminal.ui) if sync else terminal.ui
        start_study(standing, request, ui, log, read_clock)


def _adapt(
    settings: Settings, new: int | None, minutes: float | None, filters: dict[str, Any]
) -> Settings:
    """The settings of this session: options go before what the learner set for good."""
    from dataclasses import replace

    if minutes is not None:
        settings = replace(settings, minutes=minutes)
    elif new is not None:
        settings = replace(settings, new=new, minutes=None, goal=None)
    if any(filters[each] for each in ("stage", "deck", "key")):
        settings = replace(settings, stage=1)
    return settings
