"""Front and back of a card, from the fields and templates that Anki gets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from flashcards.anki.templates import Labels, Template, make_templates
from flashcards.cards import Card
from flashcards.model import SOURCE_LANGUAGE, Cloze
from flashcards.preview.template import TemplateValues, render_template

_QUIET = re.compile(r'<script>.*?</script>| data-cloze="[^"]*"', re.DOTALL)
"""What a page does not need: scripts, and the hidden text of a gap."""
_SAID = re.compile(r'<span class="say" lang="([^"]*)">.*?</span>')
_TYPED = "[[type:Answer]]"
_BOX = '<input id="typeans" type="text" disabled aria-label="{}">'


@dataclass(frozen=True)
class Sides:
    """The HTML of both sides."""

    front: str
    back: str


def render_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides as Anki's engine makes them, scripts included."""
    template, number = _template(card, labels)
    front = render_template(template.front, TemplateValues(fields, "front", number))
    back = TemplateValues({**fields, "FrontSide": front}, "back", number)
    return Sides(front, render_template(template.back, back))


def render_page_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides for a page: without scripts, with a box to type in that takes no text.

    Words around the card are there in the one language that its style sheet shows.
    """
    made = render_sides(card, fields, labels)
    answer = f'<code id="typeans">{fields.get("Answer", "")}</code>'
    spoken = _find_spoken(card.note.lang, labels)

    def keep_spoken(found: re.Match[str]) -> str:
        return found[0] if found[1] == spoken else ""

    box = _BOX.format(escape(card.note.words.say("preview_typed")))
    front, back = (_SAID.sub(keep_spoken, _QUIET.sub("", side)) for side in (made.front, made.back))
    return Sides(front.replace(_TYPED, box), back.replace(_TYPED, answer))


def _find_spoken(lang: str, labels: Labels) -> str:
    """The language of the words around a card in `lang`, as in the cards' style sheet."""
    known = (*(name for name, _ in labels), "zh")
    return next((name for name in known if f"{lang}-".startswith(f"{name}-")), SOURCE_LANGUAGE)


def _template(card: Card, labels: Labels) -> tuple[Template, int]:
    """The template of the card, and the gap that it asks for."""
    if isinstance(card.entry, Cloze):
        return make_templates(labels)["cloze"][0], card.ordinal + 1
    return make_templates(labels)[card.entry.kind][card.ordinal], 1
