"""Parts of reports: titles, bars, a calendar, ticks; letters instead of blocks when plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.study.standing import EPOCH
from flashcards.words.catalog import Words

_SHADES = ("·", "░", "▒", "▓", "█")
_PLAIN_SHADES = (" ", ".", ":", "+", "#")


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a bar chart."""

    label: str
    value: float
    words: str


def print_title(console: Console, words: Words, word: str) -> None:
    """The title of a part of a report, with an empty line above it."""
    console.print()
    console.print(Text(words.say(word), "bold"))


def print_bars(console: Console, bars: Sequence[Bar], top: float) -> None:
    """Horizontal bars with their labels aligned, Chinese ones too."""
    indent = max((cell_len(bar.label) for bar in bars), default=0)
    tail = max((cell_len(bar.words) for bar in bars), default=0)
    room = max(5, min(40, console.width - indent - tail - 4))
    for bar in bars:
        drawn = render_bar(console, bar.value / top if top else 0, room)
        label = bar.label + " " * (indent - cell_len(bar.label))
        line = Text(f" {label} ").append(drawn, "green").append(f" {bar.words}")
        console.print(line, no_wrap=True, overflow="crop")


def render_bar(console: Console, share: float, room: int) -> str:
    """A bar for a share of one; whatever is not nothing is seen."""
    length = round(room * share) or int(share > 0)
    return f"{('#' if _is_plain(console) else '█') * length:<{room}}"


def print_calendar(console: Console, words: Words, days: Mapping[int, int], today: int) -> None:
    """A heat map: weeks from left to right, Monday at the top."""
    names = words.say("weekdays").split()
    indent = max(cell_len(name) for name in names)
    weeks = max(4, min(53, (console.width - indent - 3) // 2))
    monday = today - (EPOCH + timedelta(today)).weekday()
    first = monday - 7 * (weeks - 1)
    busiest = max((days.get(day, 0) for day in range(first, today + 1)), default=0)
    console.print(_months(words, first, weeks, indent), no_wrap=True, overflow="crop")
    for weekday, name in enumerate(names):
        marks = "".join(
            2 * _shade(console, days.get(first + 7 * week + weekday, 0), busiest)
            if first + 7 * week + weekday <= today
            else "  "
            for week in range(weeks)
        )
        label = name + " " * (indent - cell_len(name))
        console.print(Text(f" {label} ").append(marks, "green"), no_wrap=True, overflow="crop")
    shades = "".join(_shades(console)[1:])
    console.print(Text(" " * (indent + 2) + words.say("less_more", marks=shades)))


def render_tick(console: Console, tick: str) -> str:
    """A box that says the same without colour."""
    if _is_plain(console):
        return {"known": "[x]", "begun": "[~]", "new": "[ ]"}[tick]
    return {"known": "[✓]", "begun": "[◐]", "new": "[ ]"}[tick]


def _months(words: Words, first: int, weeks: int, indent: int) -> Text:
    """The number of each month above its first week; of the first one if there is room for it."""
    months = [(EPOCH + timedelta(first + 7 * week + 6)).month for week in range(weeks)]
    line = ""
    for month, run in groupby(months):
        room = 2 * len(list(run))
        name = words.say("calendar_month", n=month)
        if cell_len(name) > room - (not line):
            name = ""
        line += name + " " * (room - cell_len(name))
    return Text(" " * (indent + 2) + line)


def _shade(console: Console, count: int, busiest: int) -> str:
    return _shades(console)[-(-4 * count // busiest) if count else 0]


def _shades(console: Console) -> tuple[str, ...]:
    return _PLAIN_SHADES if _is_plain(console) else _SHADES


def _is_plain(console: Console) -> bool:
    return not console.is_terminal or not console.encoding.startswith("utf")
