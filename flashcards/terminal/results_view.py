"""The results of a class in a terminal: how it went, what to look at, questions, people.

Numbers, names and scores are always whole: a narrow terminal has no bars, and less of
the text of a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.results.class_report import ClassReport, PersonResult
from flashcards.results.item_analysis import ItemAnalysis, rate_urgency
from flashcards.results.report_text import (
    describe_finding,
    describe_person,
    describe_reliability,
    format_percent,
    format_points,
    format_signed,
    format_time,
    summarize_class,
)
from flashcards.terminal.charts import print_title, render_bar
from flashcards.terminal.output import make_line
from flashcards.terminal.question_view import print_hanging
from flashcards.words.catalog import Words
from flashcards.words.message import Number

MOST_PEOPLE = 60
"""Who are shown; a file has all."""
MOST_CONCEPTS = 8
MOST_FINDINGS = 20
_BAR = 10
_GAP = 2
"""Columns between two cells of a table."""
_TEXT = 24
"""Columns that a text needs; beside less there is no bar."""
_LEAST = 12
"""Columns that a text needs beside whole heads of the numbers."""
_LONGEST_NAME = 60
_STYLES = {"passed": "green", "failed": "red"}


def print_summary(console: Console, report: ClassReport, lines: Sequence[str]) -> None:
    """What the report is about, and these lines of it."""
    words = report.words
    title = words.say("results_of", title=report.title)
    console.print(Text(make_line(title if report.title else words.say("results_title")), "bold"))
    for line in lines:
        print_hanging(console, " ", Text(line))


def print_class_report(console: Console, report: ClassReport, verbose: bool = True) -> None:
    """All of the report but the files that were left out; a line a question only if `verbose`."""
    print_summary(console, report, [*summarize_class(report), describe_reliability(report)])
    _print_findings(console, report)
    if verbose:
        _print_questions(console, report)
    _print_concepts(console, report)
    _print_people(console, report)


def _print_findings(console: Console, report: ClassReport) -> None:
    print_title(console, report.words, "results_look")
    if not report.findings:
        told = report.words.say("results_look_none", n=len(report.people))
        print_hanging(console, " ", Text(told))
    numbers = {item.id: number for number, item in enumerate(report.items, 1)}
    urgent = sorted(report.findings, key=rate_urgency)[:MOST_FINDINGS]
    for finding in filter(urgent.__contains__, report.findings):
        words = describe_finding(report.words, finding)
        style = "magenta" if finding.kind in ("key", "negative") else ""
        number, id = numbers[finding.question], finding.question
        name = Text(make_line(f"{number}. {id}{report.words.say('colon')}")).append(
            make_line(words), style
        )
        print_hanging(console, " • ", name)


def _print_questions(console: Console, report: ClassReport) -> None:
    words = report.words
    print_title(console, words, "results_questions")
    heads = ("results_right", "results_discrimination", "results_duration")
    numbers = [_question_numbers(words, item, item.id in report.stand_out) for item in report.items]
    bars = [_draw_share(console, item.ease or 0) for item in report.items]
    shown = [Text(words.say(head)) for head in heads]
    if _measure_room(console, [shown, *numbers]) < _LEAST:
        _cut_heads(shown, numbers)
    room = _measure_room(console, [shown, *numbers])
    has_bars = room >= _BAR + _GAP + _TEXT
    table = _make_table(has_bars)
    texts = [Text(words.say("results_question")), *map(Text, _list_texts(report.items))]
    rows = zip([shown, *numbers], [Text(), *bars], texts, strict=True)
    for place, (row, bar, text) in enumerate(rows):
        text.truncate(max(1, room - has_bars * (_BAR + _GAP)), overflow="ellipsis")
        cells = [*([bar] if has_bars else []), *row, text]
        table.add_row(*cells, style="" if place else "bright_black")
    console.print(table)


def _cut_heads(heads: Sequence[Text], rows: Sequence[Sequence[Text]]) -> None:
    """Heads no wider than the numbers below them."""
    for head, *column in zip(heads, *rows, strict=True):
        head.truncate(max((cell.cell_len for cell in column), default=1), overflow="ellipsis")


def _list_texts(items: Sequence[ItemAnalysis]) -> list[str]:
    return [
        make_line(f"{number}. {' '.join(item.text.split()) or item.id}")
        for number, item in enumerate(items, 1)
    ]


def _question_numbers(words: Words, item: ItemAnalysis, stands_out: bool) -> list[Text]:
    return [
        Text(format_percent(words, item.ease)),
        Text(format_signed(words, item.discrimination), "magenta" if stands_out else ""),
        Text(format_time(words, item.seconds)),
    ]


def _print_concepts(console: Console, report: ClassReport) -> None:
    if not report.concepts:
        return
    print_title(console, report.words, "results_concepts")
    for each in report.concepts[:MOST_CONCEPTS]:
        head = Text(f" {format_percent(report.words, each.share):>5}  ")
        if console.width >= head.cell_len + _BAR + _GAP + _TEXT:
            head.append_text(_draw_share(console, each.share)).append(" " * _GAP)
        print_hanging(console, head, Text(make_line(each.title)))


def _print_people(console: Console, report: ClassReport) -> None:
    words = report.words
    print_title(console, words, "results_people")
    people = report.people[:MOST_PEOPLE]
    numbers = [_person_numbers(words, person) for person in people]
    has_bars = _measure_room(console, numbers) >= _BAR + _GAP + _TEXT
    table = _make_table(has_bars, names=True)
    for person, row in zip(people, numbers, strict=True):
        name = Text(make_line(person.label))
        name.truncate(_LONGEST_NAME, overflow="ellipsis")
        bar = [_draw_share(console, person.percent / 100)] if has_bars else []
        table.add_row(name, *bar, *row, _tell_person(words, person))
    console.print(table)
    more = len(report.people) - MOST_PEOPLE
    if more > 0:
        print_hanging(console, " ", Text(words.say("results_more", n=more)))


def _person_numbers(words: Words, person: PersonResult) -> list[Text]:
    return [
        Text(words.say("percent", n=Number(person.percent, ".1f"))),
        Text(f"{format_points(words, person.points)}/{format_points(words, person.total)}"),
        Text(format_time(words, person.seconds)),
    ]


def _tell_person(words: Words, person: PersonResult) -> Text:
    """Passed or not, and what the score leaves out."""
    passed = "" if person.passed is None else "passed" if person.passed else "failed"
    told = Text(words.say(passed) if passed else "", _STYLES.get(passed, ""))
    if part := describe_person(words, person):
        told.append(words.say("between_sentences") + part if passed else part, "bright_black")
    return told


def _make_table(has_bars: bool, names: bool = False) -> Table:
    """Names, bars, three numbers and a text: only names and the text are ever broken."""
    table = Table(box=None, padding=(0, 1), pad_edge=True, show_header=False)
    if names:
        table.add_column(overflow="fold")
    if has_bars:
        table.add_column(no_wrap=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _measure_room(console: Console, rows: Sequence[Sequence[Text]]) -> int:
    """The columns that the numbers leave for the rest."""
    columns = zip(*rows, strict=True)
    wide = [max(cell.cell_len for cell in column) + _GAP for column in columns]
    room: int = console.width - _GAP - sum(wide)
    return room


def _draw_share(console: Console, share: float) -> Text:
    return Text(render_bar(console, share, _BAR), "green")
