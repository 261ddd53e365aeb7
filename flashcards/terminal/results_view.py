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
        print_hanging(console, " ", Text(say(report.lang, "results_look_none")))
    for finding in report.findings[:MOST_FINDINGS]:
        words = describe_finding(report.lang, finding)
        style = "magenta" if finding.kind in ("key", "negative") else ""
        name = Text(make_line(f"{finding.question}: ")).append(make_line(words), style)
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
    for item in report.items:
        table.add_row(*_question_cells(console, item))
    console.print(table)


def _question_cells(console: Console, item: ItemAnalysis) -> tuple[Text, ...]:
    share = item.share_right
    weak = item.discrimination is not None and item.discrimination < 0
    text = make_line(f"{item.id}  {item.text}".rstrip())
    return (
        Text(render_bar(console, share or 0, _BAR), "green"),
        Text(format_percent(share)),
        Text(format_signed(item.discrimination), "magenta" if weak else ""),
        Text(format_time(item.seconds)),
        Text(text[: max(20, console.width - 46)]),
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
    if not person.finished:
        told.append(f" {say(lang, 'results_unfinished')}", "bright_black")
    return (
        Text(_shorten(make_line(person.name))),
        Text(render_bar(console, person.percent / 100, _BAR), "green"),
        Text(f"{person.percent:.1f} %"),
        Text(f"{format_points(person.points)}/{format_points(person.total)}"),
        Text(format_time(person.seconds)),
        told,
    )


def _shorten(text: str) -> str:
    return text if len(text) <= _LABEL else text[: _LABEL - 1].rstrip() + "…"
