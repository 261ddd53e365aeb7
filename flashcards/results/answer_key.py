"""The key of a printed exam, `exam-key.csv`, and what a cell of answers is worth by it.

A cell holds letters as on the paper, words, or the points that a person gave.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from flashcards.errors import FlashcardsError
from flashcards.results.attempts import Response, score_picks, score_places
from flashcards.results.question_bank import BY_HAND, TYPED, QuestionBank
from flashcards.study.answer_rules import fold_name, list_readings
from flashcards.text.foreign_tables import Unreadable, pad_row, read_number
from flashcards.words.message import Message, Person

KEY_COLUMNS = ("form", "position", "question_id", "answer", "points")
"""What every key has; newer ones have `type`, `options`, `content`, `title`, `pass_mark` too."""
_LETTERS = re.compile(r"[A-Z]{1,2}(?: [A-Z]{1,2})*")
_PAIRS = re.compile(r"\d+[A-Z]{1,2}(?: \d+[A-Z]{1,2})*")
NO_ANSWER = ("", "-", "–", "—")
"""Cells of somebody who wrote nothing."""
_CHOICES = ("single", "multiple")
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z]{1,2})", re.IGNORECASE)
_DOUBT = re.compile(r"[?？*!！~]")
_MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One question of one form."""

    question: str
    answer: str
    points: float
    type: str
    """A form of question: single, multiple, order, match, type, gap, reveal or points."""
    options: tuple[str, ...]
    """Names of the options in the order printed; none in keys that do not tell them."""
    content: str = ""
    """A fingerprint of its texts as printed; empty in keys that do not tell it."""


AnswerKey = dict[str, dict[int, KeyRow]]
"""The rows by form and position."""


def is_key_heading(heading: Sequence[str]) -> bool:
    """Whether a table with this heading is a key."""
    return set(KEY_COLUMNS) <= set(heading)


def read_key(rows: Sequence[Sequence[str]]) -> tuple[AnswerKey, str, float | None]:
    """The key in these rows, the heading first; title and pass mark of the exam, if it tells them.

    The pass mark is in percent. Raises Unreadable.
    """
    heading = rows[0]
    table = [dict(zip(heading, pad_row(row, len(heading)), strict=True)) for row in rows[1:]]
    key: AnswerKey = {}
    for number, cells in enumerate(table, 2):
        if not any(cells.values()):
            continue
        position, points = read_number(cells["position"]), read_number(cells["points"])
        if position is None or points is None or not cells["question_id"]:
            raise Unreadable(Message("answers-key-row", number=number))
        form = key.setdefault(cells["form"], {})
        form[int(position)] = KeyRow(
            cells["question_id"],
            cells["answer"],
            points,
            cells.get("type") or _guess_type(cells["answer"]),
            tuple(cells.get("options", "").split()),
            cells.get("content", ""),
        )
    if not key:
        raise Unreadable(Message("answers-key-empty"))
    title, mark = table[0].get("title", ""), read_number(table[0].get("pass_mark", ""))
    return key, title, mark if mark is not None and 0 <= mark <= 100 else None


def join_keys(keys: Sequence[tuple[str, AnswerKey]]) -> AnswerKey:
    """The forms of all keys, each with the name of its file.

    Raises Unreadable if two of them differ in a form: nothing on a paper tells which it had.
    """
    joined: AnswerKey = {}
    first: dict[str, tuple[str, dict[int, KeyRow]]] = {}
    for file, key in keys:
        for form, rows in key.items():
            owner, known = first.setdefault(form.casefold(), (file, rows))
            if known != rows:
                both = {"one": Person(owner), "two": Person(file)}
                raise Unreadable(Message("answers-keys-differ", form=form, **both))
            joined.setdefault(form, rows)
    return joined


def _guess_type(answer: str) -> str:
    """The type of a question in a key that does not tell it: steps are never shown in order."""
    if _PAIRS.fullmatch(answer):
        return "match"
    if not _LETTERS.fullmatch(answer):
        return "type"
    letters = answer.split()
    if len(letters) == 1:
        return "single"
    return "multiple" if letters == sorted(letters) else "order"


class CellRefused(FlashcardsError):
    """A cell that is no answer to its question."""


def read_cell(row: KeyRow, cell: str, bank: QuestionBank) -> Response:
    """What a cell is worth. Raises CellRefused if it is no answer."""
    if row.type in BY_HAND:
        return Response(_read_points(row, cell))
    if cell in NO_ANSWER:
        return Response(0.0)
    if row.type not in (*_CHOICES, "order", "match"):
        return Response(_grade_typed(row, cell, bank), (cell,))
    chosen = _read_pairs(row, cell) if row.type == "match" else _read_letters(row, cell)
    score = score_picks if row.type in _CHOICES else score_places
    return Response(score(name_answer(row), chosen), chosen)


def _grade_typed(row: KeyRow, text: str, bank: QuestionBank) -> float:
    """The score of a typed answer: by the card's own rules, else by those for names."""
    score = bank.grade_text(row.question, text, (row.type,))
    if score is not None:
        return score
    accepted = row.answer.split(" | ")
    return float(fold_name(text) in chain.from_iterable(map(list_readings, accepted)))


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
        told = {"cell": cell[:_MOST_SHOWN], "most": float(row.points)}
        raise CellRefused(Message("answers-no-points", **told))
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
