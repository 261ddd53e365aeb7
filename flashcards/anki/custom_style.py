"""A look of one's own: a style sheet after the cards' own, and a logo on every card.

Only a namespace may have one: note types are shared by all decks of a learner, so
another look on the common ones would change everybody's cards. The logo is inside
the style sheet; nothing is loaded from anywhere.
"""

from __future__ import annotations

import base64
import re
from pathlib import PurePath

from flashcards.errors import FlashcardsError

LARGEST_LOGO = 200_000
LARGEST_STYLE = 200_000
LOGOS = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}
_LOADS = re.compile(r"@import|url\(\s*['\"]?(?!data:)", re.IGNORECASE)


def own_style(name: str, data: bytes) -> str:
    """The text of a style sheet that is safe on a card."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FlashcardsError(f"{name} is not UTF-8; save it as UTF-8") from error
    if "</" in text:
        raise FlashcardsError(f"{name}: '</' would end the style sheet; take it out")
    if _LOADS.search(text):
        raise FlashcardsError(
            f"{name}: cards must not load anything; only url(data:…) is allowed, no @import"
        )
    return f"\n/* own style */\n{text.strip()}\n"


def logo_style(name: str, data: bytes) -> str:
    """Rules that show a picture at the top of every card."""
    kind = LOGOS.get(PurePath(name).suffix.lower())
    if kind is None:
        raise FlashcardsError(f"{name}: a logo ends with {', '.join(LOGOS)}")
    picture = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return (
        '\n/* logo */\n.pq::before { content: ""; display: block; height: 2.2em; '
        f"margin-bottom: .8em; background: url({picture}) left center / contain no-repeat; }}\n"
    )
