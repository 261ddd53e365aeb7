"""What `ptquiz` does without a command: ask what is due, then new cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, FILTERS, LANG, PLAIN, QUIZ, SEED

USUAL_COUNT, NEW_A_DAY = 20, 10


def _forms() -> Sequence[str]:
    from flashcards import FORMS

    return FORMS


OPTIONS = (
    *FILTERS,
    QUIZ,
    LANG,
    Option(
        "count", ("--count", "-n"), "At most so many cards.", value=int, default=USUAL_COUNT,
        minimum=1,
    ),
    Option("new", ("--new",), "New cards a day.", value=int, default=NEW_A_DAY, minimum=0),
    SEED,
    Option("form", ("--form",), "single, type, reveal …: where a card can.", choices=_forms),
    COURSE,
    PLAIN,
)  # fmt: skip


def run(
    quiz: str | None, lang: str | None, count: int, new: int, seed: str | None, form: Any,
    course: Path | None, plain: bool, **filters: Any,
) -> None:  # fmt: skip
    """Learn PyTorch in a few minutes a day: you are asked what is due, then new cards."""
    from flashcards import (
        Selection,
        find_quiz,
        load_course,
        select_cards,
        start_study,
    )
    from flashcards.commands.environment import (
        open_learner_terminal,
        open_log,
        read_clock,
        read_moment,
    )
    from flashcards.paths import cache_folder

    found = load_course(course, cache=cache_folder())
    named = find_quiz(found, quiz) if quiz else None
    notes, cards = select_cards(found, lang, named, Selection(**filters))
    with (
        open_learner_terminal(plain, notes[0].lang) as terminal,
        open_log() as log,
    ):
        start_study(
            found, notes, cards, ui=terminal.ui, log=log, clock=read_clock, moment=read_moment(),
            count=count, new=new, seed=seed or "", form=form,
        )  # fmt: skip
