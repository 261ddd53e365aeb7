"""The result of `ptquiz exam --result`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.fileio import read_json
from flashcards.results.attempts import (
    AskedQuestion,
    Attempt,
    Gathered,
    Response,
    Unreadable,
    number_things,
)
from flashcards.results.question_bank import TYPED

FORMAT = 1
_LARGEST = 1e15
"""Of any number in a result: milliseconds of many thousand years."""
_SEQUENCES = ("order", "match")


def read_exam_result(text: str, name: str, known: dict[str, AskedQuestion]) -> Gathered:
    """One attempt; a candidate without a name has the name of the file.

    What was not reached counts as wrong, as in the exam. Questions that are not `known` yet
    are added there: all results of a class share them. Raises Unreadable.
    """
    try:
        data = read_json(text)
    except ValueError as error:
        raise Unreadable(f"is not whole JSON: {error}") from None
    if not isinstance(data, dict) or "exam" not in data or "answers" not in data:
        raise Unreadable("is JSON, but no result of 'ptquiz exam'")
    if data.get("format") != FORMAT:
        raise Unreadable(f"has format {data.get('format')!r}; this version reads {FORMAT}")
    try:
        return _gather(data, name, known)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Unreadable(f"is a damaged result: {type(error).__name__} at {error}") from None


def _gather(data: Mapping[str, Any], name: str, known: dict[str, AskedQuestion]) -> Gathered:
    responses: dict[str, Response] = {}
    weights: dict[str, float] = {}
    for answer in data["answers"]:
        card = answer["card"]
        score = _share(answer["score"])
        responses[card] = Response(score, tuple(answer["answer"]), int(_count(answer["duration"])))
        weights[card] = _count(answer["of"])
        if card not in known or not known[card].right:
            known[card] = _describe(answer)
    _add_unanswered(data, responses, weights)
    for card in weights.keys() - known.keys():
        known[card] = AskedQuestion(card, weights[card], tells_points=False)
    mark = data["pass_mark"]
    return Gathered(
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
    finished, guessed = bool(data["finished"]), frozenset(map(str, data["unanswered"]))
    return Attempt(
        person, person.casefold(), responses, duration, began, finished, weights, guessed
    )


def _describe(answer: Mapping[str, Any]) -> AskedQuestion:
    """The question that an answer is to."""
    right, shown = tuple(answer["right"]), tuple(answer["shown"])
    whole = answer["form"] in _SEQUENCES
    things = number_things(right) if answer["form"] == "match" else ()
    found = AskedQuestion(
        str(answer["card"]), _count(answer["of"]), "", right, shown, whole, things
    )
    found.is_typed = answer["form"] in TYPED
    return found


def _share(score: Any) -> float:
    if not 0 <= score <= 1:
        raise ValueError(f"score {score!r}")
    return float(score)


def _count(number: Any) -> float:
    """A number of points or milliseconds. Raises ValueError for what counts nothing."""
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"number {number!r}")
    return float(number)


def _add_unanswered(
    data: Mapping[str, Any], responses: dict[str, Response], weights: dict[str, float]
) -> None:
    """Questions that were not reached: what is left of the total is shared among them."""
    missing = [str(card) for card in data["unanswered"]]
    left = max(_count(data["total"]) - sum(weights.values()), 0.0)
    for card in missing:
        responses[card] = Response(0.0)
        weights[card] = left / len(missing)
