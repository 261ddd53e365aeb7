"""Rendered fields of notes, kept from one build to the next.

Rendering is most of the work of a build. Notes with equal digests of their content
have equal fields, but for the foot.
"""

from __future__ import annotations

from flashcards.anki.field_check import CHECK, make_check
from flashcards.anki.fields import render_fields
from flashcards.anki.templates import FIELDS
from flashcards.cache import Cache
from flashcards.cards import Note

_FEW = 20
"""One note in so many is faster rendered again than all are written."""


class FieldCache:
    """Fields by note name, each with the digest of the content that they were rendered from."""

    def __init__(self, kept: dict[str, list[str]] | None = None) -> None:
        self._kept = kept or {}
        self.used: dict[str, list[str]] = {}
        self.missed = 0

    def get_fields(self, note: Note, name: str, digest: str) -> list[str]:
        """Fields of the note of this name, in its type's order; rendered unless `digest` is known.

        The check is that of the fields as they are here, before pictures get their names.
        """
        row = self._kept.get(name)
        if row is None or row[0] != digest or len(row) != len(FIELDS[note.entry.kind]) + 1:
            made = render_fields(note)
            made[CHECK] = make_check(tuple(made), list(made.values()))
            row = [digest, *made.values()]
            self.missed += 1
        self.used[name] = row
        return row[1:]

    def all_rows(self) -> dict[str, list[str]]:
        """What was loaded and what was rendered: name to digest and fields."""
        return {**self._kept, **self.used}


def load_field_cache(cache: Cache, name: str, version: str) -> FieldCache:
    """What an earlier build kept under `name`; empty if `version` is another."""
    kept = cache.get(name)
    return FieldCache(kept[1] if kept and kept[0] == version else None)


def write_field_cache(cache: Cache, name: str, version: str, rendered: FieldCache) -> None:
    """Keep the fields under `name`, unless so few are new that rendering them again is faster."""
    if rendered.missed * _FEW > len(rendered.used):
        cache.put(name, (version, rendered.all_rows()))
