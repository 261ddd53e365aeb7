"""A report as one HTML page with plots: no network, no script, for screen and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from flashcards.results.class_report import ClassReport
from flashcards.results.findings import Finding
from flashcards.results.item_analysis import ItemAnalysis
from flashcards.results.plots import draw_map, draw_scores, draw_times
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
from flashcards.text.html_page import load_template
from flashcards.words.catalog import find_words, say

MOST_PICKS = 8
"""Answers shown of one question; typed ones can be many."""
_TEMPLATES = Path(__file__).with_name("templates")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_results_page(report: ClassReport) -> str:
    """The whole page."""
    lang = report.lang
    title = report.title and say(lang, "results_of", title=report.title)
    return load_template(_TEMPLATES / "results.html").render(
        report=report,
        title=title or say(lang, "results_title"),
        policy=_POLICY,
        style=(_TEMPLATES / "results.css").read_text(encoding="utf-8"),
        say=partial(say, lang),
        summary=summarize_class(report),
        reliability=describe_reliability(report),
        plots=_list_plots(report),
        questions=[
            _describe_question(number, item, report)
            for number, item in enumerate(report.items, 1)
        ],
        numbers={item.id: number for number, item in enumerate(report.items, 1)},
        describe=partial(describe_finding, lang),
        describe_person=partial(describe_person, lang),
        percent=partial(format_percent, lang),
        number=partial(format_points, lang),
        time=partial(format_time, lang),
        tell=find_words(lang).render,
    )  # fmt: skip


def _list_plots(report: ClassReport) -> list[tuple[str, str, str]]:
    """Heading, explanation and drawing of each plot."""
    lang = report.lang
    drawn = [
        (say(lang, "results_scores"), say(lang, "results_scores_told"), draw_scores(report)),
        (say(lang, "results_map"), say(lang, "results_map_told"), draw_map(report)),
        (say(lang, "results_times"), say(lang, "results_times_told"), draw_times(report)),
    ]
    return [each for each in drawn if each[2]]


def _describe_question(number: int, item: ItemAnalysis, report: ClassReport) -> Mapping[str, Any]:
    """What the template shows of a question."""
    lang = report.lang
    facts = [say(lang, "results_of_people", n=item.people)]
    if item.interval and not item.by_hand:
        low, high = (f"{100 * share:.0f}" for share in item.interval)
        facts.append(say(lang, "results_range", low=low, high=high))
    if item.mean_score is not None and item.mean_score - (item.ease or 0) > 0.005:
        facts.append(say(lang, "results_mean_score", n=f"{100 * item.mean_score:.0f}"))
    if item.unanswered:
        facts.append(say(lang, "results_unanswered", n=item.unanswered))
    if item.ungraded:
        facts.append(say(lang, "results_ungraded", n=item.ungraded))
    heading, _, code = (item.text or item.id).partition("\n")
    return {
        "number": number,
        "heading": heading,
        "code": code,
        "item": item,
        "facts": facts,
        "discrimination": format_signed(lang, item.discrimination),
        "place": report.places.get(item.id),
        "findings": _find_of(item.id, report.findings),
        "picks": item.picks[:MOST_PICKS],
        "more": len(item.picks) - MOST_PICKS,
    }


def _find_of(id: str, findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.question == id]
