"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
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
        if path.suffix.lower() not in (".html", ".csv"):
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
        tables = {"people": asdict(report)["people"], "questions": asdict(report)["questions"]}
        return {
            target.with_name(f"{target.stem}-{name}.csv"): write_table(
                [*rows[0]], ([*map(_make_cell, row.values())] for row in rows)
            )
            for name, rows in tables.items()
        }
    console = Page(file=io.StringIO(), record=True, width=_PAGE_WIDTH)
    _print_report(console, report, picks=True)
    for notice in report.notices:
        console.print(make_line(notice))
    return {target: console.export_html().encode()}


def _make_cell(value: Any) -> str | float:
    """Return what stands in a table for a value of the JSON report."""
    if isinstance(value, list):
        return "; ".join(
            f"{'✓' if pick['right'] else '✗'} {pick['name']}: {pick['people']}"
            for pick in value[:_MAX_PICKS]
        )
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 4)
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
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
    people = f"of the {report.alpha_people} people with a graded answer to every question"
    return f"reliability (alpha) {report.alpha:.2f}, {people}"


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
    console.print(_draw_questions(report, picks))
    console.print(Text("\nPeople", "bold"))
    console.print(_draw_people(report))


def _make_table(first: str, *figures: str) -> Table:
    """Return an empty table whose first column may be broken; all others stay whole."""
    table = Table(box=None, header_style="bright_black")
    table.add_column(first, overflow="fold", ratio=1)
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _draw_questions(report: ClassReport, picks: bool) -> Table:
    table = _make_table("question", "right", "mean", "discr.")
    for number, item in enumerate(report.questions, 1):
        share = "–" if item.share_right is None else f"{item.share_right:.0%}"
        discrimination = "–" if item.discrimination is None else f"{item.discrimination:+.2f}"
        name = make_line(f"{number}. {item.id}")
        table.add_row(name, share, f"{item.mean_score:.0%}", discrimination)
        for pick in item.picks[:_MAX_PICKS] if picks else ():
            table.add_row(
                make_line(f"   {'✓' if pick.right else '✗'} {pick.name}"), str(pick.people)
            )
    return table


def _draw_people(report: ClassReport) -> Table:
    table = _make_table("name", "score", "points", "passed", "")
    for person in report.people:
        notes = [] if person.finished else ["not finished"]
        notes += [f"{person.open} open"] if person.open else []
        table.add_row(
            make_line(f"{person.name} ({person.number})" if person.number else person.name),
            f"{person.percent:.1f} %",
            f"{round(person.points, 2):g}/{round(person.total, 2):g}",
            {True: "yes", False: "no", None: "–"}[person.passed],
            ", ".join(notes),
        )
    return table
