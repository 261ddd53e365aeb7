"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from flashcards.commands.environment import refuse_stdout
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import write_outputs
from flashcards.results.collect import NoResults, load_results
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

SUFFIXES = (".html", ".htm", ".csv")


def run_results(
    files: Sequence[Path],
    output: Sequence[Path],
    force: bool,
    names: bool,
    pass_mark: float | None,
    attempt: str,
    as_json: bool,
    plain: bool,
    verbose: bool,
) -> None:
    """Print or write scores and item analysis of a class."""
    for path in output:
        refuse_stdout(path, "--output")
        if path.suffix.lower() not in SUFFIXES:
            raise UsageError(
                f"'{path}' must end with .html or .csv, which says what it becomes.", "--output"
            )
    try:
        report = make_report(load_results(tuple(files), attempt), pass_mark, names)
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
        print_report(make_console(plain), report, verbose)
    for path in written:
        print_line(f"Wrote {path}", file=sys.stderr if as_json else None)


def _render(report: ClassReport, target: Path) -> dict[Path, bytes]:
    """Return the files that the suffix of the name says; a table is two."""
    if target.suffix.lower() != ".csv":
        return {target: render_page(report)}
    people = target.with_name(f"{target.stem}-people.csv")
    questions = target.with_name(f"{target.stem}-questions.csv")
    return {people: make_people_table(report), questions: make_question_table(report)}
