"""How many mistakes of one file are told."""

from __future__ import annotations

from flashcards.errors import Position, Problem

MAX_PROBLEMS = 1000
"""Mistakes of one file that are told; whoever has more is not helped by reading them."""


def tell_too_many(at: Position) -> Problem:
    """The problem that ends a file with too many."""
    message = f"more than {MAX_PROBLEMS} mistakes: the file is not read any further"
    return Problem(at, message, "mend those above first")
