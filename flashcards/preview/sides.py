"""Front and back of a card, from the fields and templates that Anki gets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flashcards.anki.card_labels import Labels, add_labels
from flashcards.anki.templates import TEMPLATES, Template
from flashcards.cards import Card
from flashcards.model import Cloze
from flashcards.preview.template import TemplateValues, render_template

_QUIET = re.compile(r'\s*<script>.*?</script>| data-cloze="[^"]*"', re.DOTALL)
"""What a page does not need: scripts, and the hidden text of a gap."""
_TYPED = "[[type:Answer]]"
_BOX = '<input id="typeans" type="text" disabled aria-label="typed answer">'


@dataclass(frozen=True)
class Sides:
    """The HTML of both sides."""

    front: str
    back: str


def render_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides as Anki's engine makes them, scripts included."""
    template, number = _template(card)
    template = add_labels(template, labels)
    front = render_template(template.front, TemplateValues(fields, "front", number))
    back = TemplateValues({**fields, "FrontSide": front}, "back", number)
    return Sides(front, render_template(template.back, back))


def render_page_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides for a page: without scripts, with a box to type in that takes no text."""
    made = render_sides(card, fields, labels)
    answer = f'<code id="typeans">{fields.get("Answer", "")}</code>'
    return Sides(
        _QUIET.sub("", made.front).replace(_TYPED, _BOX),
        _QUIET.sub("", made.back).replace(_TYPED, answer),
    )


def _template(card: Card) -> tuple[Template, int]:
    """The template of the card, and the gap that it asks for."""
    if isinstance(card.entry, Cloze):
        return TEMPLATES["cloze"][0], card.ordinal + 1
    return TEMPLATES[card.entry.kind][card.ordinal], 1
