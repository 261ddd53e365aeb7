"""Plain text: from HTML and Markdown, and lists of words."""

from __future__ import annotations

import re
from html import unescape

_CODE_BLOCK = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)


def read_word_list(listed: str) -> frozenset[str]:
    """The words of a text with spaces between them."""
    return frozenset(listed.split())


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


def strip_code_blocks(text: str) -> str:
    """A Markdown text without its blocks of code."""
    return _CODE_BLOCK.sub("", text) if "```" in text or "~~~" in text else text
