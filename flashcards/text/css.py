"""Style sheets that only style: functions and rules that are known to load nothing."""

from __future__ import annotations

import re

from flashcards.text.plain_text import read_word_list

_STRING = r"\"(?:\\.|[^\"\\\n\r\f])*\"|'(?:\\.|[^'\\\n\r\f])*'"
"""As browsers read it: an escaped quote does not end it, a new line does."""
_BREAKS_OUT = re.compile(r"</|<!|-->")
_PIECE = re.compile(
    r"(?P<comment>/\*.*?(?:\*/|\Z))"
    rf"|(?P<string>{_STRING})"
    rf"|(?P<url>url\(\s*(?P<target>{_STRING}|[^'\")\s]*)\s*\))"
    r"|(?P<function>[-\w]+)\("
    r"|@(?P<rule>[-\w]+)"
    r"|(?P<strange>[\\\"'])",
    re.DOTALL | re.IGNORECASE,
)
_OWN_DATA = re.compile(
    r"data:image/(?:png|jpeg|gif|webp|svg\+xml)(?:;[-\w=]+)*,[^\s\"'()<>]*", re.IGNORECASE
)
_FUNCTIONS = read_word_list(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var env calc min max "
    "clamp round linear-gradient radial-gradient conic-gradient repeating-linear-gradient "
    "repeating-radial-gradient repeating-conic-gradient cubic-bezier steps blur brightness "
    "contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia matrix matrix3d "
    "perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew "
    "skewx skewy translate translate3d translatex translatey translatez circle ellipse inset "
    "polygon path repeat minmax fit-content counter counters attr not is where has nth-child "
    "nth-last-child nth-of-type nth-last-of-type lang dir and or only"
)
_RULES = read_word_list("media supports keyframes layer container page charset")


def find_forbidden_css(text: str) -> str:
    """The first thing in a style sheet that could load or break out; empty if there is none."""
    if breaks := _BREAKS_OUT.search(text):
        return breaks[0]
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup if piece.lastgroup != "target" else "url"
        if kind == "url" and not _OWN_DATA.fullmatch(piece["target"].strip("\"'")):
            return piece["url"]
        if kind == "function" and piece["function"].casefold() not in _FUNCTIONS:
            return f"{piece['function']}(…)"
        if kind == "rule" and piece["rule"].casefold() not in _RULES:
            return f"@{piece['rule']}"
        if kind == "strange":
            return piece["strange"]
    return ""
