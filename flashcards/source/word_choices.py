"""The table of words in an overlay: how a language says each English term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flashcards.model import WordChoice
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document
from flashcards.words.message import Message


def read_words(data: Any, document: Document) -> Iterator[tuple[str, WordChoice]]:
    """Each English term with the choice made for it; the document knows what is wrong."""
    if not isinstance(data, dict):
        document.add_problem(("words",), Message("words-not-terms"), Message("hint-words"))
        return
    for term, value in data.items():
        path = ("words", term)
        if document.is_given_up(path):
            return
        if not term.strip():
            message, hint = Message("term-empty"), Message("hint-term-before-colon")
            document.add_problem(path, message, hint, of_key=True)
            continue
        written = {"say": value} if isinstance(value, str) else value
        choice = validate(WordChoice, written, document, path)
        if choice is None:
            continue
        if both := {choice.say, *choice.also} & set(choice.never):
            message = Message("word-never", word=min(both), term=term)
            document.add_problem((*path, "never"), message, Message("hint-out-of-one"))
        yield term, choice
