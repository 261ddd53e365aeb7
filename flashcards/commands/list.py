"""`ptquiz list`: what there is to learn, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.environment import choose_language, open_course
from flashcards.counts import count_course, list_keys
from flashcards.course.model import Selection
from flashcards.terminal.output import print_columns, print_json, print_line, print_row
from flashcards.text.plain_text import format_count


def run_list(
    folder: Path | None, selection: Selection, lang: str | None, keys: bool, as_json: bool
) -> None:
    """Print decks, quizzes, kinds and tags with their counts, or entries with their keys."""
    course = open_course(folder)
    keys = keys or selection != Selection()
    if as_json:
        print_json(list_keys(course, lang, selection) if keys else count_course(course, lang))
        return
    lang = choose_language(course, lang)
    if keys:
        rows = list_keys(course, lang, selection)
        for row in rows:
            if "retired" in row:
                row["retired"] = f"(retired: {row['retired']})"
        print_columns([list(row.values()) for row in rows])
    else:
        _print_counts(count_course(course, lang))


def _print_counts(figures: dict[str, Any]) -> None:
    entries, cards = figures["entries"], figures["cards"]
    counts = f"{format_count(entries, 'entry', 'entries')}, {format_count(cards, 'card')}"
    print_line(f"{figures['title']}: {counts}")
    for heading in ("languages", "stages", "kinds", "decks", "tags", "quizzes"):
        if figures[heading]:
            print_line()
            print_line(heading.capitalize())
        width = max(map(len, figures[heading]), default=0)
        for name, row in figures[heading].items():
            title = row.get("title", "")
            short = " (too few cards)" if row.get("short") else ""
            head = f"  {name:{width}}  {_format_counts(row)}"
            print_row(head, f"  {title}{short}" if title or short else "")


def _format_counts(row: dict[str, Any]) -> str:
    """Return entries and cards in columns; of a quiz, the questions out of how many cards."""
    cards = row.get("cards", 0)
    counted = f"{cards:4} {'card' if cards == 1 else 'cards':5}"
    if "questions" in row:
        asked = row["questions"]
        return f"{asked:4} {'question' if asked == 1 else 'questions':9} from {counted}"
    entries = row.get("entries", 0)
    return f"{entries:4} {'entry' if entries == 1 else 'entries':7}  {counted}".rstrip()
