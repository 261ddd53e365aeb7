"""The style sheet and the logo that a build was given."""

from __future__ import annotations

from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes


def load_look(style: Path | None, logo: Path | None) -> str:
    """Both as rules of a style sheet."""
    if style is None and logo is None:
        return ""
    from flashcards.anki.custom_style import LARGEST_STYLE, own_style

    own = own_style(style.name, load_bytes(style, LARGEST_STYLE)) if style else ""
    return (_load_logo(logo) if logo else "") + own


def _load_logo(path: Path) -> str:
    from flashcards.anki.custom_style import LARGEST_LOGO, logo_style
    from flashcards.text.images import is_picture

    data = load_bytes(path, LARGEST_LOGO)
    rules = logo_style(path.name, data)
    if not is_picture(path.name, data):
        raise FlashcardsError(f"{path}: this is not a picture, or not the kind that its name says")
    return rules
