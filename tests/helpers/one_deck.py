"""One deck by itself, without a course around it."""

from pathlib import Path

from flashcards.course import load
from flashcards.course.model import Deck
from flashcards.course.yaml_file import YamlFile
from flashcards.errors import ProblemsFound


def read_deck(text: str | bytes, file: str) -> Deck:
    """The deck in a YAML text; raises `ProblemsFound` with every mistake in it."""
    source = YamlFile(text.encode() if isinstance(text, str) else text, file)
    if source.data is not None:
        deck = load.read_deck(source, load.LoadResult(Path(), ""), {})
    if source.problems:
        raise ProblemsFound(source.problems)
    return deck
