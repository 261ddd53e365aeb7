"""`ptquiz list`: what there is to learn, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.environment import choose_language, get_words
from flashcards.counts import count_course, list_keys
from flashcards.course.load import load_course
from flashcards.course.model import Selection
from flashcards.terminal.output import print_columns, print_json, print_line, print_row
from flashcards.words.catalog import Words


def run_list(
    folder: Path | None, selection: Selection, lang: str | None, keys: bool, as_json: bool
) -> None:
    """Print decks, quizzes, kinds and tags with their counts, or entries with their keys."""
    course = load_course(folder)
    keys = keys or selection != Selection()
    if as_json:
        print_json(list_keys(course, lang, selection) if keys else count_course(course, lang))
        return
    lang = choose_language(course, lang)
    words = get_words(lang)
    if keys:
        rows = list_keys(course, lang, selection)
        for row in rows:
            if "retired" in row:
                row["retired"] = words.say("list_retired", why=row["retired"])
        print_columns([list(row.values()) for row in rows])
    else:
        _print_counts(count_course(course, lang), words)


def _print_counts(figures: dict[str, Any], words: Words) -> None:
    counts = (_count(figures[noun], noun, words, 0).strip() for noun in ("entries", "cards"))
    entries, cards = counts
    print_line(words.say("list_head", title=figures["title"], entries=entries, cards=cards))
    for heading in ("languages", "stages", "kinds", "decks", "tags", "quizzes"):
        if figures[heading]:
            print_line()
            print_line(words.say(f"list-{heading}"))
        width = max(map(len, figures[heading]), default=0)
        for name, row in figures[heading].items():
            title = row.get("title", "")
            if heading == "kinds" and (told := words.name_value("kind", name)) != name:
                title = told
            short = f" {words.say('list_short')}" if row.get("short") else ""
            head = f"  {name:{width}}  {_format_counts(row, words)}"
            print_row(head, f"  {title}{short}" if title or short else "")


def _format_counts(row: dict[str, Any], words: Words) -> str:
    """How many entries and cards there are; of a quiz, how many questions out of how many cards."""
    cards = _count(row.get("cards", 0), "cards", words)
    if "questions" in row:
        asked = _count(row["questions"], "questions", words)
        return words.say("list_asked", questions=asked, cards=cards)
    return f"{_count(row.get('entries', 0), 'entries', words)}  {cards}".rstrip()


def _count(number: int, noun: str, words: Words, width: int = 4) -> str:
    id = {"entries": "list_entries", "cards": "list_cards", "questions": "list_questions"}[noun]
    one, said = words.say(id, n=1), words.say(id, n=number)
    many = words.say(id, n=2)  # where one is another word than many, both are as wide
    return f"{number:{width}} {said:{max(len(one), len(many))}}"
