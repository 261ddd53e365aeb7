"""Comparison rows: the whole row, or the question that the author wrote about one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from flashcards.cards import FIRST_THING, Card, find_distinct_cells, is_matched
from flashcards.course.model import Compare, Row
from flashcards.questions.question import Choice, Form, Question
from flashcards.questions.shuffle import find_locks, shuffle_hidden, shuffle_options
from flashcards.seeding import stable_digest
from flashcards.text.plain_text import normalize_text
from flashcards.words import Words

MOST_OPTIONS = 4
_SPACE_IN_HAN = r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"  # compiled where it is used


def find_row(card: Card) -> Row:
    """The row that a card of a comparison is about."""
    return cast(Compare, card.entry).rows[cast(str, card.note.row)]


def find_thing(card: Card) -> str:
    """The name of the thing that a card asks about; not for the card of the whole row."""
    return list(cast(Compare, card.entry).compare)[card.ordinal - FIRST_THING]


def find_row_form(card: Card) -> Form:
    """How the whole row is asked: matched if there is enough to choose from, else recalled."""
    return "match" if is_matched(find_row(card)) else "reveal"


def make_row_question(card: Card, compare: Compare, form: Form, seed: str) -> Question:
    """The whole row: its cells to be matched with the things, or recalled."""
    row, things = find_row(card), compare.compare
    if form != "match":
        return _make(card, compare, form, "recall")
    cells = find_distinct_cells(row)
    options = [Choice(thing, row.cells[thing]) for thing in cells.values()]
    surplus = [
        Choice(name, row.wrong[name].text, why=row.wrong[name].why)
        for name in find_surplus(row, seed, card.id)
    ]
    pairs = ((name, text, normalize_text(row.cells[name])) for name, text in things.items())
    return replace(
        _make(card, compare, form, "match"),
        options=shuffle_hidden(options, seed, card.id, surplus),
        things=tuple((name, text, cells[cell]) for name, text, cell in pairs),
    )


def find_surplus(row: Row, seed: str, card: str) -> set[str]:
    """The name of the wrong cell that is offered beside the cells of a row; none if none can be.

    One that keeps its place speaks of the others ("none of these"), and Anki's script shows words.
    """
    cells = find_distinct_cells(row)
    names = [
        name
        for name, option in row.wrong.items()
        if not option.lock and "![" not in option.text and normalize_text(option.text) not in cells
    ]
    return _sample(names, seed, card, 1)


def make_thing_question(card: Card, compare: Compare, seed: str) -> Question:
    """The question about one thing: its cell among other cells, or the thing among the others."""
    row, thing = find_row(card), find_thing(card)
    if thing in row.which:
        stem, answer = row.which[thing], compare.compare[thing]
        options = _list_things(card, compare, row, thing, seed)
    else:
        stem, answer = row.ask[thing], row.cells[thing]
        options = _list_cells(card, compare, row, thing, seed)
    return Question(
        card,
        "single",
        card.note.words.translate("choose_one"),
        stem,
        options=shuffle_options(options, seed, card.id, find_locks(row.wrong)),
        answer=answer,
        explanation=_join_parts([row.explain(thing), compare.why or ""]),
    )


def explain_row(compare: Compare, row: Row, words: Words) -> str:
    """Why the row is as it is, for all its things."""
    colon = words.translate("colon")
    reasons = [
        f"- {name}{colon}{row.reasons[thing]}"
        for thing, name in compare.compare.items()
        if thing in row.reasons
    ]
    return _join_parts(
        [row.why if isinstance(row.why, str) else "", "\n".join(reasons), compare.why or ""]
    )


def _list_things(card: Card, compare: Compare, row: Row, right: str, seed: str) -> list[Choice]:
    """The thing and some others, each with the author's reason, or else what is true of it."""
    kept = _sample([name for name in compare.compare if name != right], seed, card.id)

    def tell(name: str) -> str:
        return row.reasons.get(name) or _answer_aspect(row, row.cells[name], card.note.words)

    return [
        Choice(name, text, right=name == right, why=None if name == right else tell(name))
        for name, text in compare.compare.items()
        if name == right or name in kept
    ]


def _answer_aspect(row: Row, cell: str, words: Words) -> str:
    """The aspect with a cell as its answer: 'How many processes? — one per GPU'."""
    asks = row.aspect.endswith(("?", "？"))
    return f"{row.aspect}{' — ' if asks else words.translate('colon')}{cell}"


def _list_cells(card: Card, compare: Compare, row: Row, thing: str, seed: str) -> list[Choice]:
    """The cell, those that the author calls wrong, and cells of other things if there is room."""
    right = normalize_text(row.cells[thing])
    owners: dict[str, list[str]] = {}
    for name, cell in row.cells.items():
        owners.setdefault(normalize_text(cell), []).append(name)
    others = {names[0]: names for cell, names in owners.items() if cell != right}
    room = max(1, MOST_OPTIONS - 1 - len(row.wrong))
    kept = _sample(list(others), seed, card.id, room)
    wrong = _sample(list(row.wrong), seed, card.id, MOST_OPTIONS - 1 - len(kept))

    def tell(names: list[str]) -> str:
        why = row.reasons.get(names[0]) if len(names) == 1 else None
        return _tell_owners([compare.compare[name] for name in names], why, card.note.words)

    elsewhere = [
        Choice(first, row.cells[first], why=tell(names)) for first, names in others.items()
    ]
    authored = [Choice(name, each.text, why=each.why) for name, each in row.wrong.items()]
    return [
        Choice(thing, row.cells[thing], right=True),
        *(choice for choice in elsewhere if choice.name in kept),
        *(choice for choice in authored if choice.name in wrong),
    ]


def _tell_owners(names: Sequence[str], why: str | None, words: Words) -> str:
    """Whose cell it is, and why; Han script has no space beside a name in Han script."""
    word = "goes_with_why" if why else "goes_with"
    told = words.translate(word, things=words.translate("between_names").join(names), why=why or "")
    return re.sub(_SPACE_IN_HAN, "", told)


def _sample(names: list[str], seed: str, card: str, most: int = MOST_OPTIONS - 1) -> set[str]:
    return set(sorted(names, key=lambda name: stable_digest(seed, card, "t", name))[:most])


def _make(card: Card, compare: Compare, form: Form, instruction: str) -> Question:
    """The question of a whole row, which its table answers."""
    row = find_row(card)
    return Question(
        card,
        form,
        card.note.words.translate(instruction),
        row.question or row.aspect,
        answer=_make_table(compare, row),
        explanation=explain_row(compare, row, card.note.words),
    )


def _make_table(compare: Compare, row: Row) -> str:
    """The row as a Markdown table, things beside their cells; a question of its own is no head."""
    head = "" if row.question else f"{_escape_cell(row.aspect)} "
    lines = [f"| | {head}|", "|---|---|"]
    for thing, cell in row.cells.items():
        lines.append(f"| {_escape_cell(compare.compare[thing])} | {_escape_cell(cell)} |")
    return "\n".join(lines)


def _escape_cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _join_parts(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
