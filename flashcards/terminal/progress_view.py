"""Where the learner stands, as pictures in a terminal: checklist, statistics, path."""

from __future__ import annotations

from datetime import timedelta

from rich.console import Console
from rich.text import Text

from flashcards.progress.checklist import Checklist, ChecklistItem
from flashcards.progress.glossary import Glossary
from flashcards.progress.path import LearningPath, StageProgress
from flashcards.progress.stats import Statistics
from flashcards.study.standing import EPOCH
from flashcards.terminal.charts import (
    Bar,
    print_bars,
    print_calendar,
    print_title,
    render_bar,
    render_tick,
)
from flashcards.terminal.durations import format_end
from flashcards.terminal.feedback_view import print_resource
from flashcards.terminal.output import make_visible
from flashcards.terminal.question_view import print_hanging
from flashcards.terminal.rich_text import render_inline
from flashcards.words.catalog import Words

FORECAST_SHOWN = 14
SHORT_BAR = 8
_LEECH_LINES = 2
"""Of a card that is forgotten often: so many lines are enough to know it again."""
_STYLES = {"known": "green", "begun": "magenta", "new": "none"}


def print_checklist(console: Console, checklist: Checklist) -> None:
    """Each stage with its concepts, ticked; a word says the same as the tick."""
    words, items = checklist.words, checklist.items
    print_hanging(console, "", Text(words.say("checklist_means" if items else "no_concepts")))
    for stage in sorted({item.stage for item in items}):
        mine = [item for item in items if item.stage == stage]
        known = sum(item.tick == "known" for item in mine)
        console.print()
        console.print(_render_stage_head(words, stage, checklist.stage_titles.get(stage, "")))
        console.print(Text(words.say("of_concepts", known=known, n=len(mine))))
        for item in mine:
            _print_item(console, words, item)


def mark_checklist(checklist: Checklist) -> str:
    """The head of the stage that is being learned, or of the first that is not known."""
    items = checklist.items
    begun = [item.stage for item in items if item.tick == "begun"]
    left = [item.stage for item in items if item.tick == "new"]
    stage = min(begun, default=min(left, default=0))
    head = _render_stage_head(checklist.words, stage, checklist.stage_titles.get(stage, ""))
    return head.plain if stage else ""


def mark_path(path: LearningPath) -> str:
    """How the head of the stage begins that is being learned."""
    return path.words.say("stage", n=path.here.stage) if path.here else ""


def print_statistics(console: Console, found: Statistics) -> None:
    """The numbers as pictures."""
    words = found.words
    if not found.reviews:
        console.print(words.say("stats_none"))
        return
    print_title(console, words, "stats_today")
    right, minutes = found.today.right, round(found.minutes_today, 1)
    today = words.say("stats_today_line", n=found.today.answers, right=right, minutes=minutes)
    print_hanging(console, " ", Text(today))
    print_title(console, words, "stats_total")
    counts = words.say("stats_all", n=found.reviews, seen=found.seen, all=found.cards)
    print_hanging(console, " ", Text(counts))
    earned, known = found.earned, found.known
    values = {"earned": earned, "all": found.cards, "known": known, "concepts": found.concepts}
    print_hanging(console, " ", Text(words.say("stats_earned", **values)))
    print_title(console, words, "stats_calendar")
    print_calendar(console, words, found.calendar, found.today_number)
    print_title(console, words, "stats_forecast")
    _print_forecast(console, found)
    print_title(console, words, "stats_retention")
    _print_retention(console, found)
    _print_weak(console, found)


def print_path(console: Console, path: LearningPath) -> None:
    """The stages with weeks, goal, progress and what to read."""
    words = path.words
    for stage in path.stages:
        console.print()
        _print_path_head(console, path, stage)
        if stage.goal:
            print_hanging(console, "  ", render_inline(stage.goal))
        print_bars(console, _list_bars(words, stage), 1)
        if stage.seen_by:
            when = format_end(words, stage.seen_by, path.day)
            ends = words.say("stage_ends", n=stage.stage, when=when)
            print_hanging(console, "  ", Text(ends))
        for resource in stage.resources:
            print_resource(console, words, resource)


def _print_path_head(console: Console, path: LearningPath, stage: StageProgress) -> None:
    """A stage, and beside it, or below where that is too narrow, what `_render_place` says."""
    head = _render_stage_head(path.words, stage.stage, stage.title)
    place = _render_place(path, stage)
    if place and head.cell_len + 2 + place.cell_len > console.width:
        print_hanging(console, "", head)
        print_hanging(console, "  ", place)
    else:
        print_hanging(console, "", Text("  ").join([head, place]) if place else head)


def _render_place(path: LearningPath, stage: StageProgress) -> Text:
    """When a stage is read, and whether the learner is there, through, or began after it."""
    words, parts = path.words, []
    if stage.weeks:
        weeks = words.say("reading_time", weeks=make_visible(stage.weeks))
        parts.append(Text(weeks, "bold"))
    if stage is path.here:
        parts.append(Text(f"← {words.say('you_are_here')}", "magenta"))
    elif stage.is_done:
        parts.append(Text(words.say("path_done"), "green"))
    elif stage.stage < path.begins:
        parts.append(Text(words.say("path_skipped")))
    return Text("  ").join(parts)


def _list_bars(words: Words, stage: StageProgress) -> list[Bar]:
    """What is known, earned and seen of a stage, as shares of one."""
    known = words.say("of_concepts", known=stage.known, n=stage.concepts)
    earned = words.say("cards_earned", earned=stage.earned, n=stage.cards)
    seen = words.say("cards_seen", seen=stage.seen, n=stage.cards)
    return [
        Bar("", stage.known / max(1, stage.concepts), known),
        Bar("", stage.earned / max(1, stage.cards), earned),
        Bar("", stage.seen / max(1, stage.cards), seen),
    ]


def print_glossary(console: Console, glossary: Glossary) -> None:
    """Each term, and below it what it means."""
    for each in glossary.terms:
        print_hanging(console, "", Text(make_visible(glossary.name_term(each)), "bold"))
        if each.meaning:
            print_hanging(console, "  ", render_inline(each.meaning))


def _print_item(console: Console, words: Words, item: ChecklistItem) -> None:
    word = "checklist_earlier" if item.tick == "new" and item.earned else item.tick
    told = Text(f"{words.say(word)} {item.earned}/{item.cards}", _STYLES[item.tick])
    head = f" {render_tick(console, item.tick)} "
    print_hanging(console, head, render_inline(item.title), told)


def _print_forecast(console: Console, found: Statistics) -> None:
    names = found.words.say("weekdays").split()
    bars = []
    for ahead, count in enumerate(found.forecast[:FORECAST_SHOWN]):
        day = EPOCH + timedelta(found.today_number + ahead)
        label = found.words.say("day_today")
        if ahead:
            label = f"{names[day.weekday()]} {found.words.format_short_day(day)}"
        bars.append(Bar(label, count, str(count)))
    print_bars(console, bars, max(found.forecast[:FORECAST_SHOWN], default=0))


def _print_retention(console: Console, found: Statistics) -> None:
    bars = []
    for stage, tally in found.retention.items():
        share = tally.share
        told = found.words.say("percent", n=round(100 * (share or 0)))
        words = found.words.say("stats_share", share=told, n=tally.answers)
        words = "–" if share is None else words
        bars.append(Bar(found.words.say("stage", n=stage), share or 0, words))
    print_bars(console, bars, 1)


def _print_weak(console: Console, found: Statistics) -> None:
    if found.leeches:
        print_title(console, found.words, "stats_leeches")
    for leech in found.leeches:
        times = Text(found.words.say("times", n=leech.lapses))
        asks = render_inline(leech.asks)
        asks.truncate(_LEECH_LINES * (console.width - 3) - times.cell_len - 2, overflow="ellipsis")
        print_hanging(console, " • ", asks, times)
    if found.weakest:
        print_title(console, found.words, "stats_weakest")
    for weak in found.weakest[:5]:
        bar = render_bar(console, weak.recall, SHORT_BAR)
        share = found.words.say("percent", n=round(100 * weak.recall))
        head = f" {bar} {share:>5}  "
        print_hanging(console, head, render_inline(weak.title))


def _render_stage_head(words: Words, stage: int, title: str) -> Text:
    return Text(f"{words.say('stage', n=stage)}  {make_visible(title)}".rstrip(), "bold")
