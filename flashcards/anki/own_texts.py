"""What a learner wrote into notes: told from an export of their collection.

A released note carries a hash of each of its fields (`field_check`); a field with another
hash was edited. Fields that the learner added to our note types, and tags that are not
ours, are the learner's own, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flashcards.anki.field_check import find_edited_fields
from flashcards.anki.reader import AnkiNote, AnkiNoteType
from flashcards.text.plain_text import html_to_text

_OURS = "ptquiz::"
_LETTERS = 60


@dataclass(frozen=True)
class OwnTexts:
    """What one note has of the learner; an update of the note takes all of it away."""

    fields: Mapping[str, str] = field(default_factory=dict)
    """Name of the field to its HTML; empty if the learner emptied it."""
    tags: tuple[str, ...] = ()

    def describe(self) -> str:
        """One line: each field with the beginning of its text, then the tags."""
        parts = [f"{name} {_shorten(html)}" for name, html in self.fields.items()]
        return "; ".join([*parts, *([f"tags {' '.join(self.tags)}"] if self.tags else [])])

    def __bool__(self) -> bool:
        return bool(self.fields or self.tags)


def _shorten(html: str) -> str:
    text = html_to_text(html)
    if not text:
        return "(empty)"
    return f"'{text[:_LETTERS]}…'" if len(text) > _LETTERS else f"'{text}'"


NOTHING_OWN = OwnTexts()


def find_own_texts(note: AnkiNote, its_type: AnkiNoteType, our_type: AnkiNoteType) -> OwnTexts:
    """What the learner wrote into a note of ours; `its_type` is the learner's note type."""
    names = [name for _, name in its_type.fields]
    texts = dict(zip(names, note.fields, strict=False))
    ours = {name for _, name in our_type.fields}
    edited = [name for name in find_edited_fields(names, note.fields) if name in ours]
    added = [name for name, text in texts.items() if text and name not in ours]
    tags = tuple(tag for tag in note.tags if not tag.casefold().startswith(_OURS))
    return OwnTexts({name: texts[name] for name in (*edited, *added)}, tags)
