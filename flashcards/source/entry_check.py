"""Whether plain values are a sound entry, before they are written anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.errors import Problem
from flashcards.model import Entry
from flashcards.source.deck_file import read_entry
from flashcards.source.yaml_reader import Document

_ANY_TEXT = "entries: [$]"
"""A document in which every rule is worth looking at."""


class EntryCheck:
    """The rules of deck files for values that are in no file yet."""

    def __init__(self) -> None:
        self._document = Document(_ANY_TEXT, "")

    def read(self, values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
        """The entry, or None and everything that is wrong with it; places mean nothing."""
        self._document.problems.clear()
        entry = read_entry(dict(values), self._document, ("entries", 0))
        return entry, list(self._document.problems)
