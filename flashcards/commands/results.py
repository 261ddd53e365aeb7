"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from statistics import fmean, median
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.commands.context import wants_lines
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import write_outputs
from flashcards.results.report import ClassReport, ItemResult, PersonResult
from flashcards.terminal.output import make_line, print_json, print_lines
from flashcards.terminal.rich_text import Page, open_page
from flashcards.text.csv_cells import format_table
from flashcards.text.plain_text import format_count

_MAX_SHOWN = 100
"""Characters of a question or an option that are shown; JSON and CSV have all."""
_MAX_PICKS = 12
"""Answers of one question that are shown; JSON has all."""


def check_targets(output: Sequence[Path]) -> None:
    """Raise UsageError for a file that a report cannot be written to."""
    for path in output:
        if path.suffix.lower() not in (".html", ".csv"):
            message = f"'{path}' must end with .html or .csv, which says what it becomes."
            raise UsageError(message, "--output")


def print_results(
    report: ClassReport, output: Sequence[Path], force: bool, as_json: bool, verbose: bool
) -> None:
    """Print or write scores and item analysis of a class. Raises FlashcardsError without any."""
    if not report.people:
        print_lines(report.notices, file=sys.stderr)
        raise FlashcardsError("there are no results in what was given")
    written = {path: data for target in output for path, data in _render(report, target).items()}
    write_outputs(written, force=force)
    print_lines(report.notices, file=sys.stderr)
    if as_json:
        print_json(asdict(report))
    elif written and not verbose:
        print_lines(_list_summary(report))
    else:
        _print_report(open_page(wants_lines()), report, verbose)
    print_lines((f"Wrote {path}" for path in written), sys.stderr if as_json else None)


def _render(report: ClassReport, target: Path) -> dict[Path, bytes]:
    """Return the files that the suffix of the name says; a table is two."""
    if target.suffix.lower() == ".csv":
        people = _write_figures(PersonResult, report.people)
        questions = _write_figures(ItemResult, report.questions)
        return {
            target.with_name(f"{target.stem}-people.csv"): people,
            target.with_name(f"{target.stem}-questions.csv"): questions,
        }
    console = Page(file=io.StringIO(), record=True, width=110)
    _print_report(console, report, picks=True)
    for notice in report.notices:
        console.print(make_line(notice))
    return {target: console.export_html().encode()}


def _write_figures(record: Any, rows: Sequence[Any]) -> bytes:
    """Return a table with a column for each figure; how often each answer was given is none."""
    columns = [field.name for field in fields(record) if field.name != "picks"]
    return format_table(columns, ([getattr(row, name) for name in columns] for row in rows))


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
    else:
        yield "nobody passes or fails: there is no pass mark; give one with --pass-mark"


def _print_report(console: Console, report: ClassReport, picks: bool) -> None:
    """Print everything; how often each answer was given only if `picks`."""
    head, *lines = map(make_line, _list_summary(report))
    console.print(Text(head, "bold"))
    if report.alpha is None:
        lines.append(f"reliability (alpha) is not defined: {report.alpha_missing}")
    else:
        people = f"of the {report.alpha_people} people with a graded answer to every question"
        lines.append(f"reliability (alpha) {report.alpha:.2f}, {people}")
    for line in lines:
        console.print(f" {line}", soft_wrap=True)
    console.print(Text("\nLook at these questions", "bold"))
    suspects = [item for item in report.questions if item.look_at]
    for item in suspects:
        console.print(Text(f" • {make_line(item.id)}: {make_line(item.look_at)}", "magenta"))
        if item.question:
            console.print(f"   {_shorten(item.question)}", markup=False)
    if not suspects:
        console.print(" nothing stands out")
    headings = ("question", "people", "right", "mean", "discr.")
    _print_table(console, "Questions", headings, _list_questions(report, picks))
    for item in report.questions:
        if item.missing:
            console.print(f" – {make_line(item.id)}: {item.missing}", markup=False)
    headings = ("name", "score", "points", "passed", "")
    _print_table(console, "People", headings, _list_people(report))


def _list_questions(report: ClassReport, picks: bool) -> Iterator[tuple[object, ...]]:
    for number, item in enumerate(report.questions, 1):
        right = "–" if item.share_right is None else f"{item.share_right:.0%}"
        discrimination = "–" if item.discrimination is None else f"{item.discrimination:+.2f}"
        places = f" ({_shorten(item.places)})" if "," in item.places else ""
        name = f"{number}. {item.id}{places}"
        yield name, item.people, right, f"{item.mean_score:.0%}", discrimination
        if item.question:
            yield (f"   {_shorten(item.question)}",)
        if picks:
            for pick in item.picks[:_MAX_PICKS]:
                text = f": {_shorten(pick.text)}" if pick.text else ""
                yield f"   {'✓' if pick.right else '✗'} {pick.name}{text}", pick.people


def _shorten(text: str) -> str:
    """Return the beginning of a text in one line."""
    line = make_line(" ".join(text.split()))
    return line if len(line) <= _MAX_SHOWN else f"{line[: _MAX_SHOWN - 1]}…"


def _list_people(report: ClassReport) -> Iterator[tuple[object, ...]]:
    for person in report.people:
        name = f"{person.name} ({person.number})" if person.number else person.name
        if person.version.casefold() not in ("", person.name.casefold()):
            name += f", version {person.version}"
        points = f"{round(person.points, 2):g}/{round(person.total, 2):g}"
        passed = {True: "yes", False: "no", None: "–"}[person.passed]
        notes = [] if person.finished else ["not finished"]
        notes += [f"{person.open} open"] if person.open else []
        yield name, f"{person.percent:.1f} %", points, passed, ", ".join(notes)


def _print_table(
    console: Console, title: str, headings: Sequence[str], rows: Iterator[tuple[object, ...]]
) -> None:
    """Print a table of which only the first column may be broken."""
    table = Table(box=None, header_style="bright_black")
    table.add_column(headings[0], overflow="fold", ratio=1)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(make_line, row))
    console.print(Text(f"\n{title}", "bold"))
    console.print(table)
