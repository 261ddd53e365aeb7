"""The results of a class in a terminal: how it went, what to look at, questions, people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.results.class_report import ClassReport, PersonResult
from flashcards.results.item_analysis import ItemAnalysis
from flashcards.results.sentences import (
    describe_finding,
    describe_person,
    describe_reliability,
    format_percent,
    format_points,
    format_signed,
    format_time,
    summarize_class,
)
from flashcards.terminal.charts import Bar, print_bars, render_bar
from flashcards.terminal.output import make_line
from flashcards.terminal.question_view import print_hanging

MOST_PEOPLE = 60
"""Who are shown; a file has all."""
MOST_CONCEPTS = 8
MOST_FINDINGS = 20
_BAR = 10
_LABEL = 40
_STYLES = {"passed": "green", "failed": "red"}


def print_class_report(console: Console, report: ClassReport) -> None:
    """All of the report but the files that were left out."""
    lang = report.lang
    title = say(lang, "results_of", title=report.title)
    console.print(Text(make_line(title if report.title else say(lang, "results_title")), "bold"))
    for line in (*summarize_class(report), describe_reliability(report)):
        print_hanging(console, " ", Text(line))
    _print_findings(console, report)
    _print_questions(console, report)
    _print_concepts(console, report)
    _print_people(console, report)


def _print_head(console: Console, lang: str, word: str) -> None:
    console.print()
    console.print(Text(say(lang, word), "bold"))


def _print_findings(console: Console, report: ClassReport) -> None:
    _print_head(console, report.lang, "results_look")
    if not report.findings:
        told = say(report.lang, "results_look_none", n=len(report.people))
        print_hanging(console, " ", Text(told))
    numbers = {item.id: number for number, item in enumerate(report.items, 1)}
    for finding in report.findings[:MOST_FINDINGS]:
        words = describe_finding(report.lang, finding)
        style = "magenta" if finding.kind in ("key", "negative") else ""
        number, id = numbers[finding.question], finding.question
        name = Text(make_line(f"{number}. {id}: ")).append(make_line(words), style)
        print_hanging(console, " • ", name)


def _print_questions(console: Console, report: ClassReport) -> None:
    lang = report.lang
    _print_head(console, lang, "results_questions")
    table = Table(box=None, padding=(0, 1), header_style="bright_black", pad_edge=True)
    table.add_column("")
    table.add_column(say(lang, "results_right"), justify="right", no_wrap=True)
    table.add_column(say(lang, "results_discrimination"), justify="right", no_wrap=True)
    table.add_column(say(lang, "results_duration"), justify="right", no_wrap=True)
    table.add_column(say(lang, "results_question"), overflow="fold", no_wrap=True)
    for number, item in enumerate(report.items, 1):
        stands_out = item.id in report.stand_out
        table.add_row(*_question_cells(console, number, item, stands_out))
    console.print(table)


def _question_cells(
    console: Console, number: int, item: ItemAnalysis, stands_out: bool
) -> tuple[Text, ...]:
    share = item.ease
    text = make_line(f"{number}. {' '.join(item.text.split()) or item.id}")
    return (
        Text(render_bar(console, share or 0, _BAR), "green"),
        Text(format_percent(share)),
        Text(format_signed(item.discrimination), "magenta" if stands_out else ""),
        Text(format_time(item.seconds)),
        Text(_shorten(text, max(20, console.width - 46))),
    )


def _print_concepts(console: Console, report: ClassReport) -> None:
    if not report.concepts:
        return
    _print_head(console, report.lang, "results_concepts")
    bars = [
        Bar(_shorten(make_line(each.title)), each.share, format_percent(each.share))
        for each in report.concepts[:MOST_CONCEPTS]
    ]
    print_bars(console, bars, 1)


def _print_people(console: Console, report: ClassReport) -> None:
    lang = report.lang
    _print_head(console, lang, "results_people")
    table = Table(box=None, padding=(0, 1), header_style="bright_black", show_header=False)
    for justify in ("left", "left", "right", "right", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    for person in report.people[:MOST_PEOPLE]:
        table.add_row(*_person_cells(console, lang, person))
    console.print(table)
    more = len(report.people) - MOST_PEOPLE
    if more > 0:
        print_hanging(console, " ", Text(say(lang, "results_more", n=more)))


def _person_cells(console: Console, lang: str, person: PersonResult) -> tuple[Text, ...]:
    passed = "" if person.passed is None else "passed" if person.passed else "failed"
    told = Text(say(lang, passed) if passed else "", _STYLES.get(passed, ""))
    if part := describe_person(lang, person):
        told.append(f" {part}".lstrip() if not passed else f" {part}", "bright_black")
    return (
        Text(_shorten(make_line(person.name))),
        Text(render_bar(console, person.percent / 100, _BAR), "green"),
        Text(f"{person.percent:.1f} %"),
        Text(f"{format_points(person.points)}/{format_points(person.total)}"),
        Text(format_time(person.seconds)),
        told,
    )


def _shorten(text: str, width: int = _LABEL) -> str:
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"
