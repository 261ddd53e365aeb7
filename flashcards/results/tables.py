"""A report as CSV: one table of people, one of questions."""

from __future__ import annotations

from collections.abc import Iterator

from flashcards.results.class_report import ClassReport
from flashcards.results.item_analysis import ItemAnalysis
from flashcards.results.person_result import DIGITS
from flashcards.text.csv_cells import write_table

MOST_PICKS = 12
"""Answers of one question in its row; JSON has all."""
_PEOPLE = (
    "name", "number", "percent", "points", "total", "passed", "seconds", "finished", "left_out",
    "not_graded",
)  # fmt: skip
_QUESTIONS = (
    "question_id", "text", "points", "people", "right", "share_right", "low", "high", "mean_score",
    "discrimination", "seconds", "unanswered", "place",
)  # fmt: skip


def make_people_table(report: ClassReport) -> bytes:
    """One row a person, the best first."""
    rows = (
        [each.name, each.number, each.percent, each.points, each.total, each.passed,
         None if each.seconds is None else round(each.seconds), each.finished, each.left_out,
         each.not_graded]
        for each in report.people
    )  # fmt: skip
    return write_table(_PEOPLE, ([_cell(value) for value in row] for row in rows))


def make_question_table(report: ClassReport) -> bytes:
    """One row a question; behind its numbers how often each answer was given."""
    rows = [_question_row(report, item) for item in report.items]
    most = max((len(row) - len(_QUESTIONS) for row in rows), default=0)
    names = [name for n in range(1, most // 3 + 1) for name in (f"answer_{n}", f"chosen_{n}",
             f"right_{n}")]  # fmt: skip
    padded = ([*row, *("",) * (len(_QUESTIONS) + most - len(row))] for row in rows)
    return write_table([*_QUESTIONS, *names], padded)


def _question_row(report: ClassReport, item: ItemAnalysis) -> list[str | float]:
    low, high = item.interval or (None, None)
    facts = (
        item.id, item.text, item.points, item.people, item.right, item.share_right, low, high,
        item.mean_score, item.discrimination, item.seconds, item.unanswered,
        report.places.get(item.id),
    )  # fmt: skip
    return [*map(_cell, facts), *_list_picks(item)]


def _list_picks(item: ItemAnalysis) -> Iterator[str | float]:
    for pick in item.picks[:MOST_PICKS]:
        yield from (pick.text, pick.people, _cell(pick.right))


def _cell(value: object) -> str | float:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return int(value) if value.is_integer() else round(value, DIGITS)
        case int():
            return value
        case _:
            return str(value)
