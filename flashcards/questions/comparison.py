"""Comparisons: a question about a row or about one of its items, and the table of all rows."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from flashcards.cards import FIRST_THING, Card, find_distinct_cells
from flashcards.course.model import Compare, Row, get_reason, list_reasons
from flashcards.questions.question import (
    INSTRUCTIONS,
    MAX_WRONG,
    Choice,
    Form,
    Question,
    join_parts,
    reorder_options,
    sample_named,
    shuffle_options,
)
from flashcards.text.plain_text import normalize_text
from flashcards.words import Words

_SPACE_IN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_SEED = "t"
"""A part of every seed here, which stays so that drawn questions do."""


def ask_row(card: Card, compare: Compare, form: Form, seed: str) -> Question:
    """Return the whole row, matched or recalled, or the author's question about one thing."""
    row, words = get_row(card), card.note.words
    if card.ordinal:
        return _ask_thing(card, compare, row, form, seed)
    question = Question(
        card,
        form,
        words.translate("match" if form == "match" else "recall"),
        word_row_question(compare, row, words),
        answer=_make_row_table(compare, row),
        explanation=explain_row(compare, row, words),
    )
    if form != "match":
        return question
    cells = find_distinct_cells(row)
    # A locked one speaks of the others ("none of these"), and Anki's script shows no picture.
    possible = {
        name: option
        for name, option in row.wrong.items()
        if not option.lock and "![" not in option.text and normalize_text(option.text) not in cells
    }
    chosen = sample_named(possible, 1, seed, card.id, _SEED)
    distractors = [Choice(name, option.text, why=option.why) for name, option in chosen.items()]
    options = [Choice(thing, row.cells[thing]) for thing in cells.values()]
    return replace(
        question,
        options=reorder_options(options, seed, card.id, distractors),
        things=tuple(
            (name, text, cells[normalize_text(row.cells[name])])
            for name, text in compare.compare.items()
        ),
    )


def _ask_thing(card: Card, compare: Compare, row: Row, form: Form, seed: str) -> Question:
    """Return the question about one thing: its cell among others, or it among the things."""
    thing = list(compare.compare)[card.ordinal - FIRST_THING]
    if thing in row.which:
        stem, answer = row.which[thing], compare.compare[thing]
        options = _offer_things(card, compare, row, thing, seed)
    else:
        stem, answer = row.ask[thing], row.cells[thing]
        options = _offer_cells(card, compare, row, thing, seed)
    return Question(
        card,
        form,
        card.note.words.translate(INSTRUCTIONS[form]),
        stem,
        options=shuffle_options(options, seed, card.id),
        answer=answer,
        explanation=join_parts(get_reason(row.why, thing), compare.why),
    )


def _offer_things(card: Card, compare: Compare, row: Row, right: str, seed: str) -> list[Choice]:
    """Return the thing and some others, each with the author's reason, or what is true of it."""
    things = {name: text for name, text in compare.compare.items() if name != right}
    others = sample_named(things, MAX_WRONG, seed, card.id, _SEED)
    colon = card.note.words.translate("colon")
    own = list_reasons(row.why)
    return [
        Choice(right, compare.compare[right], right=True),
        *(
            Choice(name, text, why=own.get(name) or f"{row.aspect}{colon}{row.cells[name]}")
            for name, text in others.items()
        ),
    ]


def _offer_cells(card: Card, compare: Compare, row: Row, thing: str, seed: str) -> list[Choice]:
    """Return the cell, those that the author calls wrong, and others if there are too few."""
    owners: dict[str, list[str]] = {}  # the things of each cell, of which equal ones are one
    for name, cell in row.cells.items():
        owners.setdefault(normalize_text(cell), []).append(name)
    del owners[normalize_text(row.cells[thing])]
    cells = {names[0]: names for names in owners.values()}
    # The author's wrong cells come first, but one cell of another thing is always offered.
    count = max(1, MAX_WRONG - len(row.wrong))
    others = sample_named(cells, count, seed, card.id, _SEED)
    wrong = sample_named(row.wrong, MAX_WRONG - len(others), seed, card.id, _SEED)
    options = [Choice(thing, row.cells[thing], right=True)]
    for name, names in others.items():
        options.append(Choice(name, row.cells[name], why=_name_owners(card, compare, row, names)))
    for name, option in wrong.items():
        options.append(Choice(name, option.text, why=option.why, lock=option.lock))
    return options


def _name_owners(card: Card, compare: Compare, row: Row, names: list[str]) -> str:
    """Return whose cell it is, and why; between names in Han script there is no space."""
    words = card.note.words
    why = list_reasons(row.why).get(names[0]) if len(names) == 1 else None
    things = words.translate("between_names").join(compare.compare[name] for name in names)
    word = "goes_with_why" if why else "goes_with"
    return _SPACE_IN_HAN.sub("", words.translate(word, things=things, why=why or ""))


def explain_row(compare: Compare, row: Row, words: Words) -> str:
    """Return why the row is as it is, for all its things."""
    colon, own = words.translate("colon"), list_reasons(row.why)
    reasons = [
        f"- {name}{colon}{own[thing]}" for thing, name in compare.compare.items() if thing in own
    ]
    why = row.why if isinstance(row.why, str) else None
    return join_parts(why, "\n".join(reasons), compare.why)


def get_row(card: Card) -> Row:
    """Return the row that a card of a comparison is about."""
    return cast(Compare, card.entry).rows[cast(str, card.note.row)]


def word_row_question(compare: Compare, row: Row, words: Words) -> str:
    """Return the author's question about a row; without one, how its items differ in its aspect."""
    if row.question:
        return row.question
    *others, last = compare.compare.values()
    names = words.translate("list_comma").join(others)
    items = words.translate("names_and_last", names=names, last=last)
    return _SPACE_IN_HAN.sub("", words.translate("how_differ", items=items, aspect=row.aspect))


def _make_row_table(compare: Compare, row: Row) -> str:
    """Return one row as a Markdown table, with a line for each item."""
    lines = list(zip(compare.compare.values(), _list_cells(compare, row), strict=True))
    return _format_table(["", row.aspect], lines)


def _list_cells(compare: Compare, row: Row) -> list[str]:
    """Return the cells of a row in the order of the items."""
    return [row.cells[item] for item in compare.compare]


def _format_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""

    def format_line(cells: Sequence[str]) -> str:
        escaped = (" ".join(cell.replace("|", "\\|").split()) for cell in cells)
        return f"| {' | '.join(escaped)} |"

    return "\n".join([format_line(head), "|" + "---|" * len(head), *map(format_line, lines)])
