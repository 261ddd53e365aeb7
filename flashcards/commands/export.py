"""`ptquiz export`: questions to a file for a class, and what each format could not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import (
    COUNT,
    FILTERS,
    FOLDER,
    JSON,
    LANG,
    QUIZ,
    SEED,
    check_line,
)
from flashcards.errors import UsageError

NAMES = ("moodle", "canvas", "gift", "sheet", "csv", "json")

OPTIONS = (
    Option(
        "format_name", required=True, metavar="FORMAT", help=", ".join(NAMES) + ".",
        choices=lambda: NAMES,
    ),
    FOLDER,
    Option("output", ("--output", "-o"), "Default: into build/.", value=Path, metavar="PATH"),
    Option(
        "strict", ("--strict",), "Write nothing if anything is lost.", value=bool, default=False
    ),
    Option(
        "dry_run", ("--dry-run",), "Only tell counts, points and the score of guessing.",
        value=bool, default=False,
    ),
    Option(
        "save_spec", ("--save-spec",), "Also write a quiz file of this choice.", value=Path,
        metavar="FILE",
    ),
    Option("title", ("--title",), "The title of the quiz.", check=check_line),
    Option("author", ("--author",), "Whose quiz it is.", check=check_line),
    Option("course", ("--course",), "The course's name.", metavar="NAME", check=check_line),
    Option(
        "shuffle", ("--shuffle/--no-shuffle",), "The questions in another order.", value=bool
    ),
    Option(
        "points", ("--points",), "What a question is worth.", value=float, minimum=0, maximum=1000
    ),
    Option("forms", ("--forms",), "sheet: the names of the forms.", metavar="A,B,C"),
    Option("paper", ("--paper",), "sheet: a4 or letter.", choices=lambda: ("a4", "letter")),
    Option(
        "key_in", ("--key-in",), "sheet: the file of the key.", metavar="own|same|none",
        choices=lambda: ("own", "same", "none"),
    ),
    Option("date", ("--date",), "sheet: printed as it is.", check=check_line),
    *FILTERS,
    QUIZ,
    LANG,
    COUNT,
    SEED,
    JSON,
)  # fmt: skip


def run(
    format_name: str, folder: Path | None, output: Path | None, strict: bool, dry_run: bool,
    save_spec: Path | None, forms: str | None, paper: str | None, key_in: str | None,
    date: str | None, quiz: str | None, as_json: bool, **own: Any,
) -> None:  # fmt: skip
    """Write questions for a class: a Moodle, Canvas, GIFT, CSV or JSON file, or an exam.

    Tells for every question whether it was kept, degraded or refused.
    """
    from flashcards.export.quiz_export import Job, exported_by, tell, tell_dry
    from flashcards.model import Selection

    printing = _printing(format_name, forms, paper, key_in, date)
    _check_course(own["course"], folder)
    choice = Selection(**{option.name: own.pop(option.name) for option in FILTERS})
    if save_spec and quiz and choice != Selection():
        raise UsageError(
            "a quiz file cannot keep other filters beside --quiz; write them into the file.",
            "--save-spec",
        )
    if own["shuffle"] is None and quiz is None:
        own["shuffle"] = format_name == "sheet" or save_spec is not None
    job = Job(folder, format_name, choice, quiz, own)
    if dry_run:
        tell_dry(job, save_spec, as_json)
        return
    exported = exported_by(job.plan(), format_name, printing)
    tell(exported, job, output, save_spec, strict, as_json)


def _check_course(name: str | None, folder: Path | None) -> None:
    """Learners' commands take the folder as `--course`: whoever mixes them up is told."""
    if name is not None and folder is None and Path(name, "decks").is_dir():
        raise UsageError("it is printed; give the folder without an option.", "--course")


def _printing(
    format_name: str, forms: str | None, paper: str | None, key_in: str | None, date: str | None
) -> dict[str, Any]:
    """The options that only paper has; elsewhere they are wrong usage."""
    given = {"--forms": forms, "--paper": paper, "--key-in": key_in, "--date": date}
    if format_name != "sheet":
        for option, value in given.items():
            if value is not None:
                raise UsageError("only 'export sheet' has it.", option)
        return {}
    names = [name.strip() for name in (forms or "A").split(",")]
    if len(set(names)) < len(names) or not all(name.isalnum() for name in names):
        raise UsageError("give different names, such as A,B,C.", "--forms")
    return {
        "names": names, "paper": paper or "a4", "key_in": key_in or "own", "date": date or "",
    }  # fmt: skip
