"""`ptquiz compare`: the comparisons of a course, and one of them as a table."""

from typing import Any

from flashcards.cards import Note, list_notes
from flashcards.commands.context import Context, wants_lines
from flashcards.course.model import Compare, Course
from flashcards.errors import FlashcardsError, suggest
from flashcards.terminal.comparison import print_comparison, print_list
from flashcards.terminal.output import print_json
from flashcards.terminal.rich_text import open_page
from flashcards.words import Words


def show_comparisons(context: Context, as_json: bool) -> None:
    """Print the key, the items, stage, deck and number of rows of each comparison of a course."""
    notes = find_comparisons(context.course, context.language)
    if as_json:
        print_json([describe_comparison(note) for note in notes.values()])
        return
    infos, titles = context.course.info.stages, context.course.titles.get(context.language, {})
    stage_titles = {n: titles.get(f"stages/{n}", info.title) for n, info in infos.items()}
    page = open_page(wants_lines(), Words(context.language))
    print_list(page, [*notes.values()], stage_titles)
    if notes:
        command = context.format_command("compare", next(iter(notes)))
        page.print()
        page.say("compare_one", command=command)


def show_comparison(context: Context, key: str, as_json: bool) -> None:
    """Print one comparison as a table. Raises FlashcardsError if no comparison has this key."""
    notes = find_comparisons(context.course, context.language)
    if key not in notes:
        near = suggest(key, notes) or "."
        raise FlashcardsError(
            f"There is no comparison '{key}'{near} 'ptquiz compare' lists every comparison."
        )
    entry = notes[key].entry
    assert isinstance(entry, Compare)
    if as_json:
        rows = [
            {"name": name, "aspect": row.aspect, "question": row.question, "cells": row.cells}
            for name, row in entry.rows.items()
        ]
        print_json({**describe_comparison(notes[key]), "rows": rows})
        return
    page = open_page(wants_lines(), Words(context.language))
    print_comparison(page, entry)


def find_comparisons(course: Course, lang: str) -> dict[str, Note]:
    """Return the first note of each comparison by the key of its entry, in teaching order."""
    notes: dict[str, Note] = {}
    for note in list_notes(course, lang):
        if isinstance(note.entry, Compare):
            notes.setdefault(note.entry.key, note)
    return notes


def describe_comparison(note: Note) -> dict[str, Any]:
    """Return what a list of comparisons says about one of them, for JSON."""
    entry = note.entry
    assert isinstance(entry, Compare)
    names = {"key": entry.key, "stage": note.stage, "deck": note.deck.deck}
    return {**names, "items": entry.compare, "rows": len(entry.rows)}
