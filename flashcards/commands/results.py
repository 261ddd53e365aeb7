"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands import shared_options as shared
from flashcards.commands.options import Option
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError
from flashcards.fileio import write_outputs
from flashcards.results.collect import KEEP, NoResults, load_results
from flashcards.results.report import ClassReport, make_report
from flashcards.results.view import (
    list_summary,
    make_people_table,
    make_question_table,
    print_report,
    render_page,
)
from flashcards.terminal.console import make_console
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.words.message import Message

ENDINGS = (".html", ".htm", ".csv")


def _check_output(path: Path) -> Message | None:
    if path.suffix.lower() in ENDINGS:
        return shared.check_file(path)
    return Message("results-ending", path=path)


OPTIONS = (
    shared.FILES._replace(help="help-results-files"),
    Option(
        "output",
        ("--output", "-o"),
        "help-results-output",
        value=Path,
        many=True,
        check=_check_output,
    ),
    shared.FORCE,
    Option("names", ("--names/--no-names",), "help-results-names", value=bool, default=True),
    Option(
        "pass_mark", ("--pass-mark",), "help-results-pass-mark", value=float, minimum=0, maximum=100
    ),
    Option("attempt", ("--attempt",), "help-results-attempt", default="best", choices=KEEP),
    shared.JSON,
    shared.PLAIN,
    shared.VERBOSE,
)


def run(
    speaker: Speaker,
    files: tuple[Path, ...],
    output: tuple[Path, ...],
    force: bool,
    names: bool,
    pass_mark: float | None,
    attempt: str,
    as_json: bool,
    plain: bool,
    verbose: bool,
) -> None:
    """Scores and item analysis of a class, from result files and answers on paper.

    Per person score, pass and time; per question share right, discrimination, time and how
    often each answer was given; reliability, keys to look at.
    """
    try:
        report = make_report(load_results(files, attempt), pass_mark, names)
    except NoResults as error:
        print_lines(error.lines if names else [], file=sys.stderr)
        raise FlashcardsError(str(error)) from None
    written = {path: made for target in output for path, made in _render(report, target).items()}
    write_outputs(written, force=force)
    print_lines(report.notices, file=sys.stderr)
    if as_json:
        print_json(report.for_json())
    elif written and not verbose:
        print_lines(list_summary(report))
    else:
        print_report(make_console(plain, speaker.words), report, verbose)
    for path in written:
        told = speaker.render(Message("file-written", path=path))
        print_line(told, file=sys.stderr if as_json else None)


def _render(report: ClassReport, target: Path) -> dict[Path, bytes]:
    """Return the files that the suffix of the name says; a table is two."""
    if target.suffix.lower() != ".csv":
        return {target: render_page(report)}
    people = target.with_name(f"{target.stem}-people.csv")
    questions = target.with_name(f"{target.stem}-questions.csv")
    return {people: make_people_table(report), questions: make_question_table(report)}
