"""The key of a printed exam, `exam-key.csv`, and what a cell of answers is worth by it.

A cell holds letters as on the paper, words, or the points that a person gave.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.results.attempts import Answer
from flashcards.study.answer_rules import fold_name, list_readings
from flashcards.text.foreign_tables import pad_row, read_number

KEY_COLUMNS = ("form", "position", "question_id", "answer", "points")
"""What every key has; those of `export sheet` have `type`, `options`, `title`, `pass_mark` too."""
BY_HAND = ("reveal", "points")
"""Types of questions that a person grades."""
CHOICES = ("single", "multiple")
SEQUENCES = ("order", "match")
TYPED = ("type", "gap")
_LETTERS = re.compile(r"[A-Z]{1,2}(?: [A-Z]{1,2})*")
_PAIRS = re.compile(r"\d+[A-Z]{1,2}(?: \d+[A-Z]{1,2})*")
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z]{1,2})", re.IGNORECASE)
_DOUBT = re.compile(r"[?？*!！~]")
_NO_ANSWER = ("", "-", "–", "—")
_MAX_SHOWN = 40


class KeyRow(NamedTuple):
    """One question of one form of the exam."""

    question: str
    answer: str
    points: float
    type: str
    """single, multiple, order, match, type, gap, reveal or points."""
    options: tuple[str, ...]
    """Names of the options in the order printed; none in keys that do not tell them."""

    @property
    def right(self) -> tuple[str, ...]:
        """The right answer in names of options. Raises NoAnswer if the key contradicts itself."""
        if self.type in BY_HAND:
            return ()
        if self.type in TYPED:
            return tuple(self.answer.split(" | "))
        letters = re.sub(r"\d", "", self.answer).split()
        return tuple(_name_option(self, letter, letter) for letter in letters)


Key = dict[str, dict[int, KeyRow]]
"""Rows by form and position."""


class NoAnswer(Exception):
    """A cell that is no answer to its question."""


def is_key(heading: Sequence[str]) -> bool:
    """Whether a table with this heading is a key."""
    return set(KEY_COLUMNS) <= set(heading)


def read_key(rows: Sequence[Sequence[str]], path: Path) -> tuple[Key, str, float | None]:
    """Return the key in these rows, and title and pass mark (percent) of the exam if it tells them.

    Raises FlashcardsError.
    """
    table = [dict(zip(rows[0], pad_row(row, len(rows[0])), strict=True)) for row in rows[1:]]
    key: Key = {}
    for number, cells in enumerate(table, 2):
        if any(cells.values()):
            _add_key_row(key.setdefault(cells["form"], {}), cells, f"{path} is a key whose", number)
    if not key:
        raise FlashcardsError(f"{path} is a key without questions")
    for form, asked in key.items():
        if not sum(row.points for row in asked.values()):
            raise FlashcardsError(f"{path} is a key whose form '{form}' is worth no points")
    mark = read_number(table[0].get("pass_mark", ""))
    return key, table[0].get("title", ""), mark if mark is not None and 0 <= mark <= 100 else None


def _add_key_row(
    form: dict[int, KeyRow], cells: Mapping[str, str], whose: str, number: int
) -> None:
    position, points = read_number(cells["position"]), read_number(cells["points"])
    if position is None or position % 1 or points is None or not cells["question_id"]:
        raise FlashcardsError(f"{whose} row {number} has no position, question or points")
    if points < 0:
        raise FlashcardsError(f"{whose} row {number} has negative points")
    if position in form:
        raise FlashcardsError(f"{whose} row {number} has position {position:g} a second time")
    if any(row.question == cells["question_id"] for row in form.values()):
        raise FlashcardsError(
            f"{whose} row {number} has question {cells['question_id']} a second time"
        )
    type_ = cells.get("type") or _guess_type(cells["answer"])
    if type_ not in (*BY_HAND, *CHOICES, *SEQUENCES, *TYPED):
        raise FlashcardsError(f"{whose} row {number} has the type '{type_}', which is not known")
    options = tuple(cells.get("options", "").split())
    row = KeyRow(cells["question_id"], cells["answer"], points, type_, options)
    try:
        if type_ not in BY_HAND and not row.right:
            raise FlashcardsError(f"{whose} row {number} has no answer")
    except NoAnswer as error:
        raise FlashcardsError(f"{whose} row {number} contradicts itself: {error}") from None
    form[int(position)] = row


def _guess_type(answer: str) -> str:
    """Return the type of a question in a key without types: steps are never shown in order."""
    if _PAIRS.fullmatch(answer):
        return "match"
    if not _LETTERS.fullmatch(answer):
        return "type"
    letters = answer.split()
    if len(letters) == 1:
        return "single"
    return "multiple" if letters == sorted(letters) else "order"


def read_cell(row: KeyRow, cell: str) -> Answer:
    """Return what a cell is worth. Raises NoAnswer."""
    if row.type in BY_HAND:
        return Answer(_read_points(row, cell), row.points)
    if cell in _NO_ANSWER:
        return Answer(0.0, row.points)
    if row.type in TYPED:
        typed = spell(cell, row.right)
        return Answer(float(typed in row.right), row.points, (typed,))
    picks = _read_pairs(row, cell) if row.type == "match" else _read_letters(row, cell)
    score = _score_picks if row.type in CHOICES else _score_places
    return Answer(score(row.right, picks), row.points, picks)


def spell(text: str, accepted: Sequence[str]) -> str:
    """Return the accepted answer that a typed text is, else the text in small letters."""
    read = fold_name(text)
    return next((each for each in accepted if read in list_readings(each)), text.casefold())


def _score_picks(right: Sequence[str], picks: Sequence[str]) -> float:
    """Right picks minus wrong picks, divided by the number of right options, never below 0."""
    hits = len(set(right) & set(picks))
    return max(0.0, (2 * hits - len(set(picks))) / len(right)) if right else 0.0


def _score_places(right: Sequence[str], picks: Sequence[str]) -> float:
    """The share of places that hold what belongs there."""
    hits = sum(mine == theirs for mine, theirs in zip(right, picks, strict=False))
    return hits / len(right) if right else 0.0


def _read_points(row: KeyRow, cell: str) -> float | None:
    """Return the share of the points; None if nobody has given them yet."""
    if not cell:
        return None
    points = 0.0 if cell in _NO_ANSWER else read_number(cell)
    if points is None or not 0 <= points <= row.points:
        raise NoAnswer(f"'{cell[:_MAX_SHOWN]}' are no points from 0 to {row.points:g}")
    return points / row.points if row.points else 0.0


def _read_letters(row: KeyRow, cell: str) -> tuple[str, ...]:
    tokens = [token for token in re.split(r"[^a-z]+", cell.casefold()) if token]
    if len(row.options) <= 26:
        tokens = [letter for token in tokens for letter in token]
    names = tuple(_name_option(row, token, cell) for token in tokens)
    if not names:
        raise _refuse(row, cell)
    if row.type != "single":
        return names
    if len(set(names)) > 1:
        raise NoAnswer(f"'{cell[:_MAX_SHOWN]}' are several answers, and {row.question} has one")
    if _DOUBT.search(cell):
        raise NoAnswer(f"'{cell[:_MAX_SHOWN]}' is in doubt: type the letter alone")
    return names[:1]


def _read_pairs(row: KeyRow, cell: str) -> tuple[str, ...]:
    """Return the option of each item in turn, from `1B 2A` or from `BA`."""
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
    """Return the name of the option with this letter; the letter where the key has no names."""
    place = 0
    for sign in letter.casefold():
        place = place * 26 + ord(sign) - ord("a") + 1
    if row.options and not 1 <= place <= len(row.options):
        raise _refuse(row, cell)
    return row.options[place - 1] if row.options else letter.upper()


def _refuse(row: KeyRow, cell: str) -> NoAnswer:
    return NoAnswer(f"'{cell[:_MAX_SHOWN]}' names no option of {row.question}")
