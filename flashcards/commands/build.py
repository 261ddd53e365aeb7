"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from flashcards.anki.build import BuildRequest, build_package
from flashcards.commands import options as opt

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Default: into build/.")
]
Release = Annotated[bool, typer.Option("--release", help="Write the lock: this is a release.")]
Restamp = Annotated[
    list[str] | None,
    typer.Option("--restamp", metavar="KEY", help="Send this entry again to all learners."),
]
WithRetired = Annotated[
    bool, typer.Option("--with-retired", help="Also retired cards, for learners who have them.")
]
Name = Annotated[
    str | None,
    typer.Option("--name", callback=opt.one_line, help="Another name for the deck."),
]
Namespace = Annotated[
    str | None,
    typer.Option(
        "--namespace", callback=opt.one_line,
        help="A copy with its own cards, apart from the main deck.",
    ),
]  # fmt: skip
Style = Annotated[
    Path | None,
    typer.Option("--style", metavar="FILE.css", help="Own rules; only with --namespace."),
]
Logo = Annotated[
    Path | None,
    typer.Option("--logo", metavar="FILE", help="On every card; only with --namespace."),
]


def build(
    context: typer.Context,
    folder: opt.Folder = None,
    output: Output = None,
    release: Release = False,
    restamp: Restamp = None,
    with_retired: WithRetired = False,
    name: Name = None,
    namespace: Namespace = None,
    style: Style = None,
    logo: Logo = None,
    stage: opt.Stages = None,
    kind: opt.Kinds = None,
    tag: opt.Tags = None,
    deck: opt.Decks = None,
    key: opt.Keys = None,
    difficulty: opt.Difficulties = None,
    exclude: opt.Excluded = None,
    quiz: opt.QuizName = None,
    lang: opt.Lang = None,
    count: opt.Notes = None,
    seed: opt.Seed = None,
) -> None:
    """Write an Anki package that learners can import again and again."""
    if (style or logo) and not namespace:
        raise typer.BadParameter(
            "would change the look of every deck of your learners; give --namespace too.",
            param_hint="--style" if style else "--logo",
        )
    choice = opt.selection(stage, kind, tag, deck, key, difficulty, exclude)
    build_package(
        BuildRequest(
            folder, output, release, tuple(restamp or ()), with_retired, name,
            namespace or "", choice, quiz, lang, count, seed, style, logo,
        ),
        context.obj or (),
    )  # fmt: skip
