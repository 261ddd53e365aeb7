"""The foot of a page: what was just said, what is asked, and the keys that work now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from flashcards.terminal.key_table import SCROLL, Key, describe_key, format_key_line
from flashcards.terminal.page import Canvas
from flashcards.words.catalog import Words


@dataclass(frozen=True, slots=True)
class Foot:
    """What is waited for."""

    keys: Sequence[Key] = ()
    ratings: Sequence[Key] = ()
    """They have a line of their own."""
    question: str = ""
    """To be answered by one of the keys."""


def render_foot(canvas: Canvas, words: Words, foot: Foot, keys: Sequence[Key]) -> list[str]:
    """The question and the ratings, if there are any, and the line of keys."""
    lines = canvas.print(Text(foot.question, "bold")) if foot.question else []
    for line in format_ratings(words, foot.ratings, canvas.width) if foot.ratings else ():
        lines.append(canvas.print_line(Text(line, "bold")))
    return [*lines, canvas.print_line(Text(format_key_line(words, keys, canvas.width)))]


def render_help_foot(canvas: Canvas, words: Words, scrolls: bool) -> list[str]:
    """How to leave the help, and to scroll it if that is needed."""
    close = words.say("close_help")
    if not scrolls:
        return canvas.print(Text(close))
    label, does = describe_key(words, SCROLL)
    down = label.split()[-1]
    ways = [f"{label} {does} · {close}", f"{down} · {close}", f"{down} · Esc"]
    fitting = (told for told in ways if cell_len(told) <= canvas.width)
    return [canvas.print_line(Text(next(fitting, ways[-1])))]


def format_ratings(words: Words, keys: Sequence[Key], width: int) -> list[str]:
    """The four ratings with their times in one line, or in two; without the words at last."""
    full = [" ".join(describe_key(words, key)) for key in keys]
    short = [f"{key.label} {key.note}".strip() for key in keys]
    half = (len(full) + 1) // 2
    ways = (
        ["   ".join(full)],
        ["  ".join(full)],
        ["  ".join(full[:half]), "  ".join(full[half:])],
        ["  ".join(short)],
    )
    return next((lines for lines in ways if max(map(cell_len, lines)) <= width), ways[-1])
