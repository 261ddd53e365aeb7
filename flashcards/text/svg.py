"""SVG pictures that only draw: read as XML, every element and attribute known.

An SVG can hold scripts, links, styles that load files, and entities that grow without
end. Cards of a stranger's course are shown in Anki, browsers and Moodle, so a picture may
have what drawing programs write and nothing that acts or reaches outside itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from flashcards.text.plain_text import read_word_list

_SPACE = "http://www.w3.org/2000/svg"
_ELEMENTS = read_word_list(
    "svg g defs symbol use title desc metadata style path rect circle ellipse line polyline "
    "polygon text tspan textPath image marker mask clipPath pattern linearGradient radialGradient "
    "stop filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix "
    "feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode "
    "feMorphology feOffset feTile feTurbulence switch"
)
_EDITORS = ("inkscape.org", "sodipodi", "ns.adobe.com", "creativecommons.org", "purl.org", "w3.org")
"""Whose own elements and attributes drawing programs leave in a picture; browsers ignore them."""
_OWN_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*")
_LOADS = re.compile(
    r"@import|image-set|cross-fade|\bsrc\s*\(|expression|javascript:|\\|"
    r"url\s*\((?!\s*['\"]?\s*(?:#|data:image/(?:png|jpeg|gif|webp);))",
    re.IGNORECASE,
)


class SvgRefused(Exception):
    """What a picture has that it must not have, in the words of a message."""


def check_svg(data: bytes) -> None:
    """Raises `SvgRefused` unless the bytes are an SVG that only draws."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _refuse("a DOCTYPE, which can define entities")
    parser.EntityDeclHandler = _refuse("an entity")
    parser.ProcessingInstructionHandler = _refuse("a processing instruction")
    reader = _Reader()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.take_text
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SvgRefused(f"is not well-formed XML: {error}") from None
    if not reader.seen:
        raise SvgRefused("is empty")


class _Reader:
    """Judges elements as they come; the text of a `style` when it ends."""

    def __init__(self) -> None:
        self.seen = False
        self._style: list[str] | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if not self.seen and (local != "svg" or space not in ("", _SPACE)):
            raise SvgRefused(f"begins with <{local}>, not with <svg>")
        self.seen = True
        if space in ("", _SPACE):
            if local not in _ELEMENTS:
                raise SvgRefused(f"has the element <{local}>")
        elif not _is_editor(space):
            raise SvgRefused(f"has the element <{local}> of {space}")
        for attribute, value in attributes.items():
            _check_attribute(attribute, value)
        if local == "style":
            self._style = []

    def end(self, name: str) -> None:
        if name.endswith("style") and self._style is not None:
            if _LOADS.search("".join(self._style)):
                raise SvgRefused("has a style that loads something")
            self._style = None

    def take_text(self, text: str) -> None:
        if self._style is not None:
            self._style.append(text)


def _check_attribute(name: str, value: str) -> None:
    local = name.rpartition(" ")[2]
    if local.casefold().startswith("on"):
        raise SvgRefused(f"has the script attribute '{local}'")
    if local.casefold() == "href":
        if not value.startswith("#") and not _OWN_DATA.fullmatch(value):
            raise SvgRefused(f"points outside itself: '{value[:60]}'")
    elif local.casefold() in ("src", "base"):
        raise SvgRefused(f"has the attribute '{local}', which can load something")
    elif _LOADS.search(value):
        raise SvgRefused(f"has '{value[:60]}', which can load something")


def _is_editor(space: str) -> bool:
    return space != "http://www.w3.org/1999/xhtml" and any(name in space for name in _EDITORS)


def _refuse(what: str) -> Callable[..., None]:
    def handler(*_: object) -> None:
        raise SvgRefused(f"has {what}")

    return handler
