"""The style sheet and the logo that a build was given, as rules after the cards' own.

Only a namespace may have them: note types are shared by all decks of a learner, so
other rules in the common ones would change everybody's cards. The logo is inside
the style sheet; a card loads nothing.
"""

from __future__ import annotations

import base64
from pathlib import Path, PurePath

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.text.css import find_forbidden_css
from flashcards.text.images import find_picture_fault
from flashcards.words.message import Message, Names

LARGEST_LOGO = 200_000
LARGEST_STYLE = 200_000
LOGOS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}


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
