"""The note types of a language, one for each kind, with permanent ids.

Anki matches note types, fields and templates by id. A field keeps its id when
it is renamed; its place can never change, so the id is made of the place.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import genanki

from flashcards.anki.fields import FIELDS, FOLDED_FIELDS, HELPER_FIELDS
from flashcards.anki.guid import make_type_id
from flashcards.anki.templates import make_templates
from flashcards.course.model import KINDS, SOURCE_LANGUAGE, Kind
from flashcards.text.html_page import load_card_style
from flashcards.words import ENGLISH, Words

_FIELD_SLOTS, _TEMPLATE_SLOTS = 100, 500
_ANY_DECK = 1
"""Anki's own: a note type belongs to no deck."""


class NoteType(genanki.Model):  # type: ignore[misc]
    """How Anki keeps and shows the notes of one kind in one language.

    Unlike genanki's it has a time of its own, and knows the field that each card needs.
    """

    def __init__(self, kind: Kind, words: Words, owner: str = "", style: str = "") -> None:
        self.kind, self.lang = kind, words.lang
        self.mod = 1
        """When it last changed, in seconds since 1970."""
        self.field_names, cards = FIELDS[kind], make_templates(words)[kind]
        number = make_type_id(kind, words.lang, owner)
        told = [owner, "" if words.lang == SOURCE_LANGUAGE else words.lang]
        suffix = ", ".join(filter(None, told))
        fields = [
            {
                "name": name,
                "id": number * 1000 + _FIELD_SLOTS + place,
                "font": "Arial",
                "collapsed": name in FOLDED_FIELDS,
                "excludeFromSearch": name in HELPER_FIELDS,
            }
            for place, name in enumerate(self.field_names)
        ]
        templates = [
            {
                "name": card.name,
                "id": number * 1000 + _TEMPLATE_SLOTS + place,
                "qfmt": card.front,
                "afmt": card.back,
                "bqfmt": card.columns[0],
                "bafmt": card.columns[1],
            }
            for place, card in enumerate(cards)
        ]
        super().__init__(
            number,
            f"ptquiz {kind} ({suffix})" if suffix else f"ptquiz {kind}",
            fields,
            templates,
            load_card_style() + style,
            self.CLOZE if kind == "cloze" else self.FRONT_BACK,
            # What the browser shows first; most code is asked with the same words.
            sort_field_index=self.field_names.index("Line" if kind == "code" else "Question"),
        )
        self._req = [
            [place, "all", [self.field_names.index(card.needs)]] for place, card in enumerate(cards)
        ]

    @property
    def lock_name(self) -> str:
        """Its name in the lock."""
        return f"{self.lang}/{self.kind}"

    @property
    def fingerprint(self) -> str:
        """Changes when learners should get another layout or style."""
        looks = [[card["name"], card["qfmt"], card["afmt"]] for card in self.templates]
        folded = [[field["collapsed"], field["excludeFromSearch"]] for field in self.fields]
        columns = [[card["bqfmt"], card["bafmt"]] for card in self.templates]
        browser = [self.sort_field_index, folded, columns]
        text = json.dumps([self.field_names, looks, self.css, browser], ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def to_json(self, timestamp: float, deck_id: int) -> Any:
        return super().to_json(self.mod, _ANY_DECK)


def make_note_types(
    words: Words = ENGLISH, owner: str = "", style: str = ""
) -> dict[Kind, NoteType]:
    """Return all note types of the language of these words, which stand on the cards.

    All courses share them, but one that puts a `style` after the common style sheet: it is the
    `owner` of its own, so that it never changes the look of others.
    """
    return {kind: NoteType(kind, words, owner, style) for kind in KINDS}
