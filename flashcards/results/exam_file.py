"""The result of `ptquiz exam --result`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flashcards.fileio import read_json
from flashcards.results.attempts import EXAM_COMMAND, AskedQuestion, Attempt, Collected, Response
from flashcards.results.question_bank import describe_form
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.foreign_tables import Unreadable
from flashcards.words.message import Message

_LARGEST = 1e15
"""Of any number in a result: milliseconds of many thousand years."""
_DIGITS, _MOST_PARTS = 4, 60
"""Of a score in format 1, and of what it is a share of: no two such shares have the same digits."""


def read_exam_result(text: str, name: str, known: dict[str, AskedQuestion]) -> Collected:
    """One attempt; a candidate without a name has the name of the file.

    What was not reached counts as wrong, as in the exam. Questions that are not `known` yet
    are added there: all results of a class share them. Raises Unreadable.
    """
    try:
        data = read_json(text)
    except ValueError as error:
        raise Unreadable(Message("answers-json-broken", error=str(error))) from None
    if not isinstance(data, dict) or "exam" not in data or "answers" not in data:
        raise Unreadable(Message("answers-json-other", command=EXAM_COMMAND))
    if data.get("format") not in range(1, RESULT_FORMAT + 1):
        found = repr(data.get("format"))
        raise Unreadable(Message("answers-format", format=found, newest=RESULT_FORMAT))
    try:
        return _gather(data, name, known)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        told = f"{type(error).__name__} at {error}"
        raise Unreadable(Message("answers-damaged", error=told)) from None


def _gather(data: Mapping[str, Any], name: str, known: dict[str, AskedQuestion]) -> Collected:
    responses: dict[str, Response] = {}
    weights: dict[str, float] = {}
    for answer in data["answers"]:
        (card,) = _list_texts([answer["card"]])
        score = _share(answer["score"])
        given = _list_texts(answer["answer"])
        responses[card] = Response(score, given, int(_count(answer["duration"])))
        weights[card] = _count(answer["of"])
        if card not in known or not known[card].right:
            right, shown = _list_texts(answer["right"]), _list_texts(answer["shown"])
            known[card] = describe_form(card, answer["form"], weights[card], right, shown)
    for missed in _list_unanswered(data, sum(weights.values())):
        responses[missed.id], weights[missed.id] = Response(0.0), missed.points
        if missed.id not in known or not known[missed.id].tells_points:
            known[missed.id] = missed
    mark = data["pass_mark"]
    return Collected(
        [_make_attempt(data, name, responses, weights)],
        known,
        str(data["exam"]),
        str(data["title"]),
        None if mark is None else _count(mark),
        str(data["versions"].get("course", "")),
    )


def _make_attempt(
    data: Mapping[str, Any], name: str, responses: dict[str, Response], weights: dict[str, float]
) -> Attempt:
    person = str(data["candidate"]).strip() or name
    began, ended = int(_count(data["began"])), data["ended"]
    duration = None if ended is None else int(_count(ended)) - began
    finished = bool(data["finished"])
    return Attempt(person, person.casefold(), responses, duration, began, finished, weights)


def _list_unanswered(data: Mapping[str, Any], reached: float) -> list[AskedQuestion]:
    """The questions that were not reached, with their points.

    Format 1 tells only the points of all: what this person's answers leave of them is shared,
    so that the score stays what the file itself says.
    """
    missed = data["unanswered"]
    if data["format"] > 1:
        return [AskedQuestion(str(each["card"]), _count(each["of"])) for each in missed]
    left = max(_count(data["total"]) - reached, 0.0)
    return [AskedQuestion(str(card), left / len(missed), tells_points=False) for card in missed]


def _list_texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"names {value!r}")
    return tuple(value)


def _share(score: Any) -> float:
    """A score; of one that format 1 cut to four digits, the fraction that it was."""
    if not 0 <= score <= 1:
        raise ValueError(f"score {score!r}")
    whole = float(Fraction(score).limit_denominator(_MOST_PARTS))
    return whole if round(whole, _DIGITS) == score else float(score)


def _count(number: Any) -> float:
    """A number of points or milliseconds. Raises ValueError for what counts nothing."""
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"number {number!r}")
    return float(number)
