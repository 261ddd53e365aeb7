"""A report as one HTML page with plots: no network, no script, for screen and paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from math import floor
from pathlib import Path
from typing import Any

from flashcards.results.class_report import ClassReport
from flashcards.results.item_analysis import ItemAnalysis
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
from flashcards.text.html_page import load_template
from flashcards.words.catalog import Words
from flashcards.words.message import Number

MOST_PICKS = 8
"""Answers shown of one question; typed ones can be many."""
_TEMPLATES = Path(__file__).with_name("templates")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_WIDTH, _HEIGHT = 560, 300
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 18, 26, 40
_BINS = 10
_MOST_LABELS = 80
_Write = Callable[[float], str]
"""A number at an axis to what stands there."""


def render_results_page(report: ClassReport) -> str:
    """The whole page."""
    words = report.words
    title = report.title and words.say("results_of", title=report.title)
    return load_template(_TEMPLATES / "results.html").render(
        report=report,
        title=title or words.say("results_title"),
        policy=_POLICY,
        style=(_TEMPLATES / "results.css").read_text(encoding="utf-8"),
        say=words.say,
        write=words.write,
        digits=Number,
        summary=summarize_class(report),
        reliability=describe_reliability(report),
        plots=_list_plots(report),
        questions=[
            _describe_question(number, item, report) for number, item in enumerate(report.items, 1)
        ],
        numbers={item.id: number for number, item in enumerate(report.items, 1)},
        describe=partial(describe_finding, words),
        describe_person=partial(describe_person, words),
        percent=partial(format_percent, words),
        number=partial(format_points, words),
        time=partial(format_time, words),
        tell=words.render,
    )


def _list_plots(report: ClassReport) -> list[tuple[str, str, str]]:
    """Heading, explanation and drawing of each plot."""
    words = report.words
    drawn = [
        (words.say("results_scores"), words.say("results_scores_told"), draw_scores(report)),
        (words.say("results_map"), words.say("results_map_told"), draw_map(report)),
        (words.say("results_times"), words.say("results_times_told"), draw_times(report)),
    ]
    return [each for each in drawn if each[2]]


def _describe_question(number: int, item: ItemAnalysis, report: ClassReport) -> Mapping[str, Any]:
    """What the template shows of a question."""
    words = report.words
    facts = [words.say("results_of_people", n=item.people)]
    if item.interval and not item.by_hand:
        low, high = (round(100 * share) for share in item.interval)
        facts.append(words.say("results_range", low=low, high=high))
    if item.mean_score is not None and item.mean_score - (item.ease or 0) > 0.005:
        facts.append(words.say("results_mean_score", n=round(100 * item.mean_score)))
    if item.unanswered:
        facts.append(words.say("results_unanswered", n=item.unanswered))
    if item.ungraded:
        facts.append(words.say("results_ungraded", n=item.ungraded))
    heading, _, code = (item.text or item.id).partition("\n")
    return {
        "number": number,
        "heading": heading,
        "code": code,
        "item": item,
        "facts": facts,
        "discrimination": format_signed(words, item.discrimination),
        "place": report.places.get(item.id),
        "findings": [each for each in report.findings if each.question == item.id],
        "picks": item.picks[:MOST_PICKS],
        "more": len(item.picks) - MOST_PICKS,
    }


def draw_scores(report: ClassReport) -> str:
    """A histogram of the scores in steps of ten percent, 100 in the last; and the pass mark."""
    counts = Counter(min(_BINS - 1, int(each // 10)) for each in report.percents)
    top = max(counts.values())
    frame = _Frame((0, 100), (0, top))
    parts = [
        frame.draw_axes(
            [0, 20, 40, 60, 80, 100], _ticks(top), _percents(report.words), _numbers(report.words)
        )
    ]
    for place, count in sorted(counts.items()):
        left, right = frame.x(10 * place) + 2, frame.x(10 * place + 10) - 2
        above = frame.y(count)
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{above:.1f}" width="{right - left:.1f}" '
            f'height="{frame.y(0) - above:.1f}"/>'
            f'<text class="value" x="{(left + right) / 2:.1f}" y="{above - 4:.1f}">{count}</text>'
        )
    if report.pass_mark is not None:
        at = frame.x(report.pass_mark)
        told = escape(report.words.say("results_mark", n=report.pass_mark))
        parts.append(
            f'<g><title>{told}</title><line class="mark" x1="{at:.1f}" y1="{_TOP}" '
            f'x2="{at:.1f}" y2="{frame.y(0):.1f}"/></g>'
        )
    return _svg(report, "results_scores", parts)


def draw_map(report: ClassReport) -> str:
    """Every question by how easy and how telling it is; its number links to it."""
    words, ticks = report.words, _list_map_ticks(report.items)
    frame = _Frame((0, 1), (ticks[0], 1))
    parts = [
        frame.draw_axes([0, 0.25, 0.5, 0.75, 1], ticks, _percents(words, 100), _numbers(words))
    ]
    zero = frame.y(0)
    parts.append(
        f'<line class="zero" x1="{_LEFT}" y1="{zero:.1f}" x2="{_WIDTH - _RIGHT}" y2="{zero:.1f}"/>'
    )
    labelled = len(report.items) <= _MOST_LABELS
    shown = [
        (number, item)
        for number, item in enumerate(report.items, 1)
        if item.ease is not None and item.discrimination is not None
    ]
    taken: list[tuple[float, float]] = []
    for number, item in sorted(shown, key=lambda each: -(each[1].discrimination or 0)):
        parts.append(_draw_dot(words, frame, number, item, item.id in report.stand_out))
        parts += [_draw_label(frame, number, item, taken)] if labelled else []
    parts.append(_name_axes(words.say("results_share"), words.say("results_discrimination")))
    return _svg(report, "results_map", parts)


def _list_map_ticks(items: Sequence[ItemAnalysis]) -> list[float]:
    """Quarters from below the lowest question to 1."""
    lowest = min((item.discrimination or 0 for item in items), default=0)
    return [quarter / 4 for quarter in range(min(-1, floor(4 * lowest)), 5)]


def _draw_dot(
    words: Words, frame: _Frame, number: int, item: ItemAnalysis, stands_out: bool
) -> str:
    """A question on the map, in another color if it is one to look at."""
    x, y = frame.x(item.ease or 0), frame.y(item.discrimination or 0)
    numbers = f"{format_percent(words, item.ease)}, {format_signed(words, item.discrimination)}"
    told = escape(f"{number}. {item.text or item.id}: {numbers}")
    kind = "dot low" if stands_out else "dot"
    dot = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    return f"<g><title>{told}</title>{dot}</g>"


def _draw_label(
    frame: _Frame, number: int, item: ItemAnalysis, taken: list[tuple[float, float]]
) -> str:
    """The number of a question beside its dot, below those that are `taken`."""
    x, y = frame.x(item.ease or 0), frame.y(item.discrimination or 0) + 4
    side, at = ("label end", x - 8) if x > _WIDTH - 40 else ("label", x + 8)
    while any(abs(at - left) < 18 and abs(y - top) < 11 for left, top in taken):
        y += 11
    taken.append((at, y))
    return f'<text class="{side}" x="{at:.1f}" y="{y:.1f}">{number}</text>'


def draw_times(report: ClassReport) -> str:
    """Every person by time and score; nothing if times are not known."""
    people = [each for each in report.people if each.seconds is not None]
    if len(people) < 2:
        return ""
    longest = max(each.seconds or 0 for each in people) / 60
    frame = _Frame((0, longest * 1.05 or 1), (0, 100))
    ticks = _ticks(longest)
    parts = [
        frame.draw_axes(
            ticks, [0, 20, 40, 60, 80, 100], _numbers(report.words), _percents(report.words)
        )
    ]
    for each in people:
        x, y = frame.x((each.seconds or 0) / 60), frame.y(each.percent)
        parts.append(f'<circle class="dot person" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
    parts.append(_name_axes(report.words.say("results_minutes"), ""))
    return _svg(report, "results_times", parts)


def _percents(words: Words, times: int = 1) -> _Write:
    return lambda value: words.say("percent", n=float(times * value))


def _numbers(words: Words) -> _Write:
    return lambda value: words.format_number(float(value))


class _Frame:
    """Values to places inside the drawing."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        self._across, self._up = across, up

    def x(self, value: float) -> float:
        low, high = self._across
        return _LEFT + (value - low) / (high - low or 1) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        low, high = self._up
        return _HEIGHT - _BOTTOM - (value - low) / (high - low or 1) * (_HEIGHT - _TOP - _BOTTOM)

    def draw_axes(
        self, across: Sequence[float], up: Sequence[float], write_x: _Write, write_y: _Write
    ) -> str:
        """Lines and numbers at these values."""
        bottom = _HEIGHT - _BOTTOM
        lines = [
            f'<line class="grid" x1="{_LEFT}" y1="{self.y(v):.1f}" x2="{_WIDTH - _RIGHT}" '
            f'y2="{self.y(v):.1f}"/><text class="up" x="{_LEFT - 6}" y="{self.y(v) + 4:.1f}">'
            f"{write_y(v)}</text>"
            for v in up
        ]
        lines += [
            f'<text class="across" x="{self.x(v):.1f}" y="{bottom + 17}">{write_x(v)}</text>'
            for v in across
        ]
        return "".join(lines)


def _ticks(top: float) -> list[float]:
    """Up to six round numbers from 0 to what is there."""
    step = 1.0
    while top / step > 5:
        step *= 2.5 if str(step)[0] == "2" else 2
    return [place * step for place in range(int(top // step) + 1)]


def _name_axes(across: str, up: str) -> str:
    named = f'<text class="axis" x="{_WIDTH / 2}" y="{_HEIGHT - 4}">{escape(across)}</text>'
    if up:
        named += (
            f'<text class="axis" x="12" y="{_HEIGHT / 2 - 10}" '
            f'transform="rotate(-90 12 {_HEIGHT / 2 - 10})">{escape(up)}</text>'
        )
    return named


def _svg(report: ClassReport, word: str, parts: Sequence[str]) -> str:
    name = escape(report.words.say(word))
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{name}">'
        f"{''.join(parts)}</svg>"
    )
