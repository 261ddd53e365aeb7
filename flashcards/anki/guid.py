"""Permanent identifiers: names and GUIDs of notes, ids of decks and note types in Anki."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flashcards.cards import Note
    from flashcards.course.model import Kind

_FIRST_ID = 1_000_000_000_000
_IDS = 700_000_000_000
"""Ids look like Anki's own, which are milliseconds since 1970."""


def note_name(note: Note) -> str:
    """The one name of a note among all courses and languages."""
    return f"{note.course}/{note.lang}/{note.key}"


def make_guid(course: str, key: str, lang: str) -> str:
    """The GUID of a note: 16 letters, from its course, key and language, never from its text."""
    return base64.urlsafe_b64encode(_digest(course, key, lang)[:12]).decode()


def make_type_id(kind: Kind, lang: str, owner: str = "") -> int:
    """The id of the note type of a kind in a language; `owner` is a course with its own style."""
    return derive_id("note type, last fields", owner, lang, kind)


def derive_id(*parts: str) -> int:
    """An id like Anki's own (13 digits) for these parts, the same on every machine."""
    return _FIRST_ID + int.from_bytes(_digest(*parts)[:8], "big") % _IDS


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()
