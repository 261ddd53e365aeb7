"""Where the learner stands, as pictures in a terminal: checklist, statistics, path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from rich.console import Console
from rich.text import Text

from flashcards.i18n.terminal_words import say
from flashcards.model import Resource, StageInfo
from flashcards.progress.checklist import Item
from flashcards.progress.stats import Statistics
from flashcards.terminal.charts import EPOCH, Bar, bar_of, mark_of, tell_bars, tell_calendar
from flashcards.terminal.question_view import tell_hanging, tell_resource
from flashcards.terminal.rich_text import inline, printable

FORECAST_SHOWN = 14
SHORT_BAR = 8
_STYLES = {"known": "green", "begun": "magenta", "new": "bright_black"}


def tell_checklist(
    console: Console, lang: str, items: Sequence[Item], titles: Mapping[int, str]
) -> None:
    """Each stage with its concepts, ticked; a word says the same as the tick."""
    if not items:
        console.print(say(lang, "no_concepts"))
    for stage in sorted({item.stage for item in items}):
        mine = [item for item in items if item.stage == stage]
        known = sum(item.tick == "known" for item in mine)
        console.print()
        console.print(_stage_head(lang, stage, titles))
        console.print(Text(say(lang, "of_concepts", known=known, all=len(mine)), "bright_black"))
        for item in mine:
            _tell_item(console, lang, item)


def tell_statistics(
    console: Console,
    lang: str,
    found: Statistics,
    titles: Mapping[int, str],
    concepts: Mapping[str, str],
) -> None:
    """The numbers as pictures; concepts by their titles, in the language of the cards."""
    if not found.reviews:
        console.print(say(lang, "stats_none"))
        return
    _head(console, lang, "stats_today")
    right, minutes = found.today.right, found.minutes_today
    today = say(lang, "stats_today_line", n=found.today.answers, right=right, minutes=minutes)
    tell_hanging(console, " ", Text(today))
    counts = say(lang, "stats_all", n=found.reviews, seen=found.seen, all=found.cards)
    tell_hanging(console, " ", Text(counts))
    _head(console, lang, "stats_calendar")
    tell_calendar(console, lang, found.calendar, found.today_number)
    _head(console, lang, "stats_forecast")
    _tell_forecast(console, lang, found)
    _head(console, lang, "stats_retention")
    _tell_retention(console, lang, found, titles)
    _tell_weak(console, lang, found, concepts)


def tell_path(
    console: Console,
    lang: str,
    stages: Mapping[int, StageInfo],
    titles: Mapping[int, str],
    items: Sequence[Item],
    seen: Mapping[int, tuple[int, int]],
    resources: Mapping[int, Sequence[Resource]],
) -> None:
    """The stages with weeks, goal, progress and what to read."""
    here = next((n for n in stages if not _is_done(items, n)), None)
    for number, info in stages.items():
        console.print()
        head = _stage_head(lang, number, titles)
        if info.weeks:
            head.append(f"  {printable(info.weeks)}", "bright_black")
        if number == here:
            head.append(f"  ← {say(lang, 'you_are_here')}", "not bold magenta")
        elif _is_done(items, number):
            head.append(f"  {say(lang, 'path_done')}", "not bold green")
        console.print(head)
        if info.goal:
            tell_hanging(console, "  ", inline(info.goal))
        _tell_progress(console, lang, number, items, seen)
        for resource in resources.get(number, ()):
            tell_resource(console, lang, resource)


def _tell_progress(
    console: Console,
    lang: str,
    stage: int,
    items: Sequence[Item],
    seen: Mapping[int, tuple[int, int]],
) -> None:
    mine = [item for item in items if item.stage == stage]
    known = sum(item.tick == "known" for item in mine)
    some, all_ = seen.get(stage, (0, 0))
    words = say(lang, "of_concepts", known=known, all=len(mine))
    tell_bars(console, [Bar("", known, words)], max(1, len(mine)))
    tell_bars(console, [Bar("", some, say(lang, "cards_seen", seen=some, all=all_))], max(1, all_))


def _is_done(items: Sequence[Item], stage: int) -> bool:
    mine = [item for item in items if item.stage == stage]
    return bool(mine) and all(item.tick == "known" for item in mine)


def _tell_item(console: Console, lang: str, item: Item) -> None:
    recall = "" if item.recall is None else f" {round(100 * item.recall)} %"
    words = f"  {say(lang, item.tick)} {item.seen}/{item.cards}{recall}"
    text = inline(item.title) + Text(words, _STYLES[item.tick])
    tell_hanging(console, f" {mark_of(console, item.tick)} ", text)


def _tell_forecast(console: Console, lang: str, found: Statistics) -> None:
    names = say(lang, "weekdays").split()
    bars = []
    for ahead, count in enumerate(found.forecast[:FORECAST_SHOWN]):
        day = EPOCH + timedelta(found.today_number + ahead)
        label = say(lang, "day_today") if not ahead else f"{names[day.weekday()]} {day:%m-%d}"
        bars.append(Bar(label, count, str(count)))
    tell_bars(console, bars, max(found.forecast[:FORECAST_SHOWN], default=0))


def _tell_retention(
    console: Console, lang: str, found: Statistics, titles: Mapping[int, str]
) -> None:
    bars = []
    for stage, tally in found.retention.items():
        share = tally.share
        words = "–" if share is None else f"{round(100 * share)} % ({tally.answers})"
        bars.append(Bar(say(lang, "stage", n=stage), share or 0, words))
    tell_bars(console, bars, 1)


def _tell_weak(console: Console, lang: str, found: Statistics, concepts: Mapping[str, str]) -> None:
    if found.leeches:
        _head(console, lang, "stats_leeches")
    for card, lapses in found.leeches:
        console.print(Text(f" {card}  {say(lang, 'times', n=lapses)}"))
    if found.weakest:
        _head(console, lang, "stats_weakest")
    for key, share in found.weakest[:5]:
        bar = bar_of(console, share, SHORT_BAR)
        title = inline(concepts.get(key, key))
        tell_hanging(console, f" {bar} {round(100 * share):>3} %  ", title)


def _stage_head(lang: str, stage: int, titles: Mapping[int, str]) -> Text:
    title = printable(titles.get(stage, ""))
    return Text(f"{say(lang, 'stage', n=stage)}  {title}".rstrip(), "bold")


def _head(console: Console, lang: str, word: str) -> None:
    console.print()
    console.print(Text(say(lang, word), "bold"))
