"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from statistics import fmean, median

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.commands.context import require_file
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import write_outputs
from flashcards.results.load import load_results
from flashcards.results.report import ClassReport, ItemResult, PersonResult, make_report
from flashcards.terminal.output import make_line, print_json, print_line, print_lines
from flashcards.terminal.rich_text import AS_WRITTEN, open_page
from flashcards.text.csv_cells import write_table
from flashcards.text.plain_text import format_count

_SUFFIXES = (".html", ".htm", ".csv")
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
        require_file(path, "--output")
        if path.suffix.lower() not in _SUFFIXES:
            raise UsageError(
                f"'{path}' must end with .html or .csv, which says what it becomes.", "--output"
            )
    attempts, notices = load_results(files, attempt)
    if not attempts:
        print_lines(notices if names else [], file=sys.stderr)
        raise FlashcardsError("there are no results in what was given")
    report = make_report(attempts, notices, pass_mark, names)
    written = {path: data for target in output for path, data in _render(report, target).items()}
    write_outputs(written, force=force)
    print_lines(report.notices, file=sys.stderr)
    if as_json:
        print_json(report.for_json())
    elif written and not verbose:
        print_lines(_list_summary(report))
    else:
        _print_report(open_page(plain), report, verbose)
    for path in written:
        print_line(f"Wrote {path}", file=sys.stderr if as_json else None)


def _render(report: ClassReport, target: Path) -> dict[Path, bytes]:
    """Return the files that the suffix of the name says; a table is two."""
    if target.suffix.lower() == ".csv":
        people = target.with_name(f"{target.stem}-people.csv")
        questions = target.with_name(f"{target.stem}-questions.csv")
        return {people: _make_people_table(report), questions: _make_question_table(report)}
    console = Console(file=io.StringIO(), record=True, width=_PAGE_WIDTH, **AS_WRITTEN)
    _print_report(console, report, picks=True)
    for notice in report.notices:
        console.print(make_line(notice))
    return {target: console.export_html().encode()}


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
            yield f"{waiting} open: points that are not known yet decide"


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
    console.print(Text("\nQuestions", "bold"), _draw_questions(report, picks), sep="\n")
    console.print(Text("\nPeople", "bold"), _draw_people(report), sep="\n")


def _make_table(*headings: str) -> Table:
    """Return a table whose first column may be broken; all others are numbers and stay whole."""
    table = Table(box=None, pad_edge=True, header_style="bright_black")
    table.add_column(headings[0], overflow="fold", ratio=1)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _draw_questions(report: ClassReport, picks: bool) -> Table:
    table = _make_table("question", "right", "mean", "discr.", "time")
    for number, item in enumerate(report.questions, 1):
        discrimination = item.discrimination
        table.add_row(
            f"{number}. {make_line(item.id)}",
            "–" if item.share_right is None else f"{item.share_right:.0%}",
            "–" if item.mean_score is None else f"{item.mean_score:.0%}",
            "–" if discrimination is None else f"{discrimination:+.2f}".replace("-", "−"),
            _format_time(item.seconds),
            style="magenta" if item.look_at else "",
        )
        for pick in item.picks[:_MAX_PICKS] if picks else ():
            mark = "✓" if pick.right else "✗"
            table.add_row(f"   {mark} {make_line(pick.name)}", str(pick.people))
    return table


def _draw_people(report: ClassReport) -> Table:
    table = _make_table("name", "score", "points", "passed", "time", "")
    for person in report.people:
        name = f"{person.name} ({person.number})" if person.number else person.name
        notes = [] if person.finished else ["not finished"]
        notes += [f"{person.unreadable} left out"] if person.unreadable else []
        notes += [f"{person.not_graded} not graded"] if person.not_graded else []
        table.add_row(
            make_line(name),
            f"{person.percent:.1f} %",
            f"{round(person.points, 2):g}/{round(person.total, 2):g}",
            {True: "yes", False: "no", None: "–"}[person.passed],
            _format_time(person.seconds),
            ", ".join(notes),
        )
    return table


def _format_time(seconds: float | None) -> str:
    """Return 12 s or 3:05; a dash if it is not known."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def _make_people_table(report: ClassReport) -> bytes:
    """Return a CSV with one row a person, the best first."""
    names = [field.name for field in fields(PersonResult)]
    return write_table(names, ([*map(_cell, astuple(person))] for person in report.people))


def _make_question_table(report: ClassReport) -> bytes:
    """Return a CSV with one row a question; `picks` is how often each answer was given."""
    rows = []
    for item in report.questions:
        picks = [f"{'✓' if p.right else '✗'} {p.name}: {p.people}" for p in item.picks]
        values = {**vars(item), "picks": "; ".join(picks[:_MAX_PICKS])}
        rows.append([*map(_cell, values.values())])
    return write_table([field.name for field in fields(ItemResult)], rows)


def _cell(value: object) -> str | float:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return int(value) if value.is_integer() else round(value, 4)
        case int():
            return value
        case _:
            return str(value)
