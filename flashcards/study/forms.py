"""In which form a card is asked: it hardens with the memory."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.cards import Card
from flashcards.model import Code
from flashcards.questions import Form

HARDENS_AT = 7.0
"""Days of stability from which a card is typed or recalled, not chosen."""
LONGEST_TYPED, MOST_LINES = 80, 3
"""Letters and lines of output that somebody would type."""


def choose_form(card: Card, possible: Sequence[Form], stability: float) -> Form:
    """Options while the memory (stability in days) is young, then typing or recalling.

    Long output is never typed.
    """
    harder = [form for form in possible if form != "single"]
    if not harder or "single" not in possible:
        return possible[0]
    if stability < HARDENS_AT or (isinstance(card.entry, Code) and _is_long(card.entry.prints)):
        return "single"
    return harder[0]


def _is_long(output: str) -> bool:
    return len(output) > LONGEST_TYPED or len(output.strip().splitlines()) > MOST_LINES
