"""Points as people write them."""

from __future__ import annotations

from flashcards.words.message import Number

_SIGNS = {
    10: "⅙", 12: "⅕", 15: "¼", 20: "⅓", 24: "⅖", 30: "½",
    36: "⅗", 40: "⅔", 45: "¾", 48: "⅘", 50: "⅚",
}  # fmt: skip
"""Common fractions by their sixtieths, which all of them have."""


def format_points(points: float) -> str:
    """A whole number, a number with a common fraction, or one digit after the point."""
    sixtieths = round(points * 60)
    whole, rest = divmod(sixtieths, 60)
    if abs(points * 60 - sixtieths) < 0.06 and (rest in _SIGNS or not rest):
        return f"{whole or ''}{_SIGNS[rest]}" if rest else str(whole)
    return Number(points, ".1f")
