"""How far the scores of an exam can be trusted: Cronbach's alpha and its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma, log, log1p, sqrt
from statistics import variance

from flashcards.results.attempts import Attempt

_SAME = 1e-9
"""Points that differ by less are the same."""
_SMALLEST = 1e-300
_STEPS = 20_000
_HALVINGS = 200


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


def f_quantile(share: float, first: float, second: float) -> float:
    """The value below which the given share of an F distribution lies.

    `first` and `second` are its degrees of freedom.
    """
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _beta_share(middle, first / 2, second / 2) < share:
            low = middle
        else:
            high = middle
    return second * high / (first * (1 - high)) if high < 1 else float("inf")


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(x, a, b) / a
    return 1 - front * _continued_fraction(1 - x, b, a) / b


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Lentz's way to sum it."""
    upper, lower = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    total = lower
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            lower = 1 / _not_zero(1 + term * lower)
            upper = _not_zero(1 + term / upper)
            total *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    return total


def _not_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
