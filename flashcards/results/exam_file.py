"""The result of `ptquiz exam --result`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.fileio import read_json
from flashcards.results.attempts import AskedQuestion, Attempt, Gathered, Response, Unreadable

FORMAT = 1
_SEQUENCES = ("order", "match")


def read_exam_result(text: str, name: str) -> Gathered:
    """One attempt; a candidate without a name has the name of the file.

    What was not reached counts as wrong, as in the exam. Raises Unreadable.
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
        return _gather(data, name)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f"is a damaged result: {type(error).__name__} at {error}") from None


def _gather(data: Mapping[str, Any], name: str) -> Gathered:
    questions: dict[str, AskedQuestion] = {}
    responses: dict[str, Response] = {}
    weights: dict[str, float] = {}
    for answer in data["answers"]:
        card, score = answer["card"], answer["score"]
        responses[card] = Response(_share(score), tuple(answer["answer"]), int(answer["duration"]))
        weights[card] = float(answer["of"])
        whole = answer["form"] in _SEQUENCES
        right, shown = tuple(answer["right"]), tuple(answer["shown"])
        questions[card] = AskedQuestion(card, weights[card], "", right, shown, whole)
    _add_unanswered(data, responses, weights)
    person = str(data["candidate"]).strip() or name
    began, ended = data["began"], data["ended"]
    attempt = Attempt(
        person,
        person.casefold(),
        responses,
        None if ended is None else int(ended) - int(began),
        int(began),
        bool(data["finished"]),
        weights,
    )
    for card in weights.keys() - questions.keys():
        questions[card] = AskedQuestion(card, weights[card])
    mark = data["pass_mark"]
    return Gathered(
        [attempt],
        questions,
        str(data["exam"]),
        str(data["title"]),
        None if mark is None else float(mark),
        str(data["versions"].get("course", "")),
    )


def _share(score: Any) -> float:
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise ValueError(f"score {score!r}")
    return float(score)


def _add_unanswered(
    data: Mapping[str, Any], responses: dict[str, Response], weights: dict[str, float]
) -> None:
    """Questions that were not reached: what is left of the total is shared among them."""
    missing = [str(card) for card in data["unanswered"]]
    left = float(data["total"]) - sum(weights.values())
    for card in missing:
        responses[card] = Response(0.0)
        weights[card] = left / len(missing)
