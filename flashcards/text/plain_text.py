"""HTML to plain text."""

from __future__ import annotations

from html import unescape


def html_to_text(html: str) -> str:
    """The text of an HTML fragment on one line, as a person would type it."""
    text, inside = [], False
    for character in html:
        if character == "<":
            inside = True
        elif character == ">" and inside:
            inside = False
        elif not inside:
            text.append(character)
    return " ".join(unescape("".join(text)).split())
