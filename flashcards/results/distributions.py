"""Quantiles and intervals, without a library of numbers.

The F distribution is the incomplete beta function; its continued fraction converges
quickly on the side of the mean that `_beta_share` chooses.
"""

from __future__ import annotations

from math import atanh, exp, lgamma, log, log1p, sqrt, tanh

NORMAL_95 = 1.959963984540054
"""Between plus and minus this many deviations lie 95 % of a normal distribution."""
_SMALLEST = 1e-300
_STEPS = 20_000
_HALVINGS = 200


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


def wilson_interval(hits: float, count: int) -> tuple[float, float]:
    """Where the true share lies with 95 %, if `hits` of `count` were seen."""
    share, square = hits / count, NORMAL_95**2
    middle = share + square / (2 * count)
    around = NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count * count))
    below = 1 + square / count
    return max(0.0, (middle - around) / below), min(1.0, (middle + around) / below)


def correlation_interval(correlation: float, count: int) -> tuple[float, float] | None:
    """Where the true correlation lies with 95 % (Fisher); None of fewer than 4 pairs."""
    if count < 4:
        return None
    if abs(correlation) >= 1:
        return correlation, correlation
    middle, around = atanh(correlation), NORMAL_95 / sqrt(count - 3)
    return tanh(middle - around), tanh(middle + around)


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
