"""Canvas's student analysis (Classic Quizzes): a pair of columns for each question.

`1234: What …?` holds the answer; the column behind it is headed by the points that the
question is worth and holds what the answer got. Several options of one answer are divided
by commas without a space, and `\\,` is a comma in one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Collected,
    Response,
    mark_right_answers,
)
from flashcards.text.foreign_tables import Unreadable, pad_row, read_number
from flashcards.words.message import Message

_QUESTION = re.compile(r"(\d+): (.*)", re.DOTALL)
_DIVIDER = re.compile(r"(?<!\\),(?! )")

Pairs = Sequence[tuple[int, AskedQuestion]]


def is_canvas_heading(heading: Sequence[str]) -> bool:
    """Whether some column is a question and the next one its points."""
    return any(True for _ in _find_pairs(heading))


def read_canvas_report(rows: Sequence[Sequence[str]]) -> Collected:
    """One attempt for each row; a question that a person did not get is not theirs.

    Raises Unreadable.
    """
    heading = list(rows[0])
    pairs = list(_find_pairs(heading))
    table = [pad_row(row, len(heading)) for row in rows[1:]]
    several = {place for place, _ in pairs if _holds_several([row[place] for row in table])}
    questions = {question.id: question for _, question in pairs}
    weights = {question.id: question.points for question in questions.values()}
    attempts = []
    for number, cells in enumerate(table, 2):
        person = cells[0] if heading[0].casefold() == "name" else ""
        identity = (cells[1] if heading[1].casefold() == "id" else "") or person
        responses = dict(_read_responses(cells, pairs, several))
        anyone = f"#{number}"
        if responses:
            who = (identity or anyone).casefold()
            attempts.append(Attempt(person or anyone, who, responses, weights=weights))
    if not attempts:
        raise Unreadable(Message("answers-canvas-empty"))
    mark_right_answers(attempts, questions)
    return Collected(attempts, questions)


def _find_pairs(heading: Sequence[str]) -> Iterator[tuple[int, AskedQuestion]]:
    for place, cell in enumerate(heading[:-1]):
        found = _QUESTION.fullmatch(cell)
        points = read_number(heading[place + 1])
        if found and points is not None:
            yield place, AskedQuestion(f"Q{found[1]}", points, found[2].strip())


def _holds_several(cells: Sequence[str]) -> bool:
    """Whether an answer of this column is a list: its parts come again in other lists."""
    lists = {cell for cell in cells if _DIVIDER.search(cell)}
    parts = {part for cell in lists for part in _DIVIDER.split(cell)}
    return any("\\," in cell for cell in lists) or 0 < len(parts) <= len(lists) + 1


def _read_responses(
    cells: Sequence[str], pairs: Pairs, several: set[int]
) -> Iterator[tuple[str, Response]]:
    for place, question in pairs:
        got, cell = read_number(cells[place + 1]), cells[place]
        if got is None and not cell:
            continue  # it was not asked
        score = None
        if got is not None:
            score = min(1.0, max(0.0, got / question.points)) if question.points else 0.0
        parts = _DIVIDER.split(cell) if place in several else [cell]
        texts = (part.replace("\\,", ",").strip() for part in parts)
        yield question.id, Response(score, tuple(text for text in texts if text))
