"""SVG pictures: those that only draw are taken, and their texts can be translated.

An SVG can hold scripts, links, styles that load files, and entities that grow without
end. Cards of a stranger's course are shown in Anki, browsers and Moodle, so a picture may
have what drawing programs write and nothing that acts or reaches outside itself: it is read
as XML, and every element and attribute must be known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape, unescape
from xml.parsers import expat

from flashcards.errors import FlashcardsError
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message

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
_ROOT = re.compile(r"<svg\b(?![^>]*\blang=)")
_TEXT = re.compile(r"(<(?:title|desc|text|tspan)\b[^<>]*>)([^<]*)(?=<)")


class SvgRefused(FlashcardsError):
    """What a picture has that it must not have, in words that follow its name."""


def check_svg(data: bytes) -> None:
    """Raises `SvgRefused` unless the bytes are an SVG that only draws."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _refuse("svg-doctype")
    parser.EntityDeclHandler = _refuse("svg-entity")
    parser.ProcessingInstructionHandler = _refuse("svg-instruction")
    reader = _Reader()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.take_text
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SvgRefused(Message("svg-malformed", error=str(error))) from None
    if not reader.seen:
        raise SvgRefused(Message("svg-empty"))


class _Reader:
    """Judges elements as they come; the text of a `style` when it ends."""

    def __init__(self) -> None:
        self.seen = False
        self._style: list[str] | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if not self.seen and (local != "svg" or space not in ("", _SPACE)):
            raise SvgRefused(Message("svg-begins-otherwise", element=local))
        self.seen = True
        if space in ("", _SPACE):
            if local not in _ELEMENTS:
                raise SvgRefused(Message("svg-element", element=local))
        elif not _is_editor(space):
            raise SvgRefused(Message("svg-foreign-element", element=local, space=space))
        for attribute, value in attributes.items():
            _check_attribute(attribute, value)
        if local == "style":
            self._style = []

    def end(self, name: str) -> None:
        if name.endswith("style") and self._style is not None:
            if _LOADS.search("".join(self._style)):
                raise SvgRefused(Message("svg-style-loads"))
            self._style = None

    def take_text(self, text: str) -> None:
        if self._style is not None:
            self._style.append(text)


def _check_attribute(name: str, value: str) -> None:
    local = name.rpartition(" ")[2]
    if local.casefold().startswith("on"):
        raise SvgRefused(Message("svg-script", attribute=local))
    if local.casefold() == "href":
        if not value.startswith("#") and not _OWN_DATA.fullmatch(value):
            raise SvgRefused(Message("svg-points-outside", value=value[:60]))
    elif local.casefold() in ("src", "base"):
        raise SvgRefused(Message("svg-attribute-loads", attribute=local))
    elif _LOADS.search(value):
        raise SvgRefused(Message("svg-value-loads", value=value[:60]))


def _is_editor(space: str) -> bool:
    return space != "http://www.w3.org/1999/xhtml" and any(name in space for name in _EDITORS)


def _refuse(id: str) -> Callable[..., None]:
    def handler(*_: object) -> None:
        raise SvgRefused(Message(id))

    return handler


def list_svg_texts(data: bytes) -> list[str]:
    """What is written in a drawing, each once, in its order."""
    found = (unescape(text) for _, text in _TEXT.findall(data.decode("utf-8", "replace")))
    return list(dict.fromkeys(text for text in found if text.strip()))


def translate_svg(data: bytes, texts: Mapping[str, str], lang: str) -> bytes:
    """The drawing with its texts in `lang`; those that are not named stay.

    It says its language: without it, Chinese signs are drawn as other countries write them.
    """

    def replace_text(found: re.Match[str]) -> str:
        text = texts.get(unescape(found[2]))
        return found[0] if text is None else found[1] + escape(text, quote=False)

    translated = _TEXT.sub(replace_text, data.decode())
    return _ROOT.sub(rf'\g<0> xml:lang="{lang}"', translated, count=1).encode()
