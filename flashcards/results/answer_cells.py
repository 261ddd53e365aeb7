"""What one cell of a table of answers is worth: letters as on the paper, words, or points."""

from __future__ import annotations

import re
from collections.abc import Callable

from flashcards.errors import FlashcardsError
from flashcards.results.attempts import Response, score_picks, score_places
from flashcards.results.key_table import KeyRow
from flashcards.results.question_bank import BY_HAND, TYPED
from flashcards.results.spreadsheet import read_number
from flashcards.words.message import Message

GradeTyped = Callable[[KeyRow, str], float]
"""The score of a typed answer."""
NO_ANSWER = ("", "-", "–", "—")
"""Cells of somebody who wrote nothing."""
_CHOICES = ("single", "multiple")
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z]{1,2})", re.IGNORECASE)

_DOUBT = re.compile(r"[?？*!！~]")
_MOST_SHOWN = 40


class CellRefused(FlashcardsError):
    """A cell that is no answer to its question."""


def read_cell(row: KeyRow, cell: str, grade: GradeTyped) -> Response:
    """What a cell is worth. Raises CellRefused if it is no answer."""
    if row.type in BY_HAND:
        return Response(_read_points(row, cell))
    if cell in NO_ANSWER:
        return Response(0.0)
    if row.type not in (*_CHOICES, "order", "match"):
        return Response(grade(row, cell), (cell,))
    chosen = _read_pairs(row, cell) if row.type == "match" else _read_letters(row, cell)
    score = score_picks if row.type in _CHOICES else score_places
    return Response(score(name_answer(row), chosen), chosen)


def name_answer(row: KeyRow) -> tuple[str, ...]:
    """The right answer in names of options, in the order of the key."""
    if row.type in TYPED:
        return tuple(row.answer.split(" | "))
    if row.type in BY_HAND:
        return ()
    letters = re.sub(r"\d", "", row.answer).split()
    return tuple(_name_option(row, letter, letter) for letter in letters)


def _read_points(row: KeyRow, cell: str) -> float | None:
    """The share of the points; None if nobody has given them yet."""
    if not cell:
        return None
    points = 0.0 if cell in NO_ANSWER else read_number(cell)
    if points is None or not 0 <= points <= row.points:
        most = f"{row.points:g}"
        raise CellRefused(Message("answers-no-points", cell=cell[:_MOST_SHOWN], most=most))
    return points / row.points if row.points else 0.0


def _read_letters(row: KeyRow, cell: str) -> tuple[str, ...]:
    tokens = [token for token in re.split(r"[^a-z]+", cell.casefold()) if token]
    if len(row.options) <= 26:
        tokens = [letter for token in tokens for letter in token]
    if not tokens:
        raise _refuse(row, cell)
    names = tuple(_name_option(row, token, cell) for token in tokens)
    return _take_one(row, names, cell) if row.type == "single" else names


def _take_one(row: KeyRow, names: tuple[str, ...], cell: str) -> tuple[str, ...]:
    """The one option of a cell. Raises CellRefused if there are several or a mark of doubt."""
    if len({*names}) > 1:
        shown = cell[:_MOST_SHOWN]
        raise CellRefused(Message("answers-many", cell=shown, question=row.question))
    if _DOUBT.search(cell):
        raise CellRefused(Message("answers-in-doubt", cell=cell[:_MOST_SHOWN]))
    return names[:1]


def _read_pairs(row: KeyRow, cell: str) -> tuple[str, ...]:
    """The letter of each item in turn, from `1B 2A` or from `BA`."""
    pairs = {int(number): letter for number, letter in _PAIR.findall(cell)}
    if not pairs:
        return _read_letters(row, cell)
    if max(pairs) > len(row.answer.split()):
        raise _refuse(row, cell)
    return tuple(
        _name_option(row, pairs[number], cell) if number in pairs else ""
        for number in range(1, max(pairs) + 1)
    )


def _name_option(row: KeyRow, letter: str, cell: str) -> str:
    """The name of the option with this letter; the letter itself where the key has no names."""
    place = 0
    for sign in letter.casefold():
        place = place * 26 + ord(sign) - ord("a") + 1
    if row.options and not 1 <= place <= len(row.options):
        raise _refuse(row, cell)
    return row.options[place - 1] if row.options else letter.upper()


def _refuse(row: KeyRow, cell: str) -> CellRefused:
    shown = cell[:_MOST_SHOWN]
    return CellRefused(Message("answers-no-option", cell=shown, question=row.question))
