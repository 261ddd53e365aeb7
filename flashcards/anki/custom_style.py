"""The style sheet and the logo that a build was given, as rules after the cards' own.

Only a namespace may have them: note types are shared by all decks of a learner, so
other rules in the common ones would change everybody's cards. The logo is inside
the style sheet; a card loads nothing: functions and rules of a style sheet are allowed by name.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path, PurePath

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.text.images import find_picture_fault
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message, Names

LARGEST_LOGO = 200_000
LARGEST_STYLE = 200_000
LOGOS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}
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


def load_custom_style(style: Path | None, logo: Path | None) -> str:
    """The rules for both files; empty without any. Raises `FlashcardsError`."""
    rules = ""
    if logo is not None:
        data = load_bytes(logo, LARGEST_LOGO)
        rules = render_logo(logo.name, data)
        if fault := find_picture_fault(logo.name, data):
            raise FlashcardsError(Message("logo-faulty", path=logo, fault=fault))
    if style is not None:
        rules += read_style(style.name, load_bytes(style, LARGEST_STYLE))
    return rules


def read_style(name: str, data: bytes) -> str:
    """The text of a style sheet; raises `FlashcardsError` if it is not safe on a card."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FlashcardsError(Message("style-not-utf8", name=name)) from error
    if forbidden := find_forbidden_css(text):
        raise FlashcardsError(Message("style-forbidden", name=name, rule=forbidden))
    return f"\n/* own style */\n{text.strip()}\n"


def render_logo(name: str, data: bytes) -> str:
    """Rules that show a picture at the top of every card."""
    kind = LOGOS.get(PurePath(name).suffix.lower())
    if kind is None:
        raise FlashcardsError(Message("logo-ending", name=name, endings=Names(LOGOS)))
    picture = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return (
        '\n/* logo */\n.pq::before { content: ""; display: block; height: 2.2em; '
        f"margin-bottom: .8em; background: url({picture}) left center / contain no-repeat; }}\n"
    )


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
