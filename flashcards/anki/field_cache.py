"""Rendered fields, kept by content.

Rendering is most of the work of a build. A note whose content is the same has
the same fields, whoever rendered them.
"""

from __future__ import annotations

from flashcards.anki.fields import fields, note_name
from flashcards.anki.templates import FIELDS
from flashcards.cache import Cache
from flashcards.cards import Note

_FEW = 20
"""One note in so many is faster rendered again than all are written."""


class Rendered:
    """The fields of notes; remembers what it rendered."""

    def __init__(self, kept: dict[str, list[str]] | None = None) -> None:
        self._kept = kept or {}
        self.used: dict[str, list[str]] = {}
        self.missed = 0

    def fields(self, note: Note, digest: str) -> list[str]:
        """The note's fields; rendered only if this content was not seen before."""
        name = note_name(note)
        row = self._kept.get(name)
        if row is None or row[0] != digest or len(row) != len(FIELDS[note.entry.kind]) + 1:
            row = [digest, *fields(note).values()]
            self.missed += 1
        self.used[name] = row
        return row[1:]

    def merged(self) -> dict[str, list[str]]:
        """What was there and what was rendered now."""
        return {**self._kept, **self.used}


def load_rendered(cache: Cache, name: str, version: str) -> Rendered:
    """What an earlier build left under `name`; nothing if it was another program's."""
    kept = cache.get(name)
    return Rendered(kept[1] if kept and kept[0] == version else None)


def keep_rendered(cache: Cache, name: str, version: str, rendered: Rendered) -> None:
    """Keep what was rendered, if it is worth it."""
    if rendered.missed * _FEW > len(rendered.used):
        cache.put(name, (version, rendered.merged()))
