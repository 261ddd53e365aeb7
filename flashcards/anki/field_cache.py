"""Rendered fields, kept by content.

Rendering is most of the work of a build. A note whose content is the same has
the same fields, whoever rendered them; the file is checked before it is used,
so that a damaged or foreign one only costs time.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flashcards.anki.fields import fields, note_name
from flashcards.anki.templates import FIELDS
from flashcards.cards import Note
from flashcards.fileio import keep

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


def load_rendered(path: Path, version: str) -> Rendered:
    """What an earlier build left; nothing if it cannot be trusted."""
    try:
        checksum, _, body = path.read_bytes().partition(b"\n")
        if checksum == _checksum(version, body):
            return Rendered(json.loads(body))
    except (OSError, ValueError):
        pass
    return Rendered()


def write_rendered(path: Path, version: str, rendered: Rendered) -> None:
    """Keep what was rendered; a cache that cannot be written is no problem."""
    if rendered.missed * _FEW <= len(rendered.used):
        return
    body = json.dumps(rendered.merged(), ensure_ascii=False, separators=(",", ":"))
    data = body.encode("utf-8", "surrogatepass")
    keep(path, _checksum(version, data) + b"\n" + data)


def _checksum(version: str, body: bytes) -> bytes:
    digest = hashlib.blake2b(version.encode(), digest_size=16)
    digest.update(b"\0" + body)
    return digest.hexdigest().encode()
