"""A report in the terminal, as HTML and as CSV."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import asdict, fields
from statistics import fmean, median

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.results.report import ClassReport, ItemResult, PersonResult
from flashcards.terminal.output import make_line
from flashcards.terminal.rich_text import AS_WRITTEN
from flashcards.text.csv_cells import write_table

_FEW = 30
"""Fewer people say little about reliability."""
_PAGE_WIDTH = 110
_MAX_PICKS = 12
"""Answers of one question in its row; JSON has all."""


def list_summary(report: ClassReport) -> Iterator[str]:
    """Yield how it went as a whole, a line each."""
    people, percents = report.people, [person.percent for person in report.people]
    yield f"Results: {report.title}" if report.title else "Results"
    yield f"{_count(len(people), 'person', 'people')}, {_count(len(report.questions), 'question')}"
    yield f"mean {fmean(percents):.1f} %, median {median(percents):.1f} %"
    if report.pass_mark is not None:
        passed = sum(bool(person.passed) for person in people)
        yield f"{passed} of {len(people)} passed (pass mark {report.pass_mark:g} %)"
        if waiting := sum(person.passed is None for person in people):
            yield f"{waiting} open: points that are not known yet decide"


def print_report(console: Console, report: ClassReport, picks: bool = False) -> None:
    """Print everything; how often each answer was given only if `picks`."""
    head, *lines = map(make_line, list_summary(report))
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


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _describe_alpha(report: ClassReport) -> str:
    if report.alpha is None:
        return "reliability (alpha) is not defined: too few people or questions, or equal scores"
    told = f"reliability (alpha) {report.alpha:.2f}"
    if report.alpha_people < len(report.people):
        told += f", of the {report.alpha_people} people with a graded answer to every question"
    if report.alpha_people < _FEW:
        told += f"; with {_count(report.alpha_people, 'person', 'people')} this says little"
    return told


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
        style = "magenta" if item.look_at else ""
        table.add_row(
            f"{number}. {make_line(item.id)}",
            _percent(item.share_right),
            _percent(item.mean_score),
            "–" if item.discrimination is None else f"{item.discrimination:+.2f}".replace("-", "−"),
            _time(item.seconds),
            style=style,
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
            f"{_short(person.points)}/{_short(person.total)}",
            {True: "yes", False: "no", None: "–"}[person.passed],
            _time(person.seconds),
            ", ".join(notes),
        )
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _short(points: float) -> str:
    return f"{round(points, 2):g}"


def _time(seconds: float | None) -> str:
    """Return 12 s, 3:05 or 1:02:03; a dash if it is not known."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def render_page(report: ClassReport) -> bytes:
    """Return the whole report as one HTML file with nothing to load."""
    console = Console(file=io.StringIO(), record=True, width=_PAGE_WIDTH, **AS_WRITTEN)
    print_report(console, report, picks=True)
    for notice in report.notices:
        console.print(make_line(notice))
    return console.export_html().encode()


def make_people_table(report: ClassReport) -> bytes:
    """Return a CSV with one row a person, the best first."""
    rows = ([*map(_cell, asdict(person).values())] for person in report.people)
    return write_table([field.name for field in fields(PersonResult)], rows)


def make_question_table(report: ClassReport) -> bytes:
    """Return a CSV with one row a question; behind its numbers how often each answer was given."""
    names = [field.name for field in fields(ItemResult) if field.name != "picks"]
    most = max(min(_MAX_PICKS, len(item.picks)) for item in report.questions)
    heads = [f"{head}_{n}" for n in range(1, most + 1) for head in ("answer", "right", "chosen")]
    rows = []
    for item in report.questions:
        picks = [_cell(value) for pick in item.picks[:_MAX_PICKS] for value in pick[:3]]
        row = [_cell(getattr(item, name)) for name in names]
        rows.append([*row, *picks, *[""] * (len(heads) - len(picks))])
    return write_table([*names, *heads], rows)


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
