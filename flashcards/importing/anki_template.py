"""Anki's card templates: which HTML a side of a card shows for the fields of a note."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

_TAG = re.compile(r"\{\{\s*([#^/]?)\s*([^{}]*?)\s*\}\}")
_ANSWER_LINE = re.compile(r"<hr\b[^>]*\bid\s*=\s*[\"']?answer[\"']?[^>]*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SPECIAL = ("FrontSide", "Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag")
_MOST = 100_000


@cache
def _split(template: str) -> tuple[tuple[str, str], ...]:
    """Pieces of a template: text, or `#`, `^`, `/`, `=` and a name."""
    pieces, at = [], 0
    for tag in _TAG.finditer(template):
        pieces += [("", template[at : tag.start()]), (tag[1] or "=", tag[2])]
        at = tag.end()
    return tuple(piece for piece in (*pieces, ("", template[at:])) if piece[1])


@cache
def _list_pieces(template: str) -> tuple[tuple[str, str], ...]:
    """The same with the bare names of fields, without those that are not filled in."""
    pieces = []
    for sign, name in _split(template):
        *filters, field = name.split(":")
        if sign != "=":
            pieces.append((sign, name))
        elif "type" not in filters and field.strip() not in _SPECIAL:
            pieces.append((sign, field.strip()))
    return tuple(pieces)


def render_side(template: str, fields: Mapping[str, str]) -> str:
    """The HTML of one side; fields that are typed in are left out."""
    shown: list[str] = []
    hidden: list[str] = []
    for sign, name in _list_pieces(template):
        if sign == "#" or sign == "^":
            filled = bool(fields.get(name, "").strip())
            if hidden or filled != (sign == "#"):
                hidden.append(name)
        elif sign == "/":
            if hidden and hidden[-1] == name:
                hidden.pop()
        elif not hidden:
            shown.append(fields.get(name, "") if sign else name)
    return "".join(shown)[:_MOST]


@cache
def cut_question(template: str) -> str:
    """The back of a card without the question that it repeats."""
    template = _COMMENT.sub("", template)
    line = _ANSWER_LINE.search(template)
    return template[line.end() :] if line else template.replace("{{FrontSide}}", "")


@cache
def list_fields(template: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Filters and name of every field that a template shows."""
    found = []
    for sign, name in _split(template):
        if sign == "=":
            *filters, field = name.split(":")
            if field.strip() not in _SPECIAL:
                found.append((tuple(filters), field.strip()))
    return tuple(found)
