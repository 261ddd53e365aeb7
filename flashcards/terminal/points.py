"""Points as people write them."""

from __future__ import annotations

from fractions import Fraction

_SIGNS = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼",
    Fraction(3, 4): "¾", Fraction(1, 5): "⅕", Fraction(2, 5): "⅖", Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚",
}  # fmt: skip


def format_points(points: float) -> str:
    """A whole number, a number with a common fraction, or one digit after the point."""
    whole, rest = divmod(Fraction(points).limit_denominator(1000), 1)
    if not rest:
        return str(whole)
    near = rest.limit_denominator(6)
    if near in _SIGNS and abs(near - rest) < Fraction(1, 1000):
        return f"{whole or ''}{_SIGNS[near]}"
    return f"{points:.1f}"
