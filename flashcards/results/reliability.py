"""How far the scores of an exam can be trusted: Cronbach's alpha and its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from flashcards.results.attempts import Attempt
from flashcards.results.distributions import f_quantile

_SAME = 1e-9
"""Points that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Alpha over the people who were asked all questions, with Feldt's 95 % interval."""

    people: int
    questions: int
    alpha: float
    low: float
    high: float
    error: float
    """Standard error of measurement, in percent of all points."""


def measure_reliability(attempts: Sequence[Attempt]) -> Reliability | None:
    """Alpha of an exam; None if it is not defined.

    It needs two people and two questions, scores that differ, and at least half of the
    people asked the same questions as everybody.
    """
    asked = list({name: None for attempt in attempts for name in attempt.responses})
    rows = [row for attempt in attempts if (row := _list_points(attempt, asked))]
    if len(rows) < 2 or 2 * len(rows) < len(attempts) or len(asked) < 2:
        return None
    columns = list(zip(*rows, strict=True))
    totals = [fsum(row) for row in rows]
    whole = variance(totals)
    if whole < _SAME:
        return None
    count = len(asked)
    alpha = count / (count - 1) * (1 - fsum(map(variance, columns)) / whole)
    possible = max(attempt.total for attempt in attempts)
    error = 100 * sqrt(whole * max(0.0, 1 - alpha)) / possible if possible else 0.0
    return Reliability(len(rows), count, alpha, *_feldt_interval(alpha, len(rows), count), error)


def variance(values: Sequence[float]) -> float:
    """The variance of a sample, which divides by one less than it has values."""
    middle = fsum(values) / len(values)
    return fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def _list_points(attempt: Attempt, asked: Sequence[str]) -> list[float] | None:
    """Points in the order of the questions, if all of them were asked and graded."""
    responses, weights = attempt.responses, attempt.weights
    if len(responses) < len(asked):
        return None
    scores = [responses[name][0] for name in asked]
    points = [weights[n] * s for n, s in zip(asked, scores, strict=True) if s is not None]
    return points if len(points) == len(asked) else None


def _feldt_interval(alpha: float, people: int, questions: int) -> tuple[float, float]:
    """1 - alpha, divided by what it truly is, follows an F distribution."""
    free = people - 1, (people - 1) * (questions - 1)
    return 1 - (1 - alpha) * f_quantile(0.975, *free), 1 - (1 - alpha) * f_quantile(0.025, *free)
