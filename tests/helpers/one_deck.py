"""One deck by itself, without a course around it."""

from flashcards.course import load
from flashcards.course.model import Deck
from flashcards.course.source import Source
from flashcards.errors import ProblemsFound


def read_deck(text: str | bytes, file: str) -> Deck:
    """The deck in a YAML text; raises `ProblemsFound` with every mistake in it."""
    source = Source(text, file)
    deck = load.read_deck(source, {}) if source.data is not None else None
    if source.problems or deck is None:
        raise ProblemsFound(source.problems)
    return deck
