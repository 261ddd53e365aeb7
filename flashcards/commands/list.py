"""`ptquiz list`: what there is to learn, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import (
    DECK,
    DIFFICULTY,
    FOLDER,
    JSON,
    KIND,
    LANG,
    STAGE,
    TAG,
)
from flashcards.terminal.output import print_json, print_line, print_row

CHOICES = (STAGE, KIND, TAG, DECK, DIFFICULTY)
OPTIONS = (
    FOLDER,
    LANG,
    Option("keys", ("--keys",), "Every entry with its key.", value=bool, default=False),
    *CHOICES,
    JSON,
)


def run(folder: Path | None, lang: str | None, keys: bool, as_json: bool, **choice: Any) -> None:
    """Decks, quizzes, kinds and tags, and how many cards each has.

    A choice of entries lists these with their keys.
    """
    from flashcards import Selection, course_figures, list_keys, load_course
    from flashcards.paths import cache_folder

    course = load_course(folder, cache=cache_folder())
    selection, keys = Selection(**choice), keys or any(choice.values())
    if as_json:
        print_json(list_keys(course, lang, selection) if keys else course_figures(course, lang))
    elif keys:
        for row in list_keys(course, lang, selection):
            print_line(*row.values())
    else:
        _print(course_figures(course, lang))


def _print(figures: dict[str, Any]) -> None:
    print_line(f"{figures['title']}: {_format_counts(figures)}")
    for heading in ("languages", "stages", "kinds", "decks", "tags"):
        if figures[heading]:
            print_line()
            print_line(heading.capitalize())
            width = max(len(name) for name in figures[heading])
            for name, row in figures[heading].items():
                title = f"  {row['title']}" if "title" in row else ""
                print_row(f"  {name:{width}}  {_format_counts(row)}", title)
    if figures["quizzes"]:
        print_line()
        print_line("Quizzes")
        width = max(len(name) for name in figures["quizzes"])
        for name, row in figures["quizzes"].items():
            questions = _count(row["questions"], "question", "questions")
            asks = f"{questions:15} from {_count(row['cards'], 'card', 'cards'):11}"
            short = " (too few cards)" if row["short"] else ""
            print_row(f"  {name:{width}}  {asks}", f"  {row['title']}{short}")


def _format_counts(row: dict[str, Any]) -> str:
    entries, cards = row.get("entries", 0), row.get("cards", 0)
    return f"{_count(entries, 'entry', 'entries'):13} {_count(cards, 'card', 'cards'):11}".rstrip()


def _count(number: int, one: str, many: str) -> str:
    return f"{number:5} {one if number == 1 else many}"
