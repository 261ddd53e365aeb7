"""Typed answers that are read as the same become one, and what got the points is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flashcards.results.attempts import AskedQuestion, Attempt, Response
from flashcards.study.answer_rules import fold_name, list_readings


def merge_typed_answers(
    attempts: Sequence[Attempt], question: AskedQuestion, texts: Mapping[str, str]
) -> AskedQuestion:
    """The question with every answer that got full credit among the right ones.

    Answers in `attempts` are spelled as the accepted one that they are read as, else as
    the first of those that are read alike. `texts` has the texts of options by name.
    """
    accepted = list(dict.fromkeys(texts.get(name, name) for name in question.right))
    spellings = {
        reading: text for text in reversed(accepted) for reading in list_readings(text)
    }  # fmt: skip
    right = dict.fromkeys(accepted)
    for attempt, response in _list_responses(attempts, question.id):
        given = [texts.get(name, name) for name in response.chosen]
        chosen = tuple(spellings.setdefault(fold_name(text), text) for text in given)
        attempt.responses[question.id] = response._replace(chosen=chosen)
        if response.score == 1:
            right.update(dict.fromkeys(chosen))
    return replace(question, right=tuple(right))


def _list_responses(attempts: Sequence[Attempt], id: str) -> Iterator[tuple[Attempt, Response]]:
    for attempt in attempts:
        response = attempt.responses.get(id)
        if response is not None:
            yield attempt, response
