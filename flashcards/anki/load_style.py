"""The style sheet and the logo that a build was given."""

from __future__ import annotations

from pathlib import Path

from flashcards.errors import FlashcardsError


def load_look(style: Path | None, logo: Path | None) -> str:
    """Both as rules of a style sheet."""
    if style is None and logo is None:
        return ""
    from flashcards.anki.custom_style import own_style

    own = own_style(style.name, style.read_bytes()) if style else ""
    return (_load_logo(logo) if logo else "") + own


def _load_logo(path: Path) -> str:
    from flashcards.anki.custom_style import logo_style
    from flashcards.text.images import is_picture

    data = path.read_bytes()
    rules = logo_style(path.name, data)
    if not is_picture(path.name, data):
        raise FlashcardsError(f"{path}: this is not a picture, or not the kind that its name says")
    return rules
