"""One deck by itself, without a course around it."""

from flashcards.errors import ProblemsFound
from flashcards.model import Deck
from flashcards.source.deck_file import find_repeated_keys, read_deck_file


def read_deck(text: str, file: str) -> Deck:
    """The deck in a YAML text; raises `ProblemsFound` with every mistake in it."""
    found = read_deck_file(text, file)
    if problems := found.problems + find_repeated_keys([found]):
        raise ProblemsFound(problems)
    return found.deck
