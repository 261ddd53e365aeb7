"""`ptquiz list`: what there is to learn, counted."""

from __future__ import annotations

from typing import Any

from flashcards.commands.context import Context
from flashcards.counts import count_course, list_keys
from flashcards.course.model import Selection
from flashcards.terminal.output import print_columns, print_json, print_line, print_lines
from flashcards.text.plain_text import format_count

HEADINGS = ("languages", "stages", "kinds", "decks", "tags", "quizzes")


def run_list(context: Context, selection: Selection, keys: bool, as_json: bool) -> None:
    """Print decks, quizzes, kinds and tags with their counts, or entries with their keys."""
    course = context.course
    lang = context.lang if as_json else context.language
    if keys or selection != Selection():
        rows = list_keys(course, lang, selection)
        if as_json:
            print_json(rows)
            return
        for row in rows:
            if "retired" in row:
                row["retired"] = f"(retired: {row['retired']})"
        print_columns([[*row.values()] for row in rows])
        return
    counts = count_course(course, lang)
    if as_json:
        print_json(counts)
        return
    print_line(f"{counts['title']}: {', '.join(_describe_counts(counts))}")
    for heading in HEADINGS:
        if counts[heading]:
            print_lines(["", heading.capitalize()])
            print_columns([_make_row(name, row) for name, row in counts[heading].items()])


def _make_row(name: str, row: dict[str, Any]) -> list[str]:
    """Return the fields of a row: name, counts, title."""
    if "questions" in row:
        count = row["questions"]
        counts = [format_count(count, "question") if count else "all its cards"]
    else:
        counts = _describe_counts(row)
    return [f"  {name}", *counts, *([row["title"]] if "title" in row else [])]


def _describe_counts(row: dict[str, Any]) -> list[str]:
    entries = format_count(row.get("entries", 0), "entry", "entries")
    return [entries, format_count(row.get("cards", 0), "card")]
