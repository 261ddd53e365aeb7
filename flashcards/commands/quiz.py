"""What `ptquiz` does without a command: ask what is due, then new cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flashcards.commands import options
from flashcards.study.start import NEW_A_DAY, USUAL_COUNT

CourseFolder = Annotated[
    Path | None, typer.Option("--course", metavar="DIR", help="A course folder of your own.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Line mode: nothing is redrawn.")]


def quiz(
    stage: options.Stages = None,
    kind: options.Kinds = None,
    tag: options.Tags = None,
    deck: options.Decks = None,
    key: options.Keys = None,
    difficulty: options.Difficulties = None,
    exclude: options.Excluded = None,
    quiz: options.QuizName = None,
    lang: options.Lang = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, help="At most so many cards.")
    ] = USUAL_COUNT,
    new: Annotated[int, typer.Option("--new", min=0, help="New cards a day.")] = NEW_A_DAY,
    seed: options.Seed = None,
    form: Annotated[
        str | None, typer.Option("--form", help="single, type, reveal …: where a card can.")
    ] = None,
    course: CourseFolder = None,
    plain: Plain = False,
) -> None:
    """Learn PyTorch in a few minutes a day: you are asked what is due, then new cards."""
    from flashcards.commands.environment import run_quiz

    options.selection(stage, kind, tag, deck, key, difficulty, exclude)
    run_quiz(
        stage=stage, kind=kind, tag=tag, deck=deck, key=key, difficulty=difficulty,
        exclude=exclude, quiz=quiz, lang=lang, count=count, new=new, seed=seed,
        form=_form(form), course=course, plain=plain,
    )  # fmt: skip


def _form(form: str | None) -> str | None:
    from flashcards.questions.question import FORMS

    if form is not None and form not in FORMS:
        raise typer.BadParameter(f"'{form}' is not one of {', '.join(FORMS)}.", param_hint="--form")
    return form
