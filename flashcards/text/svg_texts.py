"""The texts of a drawing, and the same drawing with other texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape

_ROOT = re.compile(r"<svg\b(?![^>]*\blang=)")
_TEXT = re.compile(r"(<(?:title|desc|text|tspan)\b[^<>]*>)([^<]*)(?=<)")


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
