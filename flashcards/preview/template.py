"""Anki's template language, as far as cards use it.

`{{Field}}`, `{{#Field}}…{{/Field}}`, `{{^Field}}…{{/Field}}`, `{{cloze:Field}}`,
`{{type:Field}}` and `{{FrontSide}}`. A test compares the result with the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

_TAG = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_TAG_NAME = re.compile(r"\s*([#^/]?)\s*(.*?)\s*", re.DOTALL)
_EMPTY = re.compile(r"(?:\s|</?(?:br|div)\s*/?>)*", re.IGNORECASE)
_UNSAFE = re.compile(r"(?![a-zA-Z0-9])[\x00-\xff]", re.ASCII)
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_CLOZE = re.compile(r"\{\{c(\d+)::|\}\}")

Side = Literal["front", "back"]


@dataclass(frozen=True)
class _Part:
    """A piece of a template: text, a field to put in, or a block that a field decides on."""

    kind: Literal["text", "field", "if", "unless", "end"]
    text: str
    filters: tuple[str, ...] = ()
    inside: tuple[_Part, ...] = ()


@dataclass(frozen=True)
class TemplateValues:
    """What a template is filled with."""

    fields: Mapping[str, str]
    side: Side
    number: int = 1
    """The gap that is asked, where the template has gaps."""


def render_template(template: str, values: TemplateValues) -> str:
    """The template filled with the fields."""
    return _fill(_parse(template), values)


@lru_cache(maxsize=256)
def _parse(template: str) -> tuple[_Part, ...]:
    pieces = _TAG.split(template)  # text, tag, text, tag, …, text
    return tuple(_parts(pieces, iter(range(1, len(pieces), 2)), pieces[0]))


def _parts(pieces: Sequence[str], tags: Iterator[int], text: str) -> Iterator[_Part]:
    """The parts up to the end of the block that `text` begins."""
    yield _Part("text", text)
    for at in tags:
        sign, name = _TAG_NAME.fullmatch(pieces[at]).groups()  # type: ignore[union-attr]
        text = pieces[at + 1]
        if sign == "/":
            yield _Part("end", text)
            return
        if sign:
            *inside, end = _parts(pieces, tags, text)
            yield _Part("if" if sign == "#" else "unless", name, inside=tuple(inside))
            text = end.text
        else:
            *filters, field = (part.strip() for part in name.split(":"))
            yield _Part("field", field, tuple(filters))
        yield _Part("text", text)


def _fill(parts: Sequence[_Part], values: TemplateValues) -> str:
    return "".join(_render_part(part, values) for part in parts)


def _render_part(part: _Part, values: TemplateValues) -> str:
    match part.kind:
        case "text":
            return part.text
        case "field":
            return _render_field(part, values)
        case _:
            has = not _EMPTY.fullmatch(values.fields.get(part.text, ""))
            return _fill(part.inside, values) if has is (part.kind == "if") else ""


def _render_field(part: _Part, values: TemplateValues) -> str:
    value = values.fields.get(part.text, "")
    if "type" in part.filters:
        return f"[[type:{part.text}]]"
    return render_gaps(value, values.number, values.side) if "cloze" in part.filters else value


def render_gaps(html: str, number: int, side: Side) -> str:
    """Text with gaps: the one that is asked is hidden on the front and marked on the back."""
    stack: list[tuple[int, str]] = [(0, "")]
    at = 0
    for mark in _CLOZE.finditer(html):
        before = html[at : mark.start()]
        at = mark.end()
        if mark[1]:
            stack[-1] = (stack[-1][0], stack[-1][1] + before)
            stack.append((int(mark[1]), ""))
        elif len(stack) > 1:
            gap, inside = stack.pop()
            stack[-1] = (
                stack[-1][0],
                stack[-1][1] + _render_gap(gap, inside + before, number, side),
            )
        else:
            stack[-1] = (0, stack[-1][1] + before + mark[0])
    return stack[0][1] + html[at:]


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
