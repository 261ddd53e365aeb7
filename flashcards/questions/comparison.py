"""Comparison rows: match every thing with its cell, or tell whose cell it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flashcards.cards import FIRST_THING, Card, normalize_text
from flashcards.i18n.catalog import say
from flashcards.model import Compare
from flashcards.questions.question import Choice, Form, Question
from flashcards.questions.shuffle import shuffle_options
from flashcards.seeding import stable_digest

MOST_THINGS = 4


def make_row_question(card: Card, compare: Compare, form: Form, seed: str) -> Question:
    """The question for the whole row: match things with cells, or tell the row from memory."""
    row = _cells(compare, card)
    cells = find_distinct_cells(compare, card)
    options = tuple(Choice(thing, row[thing]) for thing in cells.values())
    is_match = form == "match"
    return Question(
        card,
        form,
        say(card.note.lang, "match" if is_match else "recall"),
        _find_row(compare, card)["aspect"] if is_match else _table_stem(compare, card),
        options=shuffle_options(options, seed, card.id) if is_match else (),
        things=tuple(
            (thing, text, cells[normalize_text(row[thing])])
            for thing, text in compare.compare.items()
        )
        if is_match
        else (),
        answer=_table(compare, card),
        explanation=_row_why(compare, card),
    )


def make_thing_question(card: Card, compare: Compare, seed: str) -> Question:
    """The question whose cell it is, with at most `MOST_THINGS` options."""
    names = list(compare.compare)
    right = names[card.ordinal - FIRST_THING]
    wrong = sorted(
        (name for name in names if name != right),
        key=lambda name: stable_digest(seed, card.id, "t", name),
    )
    kept = {right, *wrong[: MOST_THINGS - 1]}
    row = _cells(compare, card)
    aspect = _find_row(compare, card)["aspect"]
    options = [
        Choice(
            name,
            text,
            right=name == right,
            why=f"{aspect}{say(card.note.lang, 'colon')}{row[name]}",
        )
        for name, text in compare.compare.items()
        if name in kept
    ]
    return Question(
        card,
        "single",
        say(card.note.lang, "which_thing"),
        f"{aspect}{say(card.note.lang, 'colon')}{row[right]}",
        options=shuffle_options(options, seed, card.id),
        answer=compare.compare[right],
        explanation=_row_why(compare, card),
    )


def _cells(compare: Compare, card: Card) -> dict[str, str]:
    """The cells of the card's row by thing."""
    row = _find_row(compare, card)
    return {thing: row[thing] for thing in compare.compare}


def find_distinct_cells(compare: Compare, card: Card) -> dict[str, str]:
    """Normalised cell to the name of the first thing that has it: equal cells are one option."""
    cells: dict[str, str] = {}
    for thing, cell in _cells(compare, card).items():
        cells.setdefault(normalize_text(cell), thing)
    return cells


def _row_why(compare: Compare, card: Card) -> str:
    why = _find_row(compare, card).get("why")
    return "\n\n".join(part for part in (why, compare.why) if part)


def _table(compare: Compare, card: Card) -> str:
    """The row as a Markdown table, things beside their cells."""
    aspect = _find_row(compare, card)["aspect"]
    lines = [f"| | {_cell(aspect)} |", "|---|---|"]
    for thing, cell in _cells(compare, card).items():
        lines.append(f"| {_cell(compare.compare[thing])} | {_cell(cell)} |")
    return "\n".join(lines)


def _table_stem(compare: Compare, card: Card) -> str:
    things = " / ".join(compare.compare.values())
    return f"{things}{say(card.note.lang, 'colon')}{_find_row(compare, card)['aspect']}"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _find_row(compare: Compare, card: Card) -> Mapping[str, str]:
    return compare.rows[cast(str, card.note.row)]
