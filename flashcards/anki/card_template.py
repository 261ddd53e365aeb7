"""Anki's template language: which HTML a side of a card shows for the fields of a note.

`{{Field}}`, `{{#Field}}…{{/Field}}`, `{{^Field}}…{{/Field}}`, `{{cloze:Field}}`,
`{{type:Field}}` and `{{FrontSide}}`. A test compares the result with Anki's engine. Templates of
others may be broken: an end without a beginning is nothing, and what has no end goes to the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

_TAG = re.compile(r"\{\{([^{}]*)\}\}")
_EMPTY = re.compile(r"(?:\s|</?(?:br|div)\s*/?>)*", re.IGNORECASE)
"""A field that counts as empty."""
_SPECIAL = ("FrontSide", "Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag")
"""Names that are no fields."""
_ANSWER_LINE = re.compile(r"<hr\b[^>]*\bid\s*=\s*[\"']?answer[\"']?[^>]*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LONGEST_SIDE = 100_000
_CLOZE = re.compile(r"\{\{c(\d+)::|\}\}")
_UNSAFE = re.compile(r"(?![a-zA-Z0-9])[\x00-\xff]", re.ASCII)
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}

Side = Literal["front", "back"]


class _Piece(NamedTuple):
    """A piece of a template: text, a field to put in, or an end of what a field decides on."""

    kind: Literal["text", "field", "if", "unless", "end"]
    text: str
    """The text itself, or the name of the field."""
    filters: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def _parse_template(template: str) -> tuple[_Piece, ...]:
    texts = _TAG.split(template)  # text, tag, text, tag, …, text
    pieces = [_Piece("text", texts[0])]
    for tag, text in zip(texts[1::2], texts[2::2], strict=True):
        pieces += [_parse_tag(tag.strip()), _Piece("text", text)]
    return tuple(pieces)


def _parse_tag(tag: str) -> _Piece:
    match tag[:1]:
        case "#":
            return _Piece("if", tag[1:].strip())
        case "^":
            return _Piece("unless", tag[1:].strip())
        case "/":
            return _Piece("end", tag[1:].strip())
    *filters, field = (part.strip() for part in tag.split(":"))
    return _Piece("field", field, tuple(filters))


def _fill(template: str, fields: Mapping[str, str], show: Callable[[_Piece], str]) -> str:
    """The template with what `show` makes of its fields, where the fields do not hide it."""
    shown: list[str] = []
    hidden: list[str] = []
    for piece in _parse_template(template):
        match piece.kind:
            case "if" | "unless":
                has = not _EMPTY.fullmatch(fields.get(piece.text, ""))
                if hidden or has is not (piece.kind == "if"):
                    hidden.append(piece.text)
            case "end":
                if hidden and hidden[-1] == piece.text:
                    hidden.pop()
            case "field" if not hidden:
                shown.append(show(piece))
            case "text" if not hidden:
                shown.append(piece.text)
    return "".join(shown)


def render_template(template: str, fields: Mapping[str, str], side: Side, number: int = 1) -> str:
    """A side as Anki shows it; `number` is the gap that is asked, where there are gaps."""

    def show(piece: _Piece) -> str:
        if "type" in piece.filters:
            return f"[[type:{piece.text}]]"
        value = fields.get(piece.text, "")
        return render_gaps(value, number, side) if "cloze" in piece.filters else value

    return _fill(template, fields, show)


def render_plain_side(template: str, fields: Mapping[str, str]) -> str:
    """A side with gaps as they are written, without what is typed in and what is no field."""

    def show(piece: _Piece) -> str:
        is_shown = "type" not in piece.filters and piece.text not in _SPECIAL
        return fields.get(piece.text, "") if is_shown else ""

    return _fill(template, fields, show)[:_LONGEST_SIDE]


def list_fields(template: str) -> list[tuple[tuple[str, ...], str]]:
    """Filters and name of every field that a template shows."""
    return [
        (piece.filters, piece.text)
        for piece in _parse_template(template)
        if piece.kind == "field" and piece.text not in _SPECIAL
    ]


@lru_cache(maxsize=256)
def cut_question(template: str) -> str:
    """The back of a card without the question that it repeats."""
    template = _COMMENT.sub("", template)
    line = _ANSWER_LINE.search(template)
    return template[line.end() :] if line else template.replace("{{FrontSide}}", "")


def render_gaps(html: str, number: int, side: Side) -> str:
    """Text with gaps: the one that is asked is hidden on the front and marked on the back."""
    texts, gaps, at = [""], [0], 0
    for mark in _CLOZE.finditer(html):
        texts[-1] += html[at : mark.start()]
        at = mark.end()
        if mark[1]:
            texts.append("")
            gaps.append(int(mark[1]))
        elif len(texts) > 1:
            inside = _render_gap(gaps.pop(), texts.pop(), number, side)
            texts[-1] += inside
        else:
            texts[-1] += mark[0]
    return texts[0] + html[at:]


def _render_gap(gap: int, inside: str, number: int, side: Side) -> str:
    if gap != number:
        return f'<span class="cloze-inactive" data-ordinal="{gap}">{inside}</span>'
    if side == "back":
        return f'<span class="cloze" data-ordinal="{gap}">{inside}</span>'
    kept = _UNSAFE.sub(_escape_letter, inside)
    return f'<span class="cloze" data-cloze="{kept}" data-ordinal="{gap}">[...]</span>'


def _escape_letter(found: re.Match[str]) -> str:
    """As the engine writes attributes: everything but letters and digits as an entity."""
    return _NAMED.get(found[0]) or f"&#x{ord(found[0]):02X};"
