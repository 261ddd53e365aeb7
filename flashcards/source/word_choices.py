"""The table of words in an overlay: how a language says each English term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flashcards.model import WordChoice
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document


def read_words(data: Any, document: Document) -> Iterator[tuple[str, WordChoice]]:
    """Each English term with the choice made for it; the document knows what is wrong."""
    if not isinstance(data, dict):
        hint = "write 'stride: 步幅' below it, one a line"
        document.add_problem(("words",), "'words' must be a mapping of English terms", hint)
        return
    for term, value in data.items():
        path = ("words", term)
        if document.is_given_up(path):
            return
        if not term.strip():
            hint = "write the English term before the colon"
            document.add_problem(path, "the English term is empty", hint, of_key=True)
            continue
        written = {"say": value} if isinstance(value, str) else value
        choice = validate(WordChoice, written, document, path)
        if choice is None:
            continue
        if both := {choice.say, *choice.also} & set(choice.never):
            message = f"'{min(both)}' is both the word for '{term}' and among 'never'"
            document.add_problem((*path, "never"), message, "take it out of one of them")
        yield term, choice
