"""The note types, with permanent ids.

Anki matches note types, fields and templates by id. A field keeps its id when
it is renamed; its place can never change, so the id is made of the place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from flashcards.anki.guid import TYPE_IDS, derive_id
from flashcards.anki.templates import (
    FIELDS,
    Labels,
    Template,
    freeze_labels,
    make_templates,
    render_label_style,
)
from flashcards.model import KINDS, MAX_THINGS, Kind
from flashcards.text.html_page import load_card_style

_FIELD_SLOTS, _TEMPLATE_SLOTS = 100, 500
_SORT_FIELDS: Mapping[Kind, str] = {"code": "Line"}
"""Where it is not the question: most code is asked with the same words."""
HELPER_FIELDS = frozenset(
    {"Name", "Lang", "Line", "Shuffled", "Head", "Foot", "Check", "Spare 1", "Spare 2"}
)
"""Made from other fields, or not for readers: folded in the editor, and left out of searches."""
_FOLDED_THINGS = range(5, MAX_THINGS + 1)
"""Few comparisons have so many things; their fields would fill the editor."""
FOLDED_FIELDS = HELPER_FIELDS | {
    "Accepted",
    *(f"{name} {place}" for name in ("Ask", "Options", "Why") for place in _FOLDED_THINGS),
}
"""A search by any accepted name finds a term, so `Accepted` is only folded."""


@dataclass(frozen=True)
class NoteType:
    """How Anki keeps and shows the notes of one kind."""

    id: int
    kind: Kind
    name: str
    fields: tuple[str, ...]
    templates: tuple[Template, ...]
    css: str

    @property
    def is_cloze(self) -> bool:
        return self.kind == "cloze"

    @property
    def sort_field(self) -> int:
        """The place of the field that Anki's browser sorts by and shows first."""
        return self.fields.index(_SORT_FIELDS.get(self.kind, "Question"))

    def field_id(self, place: int) -> int:
        return self.id * 1000 + _FIELD_SLOTS + place

    def template_id(self, place: int) -> int:
        return self.id * 1000 + _TEMPLATE_SLOTS + place

    @cached_property
    def fingerprint(self) -> str:
        """Changes when learners should get another layout or style."""
        looks = [[each.name, each.front, each.back] for each in self.templates]
        folded = [[name in FOLDED_FIELDS, name in HELPER_FIELDS] for name in self.fields]
        browser = [self.sort_field, folded, [each.columns for each in self.templates]]
        text = json.dumps([list(self.fields), looks, self.css, browser], ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def make_note_types(
    namespace: str = "", look: str = "", labels: Mapping[str, Mapping[str, str]] | None = None
) -> dict[Kind, NoteType]:
    """All note types; a namespace has its own, so that it never touches the others.

    `look` is a style sheet of its own that a namespace puts after the common one, `labels`
    are words around cards in further languages.
    """
    frozen = freeze_labels(labels or {})
    return {kind: _make_note_type(kind, namespace, look, frozen) for kind in KINDS}


@cache
def _make_note_type(kind: Kind, namespace: str, look: str, labels: Labels) -> NoteType:
    return NoteType(
        id=derive_id("note type", namespace, kind) if namespace else TYPE_IDS[kind],
        kind=kind,
        name=f"ptquiz {kind} ({namespace})" if namespace else f"ptquiz {kind}",
        fields=FIELDS[kind],
        templates=make_templates(labels)[kind],
        css=load_card_style() + render_label_style(labels) + look,
    )
