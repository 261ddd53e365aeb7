"""Places of things found after reading: a path in an entry back to line and column."""

from __future__ import annotations

from collections.abc import Iterable

from flashcards.problems import Position, Problem
from flashcards.source.folder import CourseFolder
from flashcards.source.nodes import Document
from flashcards.source.parts import document_of

Spot = tuple[str, tuple[str, ...], str, str]
"""Entry key, path in the entry, message, hint."""


def located(spots: Iterable[Spot], folder: CourseFolder) -> list[Problem]:
    """What was found, with its place. Files are parsed again, only those that are needed."""
    spots = list(spots)
    wanted = {key for key, *_ in spots}
    found: dict[str, tuple[Document, int]] = {}
    for file in folder.decks if wanted else ():
        if any(key.encode() in file.raw for key in wanted):
            document = document_of(file)
            for index, entry in enumerate(document.data.get("entries", ())):
                if entry.get("key") in wanted:
                    found[entry["key"]] = (document, index)
    return [Problem(_place(key, path, found), message, hint) for key, path, message, hint in spots]


def _place(key: str, path: tuple[str, ...], found: dict[str, tuple[Document, int]]) -> Position:
    if key not in found:
        return Position(key)
    document, index = found[key]
    return document.place(("entries", index, *path))
