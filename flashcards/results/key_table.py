"""The key of a printed exam, `exam-key.csv`: what each position of each form asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flashcards.results.attempts import Unreadable
from flashcards.results.spreadsheet import pad_row, read_number
from flashcards.words.message import Message, Person

KEY_COLUMNS = ("form", "position", "question_id", "answer", "points")
"""What every key has; newer ones have `type`, `options`, `content`, `title`, `pass_mark` too."""
_LETTERS = re.compile(r"[A-Z]{1,2}(?: [A-Z]{1,2})*")
_PAIRS = re.compile(r"\d+[A-Z]{1,2}(?: \d+[A-Z]{1,2})*")


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


def read_key(rows: Sequence[Sequence[str]]) -> AnswerKey:
    """The key in these rows, the heading first. Raises Unreadable."""
    heading = list(rows[0])
    key: AnswerKey = {}
    for number, row in enumerate(rows[1:], 2):
        if not any(row):
            continue
        cells = dict(zip(heading, pad_row(row, len(heading)), strict=True))
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
    return key


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


def read_key_facts(rows: Sequence[Sequence[str]]) -> tuple[str, float | None]:
    """The title of the exam and its pass mark in percent, as far as the key tells them."""
    heading, first = list(rows[0]), [*rows[1:2], []][0]
    cells = dict(zip(heading, pad_row(first, len(heading)), strict=True))
    mark = read_number(cells.get("pass_mark", ""))
    return cells.get("title", ""), mark if mark is not None and 0 <= mark <= 100 else None


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
