"""Anki's template language: which HTML a side of a card shows for the fields of a note.

Pages show cards without Anki, and what the cards of an imported deck show becomes entries.
`{{Field}}`, `{{#Field}}…{{/Field}}`, `{{^Field}}…{{/Field}}`, `{{cloze:Field}}`,
`{{type:Field}}` and `{{FrontSide}}`. A test compares the result with Anki's engine. Templates of
others may be broken: an end without a beginning is nothing, and what has no end goes to the end.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Literal

_TAG = re.compile(r"\{\{([^{}]*)\}\}")
_EMPTY = re.compile(r"(?:\s|</?(?:br|div)\s*/?>)*", re.IGNORECASE)
"""A field that counts as empty."""
_SPECIAL = ("FrontSide", "Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag")
"""Names that are no fields."""
_ANSWER_LINE = re.compile(r"<hr\b[^>]*\bid\s*=\s*[\"']?answer[\"']?[^>]*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CLOZE = re.compile(r"\{\{c(\d+)::|\}\}")

Side = Literal["front", "back"]


def render_template(template: str, fields: Mapping[str, str], side: Side, number: int = 1) -> str:
    """Return a side as Anki shows it; `number` is the gap that is asked, where there are gaps."""
    shown = ""
    hidden: list[str] = []  # fields of the sections that are not shown, the innermost last
    for place, part in enumerate(_TAG.split(template)):
        if place % 2 == 0:
            shown += "" if hidden else part
            continue
        sign, filters, name = _parse_tag(part)
        value = fields.get(name, "")
        if sign == "/":
            if hidden and hidden[-1] == name:
                hidden.pop()
        elif sign:
            if hidden or bool(_EMPTY.fullmatch(value)) is (sign == "#"):
                hidden.append(name)
        elif not hidden:
            value = f"[[type:{name}]]" if "type" in filters else value
            shown += render_gaps(value, number, side) if "cloze" in filters else value
    return shown


def _parse_tag(tag: str) -> tuple[str, tuple[str, ...], str]:
    """Return what a tag does (`#`, `^`, `/` or nothing), its filters and its field."""
    tag = tag.strip()
    if tag.startswith(("#", "^", "/")):
        return tag[0], (), tag[1:].strip()
    *filters, field = (part.strip() for part in tag.split(":"))
    return "", tuple(filters), field


def list_fields(template: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield filters and name of every field that a template shows."""
    for sign, filters, field in map(_parse_tag, _TAG.findall(template)):
        if not sign and field not in _SPECIAL:
            yield filters, field


def cut_question(template: str) -> str:
    """Return the back of a card without the question that it repeats."""
    template = _COMMENT.sub("", template)
    line = _ANSWER_LINE.search(template)
    return template[line.end() :] if line else template.replace("{{FrontSide}}", "")


def render_gaps(html: str, number: int, side: Side) -> str:
    """Return the text with the gap that is asked hidden on the front and marked on the back."""
    texts = [""]  # outside of gaps, then inside of each that is open
    gaps: list[int] = []
    end = 0
    for sign in _CLOZE.finditer(html):
        texts[-1] += html[end : sign.start()]
        end = sign.end()
        if sign[1]:
            texts.append("")
            gaps.append(int(sign[1]))
        elif gaps:
            gap = _render_gap(gaps.pop(), texts.pop(), number, side)
            texts[-1] += gap
        else:
            texts[-1] += sign[0]
    return texts[0] + html[end:]


def _render_gap(gap: int, inside: str, number: int, side: Side) -> str:
    if gap != number:
        return f'<span class="cloze-inactive" data-ordinal="{gap}">{inside}</span>'
    if side == "back":
        return f'<span class="cloze" data-ordinal="{gap}">{inside}</span>'
    return f'<span class="cloze" data-cloze="{escape(inside)}" data-ordinal="{gap}">[...]</span>'
