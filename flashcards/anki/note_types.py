"""The note types of a language, one for each kind, with permanent ids.

Anki matches note types, fields and templates by id. A field keeps its id when
it is renamed; its place can never change, so the id is made of the place.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property

from flashcards.anki.fields import FIELDS, FOLDED_FIELDS, HELPER_FIELDS
from flashcards.anki.guid import make_type_id
from flashcards.anki.templates import Template, make_templates
from flashcards.course.model import KINDS, SOURCE_LANGUAGE, Kind
from flashcards.text.html_page import load_card_style
from flashcards.words.catalog import ENGLISH, Words

_FIELD_SLOTS, _TEMPLATE_SLOTS = 100, 500


@dataclass(frozen=True)
class NoteType:
    """How Anki keeps and shows the notes of one kind in one language."""

    id: int
    kind: Kind
    lang: str
    name: str
    fields: tuple[str, ...]
    templates: tuple[Template, ...]
    css: str

    @property
    def lock_name(self) -> str:
        """Its name in the lock."""
        return f"{self.lang}/{self.kind}"

    @property
    def is_cloze(self) -> bool:
        return self.kind == "cloze"

    @property
    def sort_field(self) -> int:
        """The place of the field that Anki's browser sorts by and shows first.

        Most code is asked with the same words, so it has a line for that.
        """
        return self.fields.index("Line" if "Line" in self.fields else "Question")

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
    words: Words = ENGLISH, owner: str = "", style: str = ""
) -> dict[Kind, NoteType]:
    """Return all note types of the language of these words, which stand on the cards.

    All courses share them, but one that puts a `style` after the common style sheet: it is the
    `owner` of its own, so that it never changes the look of others.
    """
    return {kind: _make_note_type(kind, words, owner, style) for kind in KINDS}


@cache
def _make_note_type(kind: Kind, words: Words, owner: str, style: str) -> NoteType:
    lang = words.lang
    told = ", ".join(filter(None, [owner, "" if lang == SOURCE_LANGUAGE else lang]))
    return NoteType(
        id=make_type_id(kind, lang, owner),
        kind=kind,
        lang=lang,
        name=f"ptquiz {kind} ({told})" if told else f"ptquiz {kind}",
        fields=FIELDS[kind],
        templates=make_templates(words)[kind],
        css=load_card_style() + style,
    )
