"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean, median
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.commands.context import wants_lines
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import write_outputs
from flashcards.results.load import load_results
from flashcards.results.report import ClassReport, make_report
from flashcards.terminal.output import make_line, print_json, print_lines
from flashcards.terminal.rich_text import Page, open_page
from flashcards.text.csv_cells import write_table
from flashcards.text.plain_text import format_count

_MIN_PEOPLE = 30
"""Fewer people say little about reliability."""
_PAGE_WIDTH = 110
_MAX_PICKS = 12
"""Answers of one question that are shown; JSON has all."""


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
        if path.suffix.lower() not in (".html", ".htm", ".csv"):
            message = f"'{path}' must end with .html or .csv, which says what it becomes."
            raise UsageError(message, "--output")
    attempts, notices = load_results(files, attempt)
    if not attempts:
        print_lines(notices if names else [], file=sys.stderr)
        raise FlashcardsError("there are no results in what was given")
    report = make_report(attempts, notices, pass_mark, names)
    written = {path: data for target in output for path, data in _render(report, target).items()}
    write_outputs(written, force=force)
    print_lines(report.notices, file=sys.stderr)
    if as_json:
        print_json(asdict(report))
    elif written and not verbose:
        print_lines(_list_summary(report))
    else:
        _print_report(open_page(wants_lines(plain)), report, verbose)
    print_lines((f"Wrote {path}" for path in written), sys.stderr if as_json else None)


def _render(report: ClassReport, target: Path) -> dict[Path, bytes]:
    """Return the files that the suffix of the name says; a table is two."""
    if target.suffix.lower() == ".csv":
        tables = asdict(report)
        return {
            target.with_name(f"{target.stem}-{name}.csv"): write_table(
                [*tables[name][0]], ([*map(_make_cell, row.values())] for row in tables[name])
            )
            for name in ("people", "questions")
        }
    console = Page(file=io.StringIO(), record=True, width=_PAGE_WIDTH)
    _print_report(console, report, picks=True)
    for notice in report.notices:
        console.print(make_line(notice))
    return {target: console.export_html().encode()}


def _make_cell(value: Any) -> str | float:
    """Return what stands in a table for a value of the JSON report."""
    match value:
        case None | bool():
            return {None: "", True: "yes", False: "no"}[value]
        case float():
            return int(value) if value.is_integer() else round(value, 4)
        case list():
            return "; ".join(
                f"{'✓' if pick['right'] else '✗'} {pick['name']}: {pick['people']}"
                for pick in value[:_MAX_PICKS]
            )
        case _:
            return value  # type: ignore[no-any-return]


def _list_summary(report: ClassReport) -> Iterator[str]:
    """Yield how it went as a whole, a line each."""
    people, percents = report.people, [person.percent for person in report.people]
    questions = format_count(len(report.questions), "question")
    yield f"Results: {report.title}" if report.title else "Results"
    yield f"{format_count(len(people), 'person', 'people')}, {questions}"
    yield f"mean {fmean(percents):.1f} %, median {median(percents):.1f} %"
    if report.pass_mark is not None:
        passed = sum(bool(person.passed) for person in people)
        yield f"{passed} of {len(people)} passed (pass mark {report.pass_mark:g} %)"
        if waiting := sum(person.passed is None for person in people):
            yield f"{waiting} open: some of their answers have no points yet"


def _describe_alpha(report: ClassReport) -> str:
    if report.alpha is None:
        return "reliability (alpha) is not defined: too few people or questions, or equal scores"
    line = f"reliability (alpha) {report.alpha:.2f}"
    if report.alpha_people < len(report.people):
        line += f", of the {report.alpha_people} people with a graded answer to every question"
    if report.alpha_people < _MIN_PEOPLE:
        line += f"; with {report.alpha_people} people this says little"
    return line


def _print_report(console: Console, report: ClassReport, picks: bool) -> None:
    """Print everything; how often each answer was given only if `picks`."""
    head, *lines = map(make_line, _list_summary(report))
    console.print(Text(head, "bold"))
    for line in (*lines, _describe_alpha(report)):
        console.print(f" {line}", soft_wrap=True)
    console.print(Text("\nLook at these questions", "bold"))
    suspects = [item for item in report.questions if item.look_at]
    for item in suspects:
        console.print(Text(f" • {make_line(item.id)}: {make_line(item.look_at)}", "magenta"))
    if not suspects:
        console.print(" nothing stands out")
    console.print(Text("\nQuestions", "bold"))
    figures = ["question", "right", "mean", "discr."]
    console.print(_make_table(figures, _list_questions(report, picks)))
    console.print(Text("\nPeople", "bold"))
    figures = ["name", "score", "points", "passed", ""]
    console.print(_make_table(figures, _list_people(report)))


def _make_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table whose first column may be broken; all others are numbers and stay whole."""
    table = Table(box=None, header_style="bright_black")
    table.add_column(headings[0], overflow="fold", ratio=1)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(make_line, row))
    return table


def _list_questions(report: ClassReport, picks: bool) -> Iterator[Sequence[str]]:
    for number, item in enumerate(report.questions, 1):
        yield (
            f"{number}. {item.id}",
            _format_figure(item.share_right, ".0%"),
            _format_figure(item.mean_score, ".0%"),
            _format_figure(item.discrimination, "+.2f"),
        )
        for pick in item.picks[:_MAX_PICKS] if picks else ():
            yield f"   {'✓' if pick.right else '✗'} {pick.name}", str(pick.people)


def _list_people(report: ClassReport) -> Iterator[Sequence[str]]:
    for person in report.people:
        notes = [] if person.finished else ["not finished"]
        notes += [f"{person.open} open"] if person.open else []
        yield (
            f"{person.name} ({person.number})" if person.number else person.name,
            f"{person.percent:.1f} %",
            f"{round(person.points, 2):g}/{round(person.total, 2):g}",
            {True: "yes", False: "no", None: "–"}[person.passed],
            ", ".join(notes),
        )


def _format_figure(figure: float | None, how: str) -> str:
    """Return a figure as text; a dash if it is not known."""
    return "–" if figure is None else format(figure, how)
