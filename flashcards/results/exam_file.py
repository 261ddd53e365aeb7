"""The result of `ptquiz exam --result`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.fileio import read_json
from flashcards.results.attempts import EXAM_COMMAND, AskedQuestion, Attempt, Collected, Response
from flashcards.results.question_bank import describe_form
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.foreign_tables import Unreadable
from flashcards.words.message import Message

_LARGEST = 1e15
"""Of any number in a result: milliseconds of many thousand years."""


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
    if data.get("format") != RESULT_FORMAT:
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
        given, duration = _list_texts(answer["answer"]), int(_count(answer["duration"]))
        responses[card] = Response(_count(answer["score"], most=1), given, duration)
        weights[card] = _count(answer["of"])
        if card not in known or not known[card].right:
            right, shown = _list_texts(answer["right"]), _list_texts(answer["shown"])
            known[card] = describe_form(card, answer["form"], weights[card], right, shown)
    for missed in data["unanswered"]:
        card = str(missed["card"])
        responses[card], weights[card] = Response(0.0), _count(missed["of"])
        known.setdefault(card, AskedQuestion(card, weights[card]))
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


def _list_texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"names {value!r}")
    return tuple(value)


def _count(number: Any, most: float = _LARGEST) -> float:
    """A score, points or milliseconds. Raises ValueError for what counts nothing."""
    if not 0 <= number <= most:
        raise ValueError(f"number {number!r}")
    return float(number)
