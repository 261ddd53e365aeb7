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
from flashcards.commands.speech import print_message
from flashcards.terminal.output import print_columns, print_json, print_line, print_row
from flashcards.words.message import Message

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
    from flashcards.commands.environment import choose_language, find_spoken_language
    from flashcards.paths import open_cache
    from flashcards.words.catalog import say

    course = load_course(folder, cache=open_cache())
    selection, keys = Selection(**choice), keys or any(choice.values())
    if as_json:
        print_json(list_keys(course, lang, selection) if keys else course_figures(course, lang))
        return
    lang = choose_language(course, lang)
    spoken = lang or find_spoken_language(None)
    if keys:
        rows = list_keys(course, lang, selection)
        for row in rows:
            if "retired" in row:
                row["retired"] = say(spoken, "list_retired", why=row["retired"])
        print_columns([list(row.values()) for row in rows])
    else:
        _print(course_figures(course, lang), spoken)


def _print(figures: dict[str, Any], lang: str) -> None:
    from flashcards.words.catalog import say
    from flashcards.words.values import name_value

    entries, cards = (_count(figures[noun], noun, lang, 0).strip() for noun in ("entries", "cards"))
    print_line(say(lang, "list_head", title=figures["title"], entries=entries, cards=cards))
    for heading in ("languages", "stages", "kinds", "decks", "tags"):
        if figures[heading]:
            _print_heading(heading, lang)
            width = max(len(name) for name in figures[heading])
            for name, row in figures[heading].items():
                title = row.get("title", "")
                if heading == "kinds" and (told := name_value(lang, "kind", name)) != name:
                    title = told
                print_row(
                    f"  {name:{width}}  {_format_counts(row, lang)}", f"  {title}" if title else ""
                )
    if figures["quizzes"]:
        _print_heading("quizzes", lang)
        width = max(len(name) for name in figures["quizzes"])
        for name, row in figures["quizzes"].items():
            short = f" {say(lang, 'list_short')}" if row["short"] else ""
            print_row(f"  {name:{width}}  {_format_asked(row, lang)}", f"  {row['title']}{short}")


def _print_heading(heading: str, lang: str) -> None:
    print_line()
    print_message(Message(f"list-{heading}"), lang)


def _format_counts(row: dict[str, Any], lang: str) -> str:
    entries, cards = (_count(row.get(noun, 0), noun, lang) for noun in ("entries", "cards"))
    return f"{entries}  {cards}".rstrip()


def _format_asked(row: dict[str, Any], lang: str) -> str:
    from flashcards.words.catalog import say

    questions, cards = (_count(row[noun], noun, lang) for noun in ("questions", "cards"))
    return say(lang, "list_asked", questions=questions, cards=cards)


def _count(number: int, noun: str, lang: str, width: int = 4) -> str:
    from flashcards.words.catalog import say

    words = {"entries": "list_entries", "cards": "list_cards", "questions": "list_questions"}
    one, said = say(lang, words[noun], n=1), say(lang, words[noun], n=number)
    many = say(lang, words[noun], n=2)  # where one is another word than many, both are as wide
    return f"{number:{width}} {said:{max(len(one), len(many))}}"
