"""`ptquiz export`: questions to a file for a class, and what each format could not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from flashcards.commands import options as opt

NAMES = ("moodle", "canvas", "gift", "sheet", "csv", "json")

Format = Annotated[str, typer.Argument(metavar="FORMAT", help=", ".join(NAMES) + ".")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="PATH", help="Default: into build/.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Write nothing if anything is lost.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only tell counts, points and the score of guessing.")
]
SaveSpec = Annotated[
    Path | None,
    typer.Option("--save-spec", metavar="FILE", help="Also write a quiz file of this choice."),
]
Title = Annotated[
    str | None, typer.Option("--title", callback=opt.one_line, help="The title of the quiz.")
]
Author = Annotated[
    str | None, typer.Option("--author", callback=opt.one_line, help="Whose quiz it is.")
]
CourseName = Annotated[
    str | None,
    typer.Option("--course", callback=opt.one_line, metavar="NAME", help="The course's name."),
]
Shuffle = Annotated[
    bool | None, typer.Option("--shuffle/--no-shuffle", help="The questions in another order.")
]
Points = Annotated[
    float | None, typer.Option("--points", min=0, max=1000, help="What a question is worth.")
]
Forms = Annotated[
    str | None, typer.Option("--forms", metavar="A,B,C", help="sheet: the names of the forms.")
]
Paper = Annotated[str | None, typer.Option("--paper", help="sheet: a4 or letter.")]
Key = Annotated[
    str | None,
    typer.Option("--key-in", metavar="own|same|none", help="sheet: the file of the key."),
]
Date = Annotated[
    str | None, typer.Option("--date", callback=opt.one_line, help="sheet: printed as it is.")
]


def export(
    format_name: Format,
    folder: opt.Folder = None,
    output: Output = None,
    strict: Strict = False,
    dry_run: DryRun = False,
    save_spec: SaveSpec = None,
    title: Title = None,
    author: Author = None,
    course: CourseName = None,
    shuffle: Shuffle = None,
    points: Points = None,
    forms: Forms = None,
    paper: Paper = None,
    key_in: Key = None,
    date: Date = None,
    stage: opt.Stages = None,
    kind: opt.Kinds = None,
    tag: opt.Tags = None,
    deck: opt.Decks = None,
    key: opt.Keys = None,
    difficulty: opt.Difficulties = None,
    exclude: opt.Excluded = None,
    quiz: opt.QuizName = None,
    lang: opt.Lang = None,
    count: opt.Count = None,
    seed: opt.Seed = None,
    as_json: opt.AsJson = False,
) -> None:
    """Write questions for a class: a Moodle, Canvas, GIFT, CSV or JSON file, or an exam.

    Tells for every question whether it was kept, degraded or refused.
    """
    from flashcards.export.quiz_export import Job, exported_by, tell, tell_dry

    _check_format(format_name)
    printing = _printing(format_name, forms, paper, key_in, date)
    _check_course(course, folder)
    choice = opt.selection(stage, kind, tag, deck, key, difficulty, exclude)
    if save_spec and quiz and choice != opt.selection():
        raise typer.BadParameter(
            "a quiz file cannot keep other filters beside --quiz; write them into the file.",
            param_hint="--save-spec",
        )
    if shuffle is None and quiz is None:
        shuffle = format_name == "sheet" or save_spec is not None
    own: dict[str, Any] = {
        "lang": lang, "count": count, "title": title, "author": author, "course": course,
        "points": points, "shuffle": shuffle, "seed": seed,
    }  # fmt: skip
    job = Job(folder, format_name, choice, quiz, own)
    if dry_run:
        tell_dry(job, save_spec, as_json)
        return
    exported = exported_by(job.plan(), format_name, printing)
    tell(exported, job, output, save_spec, strict, as_json)


def _check_format(name: str) -> None:
    if name not in NAMES:
        raise typer.BadParameter(f"'{name}' is not one of {', '.join(NAMES)}.", param_hint="FORMAT")


def _check_course(name: str | None, folder: Path | None) -> None:
    """Learners' commands take the folder as `--course`: whoever mixes them up is told."""
    if name is not None and folder is None and Path(name, "decks").is_dir():
        raise typer.BadParameter(
            "it is printed; give the folder without an option.", param_hint="--course"
        )


def _printing(
    format_name: str, forms: str | None, paper: str | None, key_in: str | None, date: str | None
) -> dict[str, Any]:
    """The options that only paper has; elsewhere they are wrong usage."""
    given = {"--forms": forms, "--paper": paper, "--key-in": key_in, "--date": date}
    if format_name != "sheet":
        for option, value in given.items():
            if value is not None:
                raise typer.BadParameter("only 'export sheet' has it.", param_hint=option)
        return {}
    names = [name.strip() for name in (forms or "A").split(",")]
    if len(set(names)) < len(names) or not all(name.isalnum() for name in names):
        raise typer.BadParameter("give different names, such as A,B,C.", param_hint="--forms")
    if paper not in (None, "a4", "letter"):
        raise typer.BadParameter("a4 or letter.", param_hint="--paper")
    if key_in not in (None, "own", "same", "none"):
        raise typer.BadParameter("own, same or none.", param_hint="--key-in")
    return {
        "names": names, "paper": paper or "a4", "key_in": key_in or "own", "date": date or "",
    }  # fmt: skip
