"""The texts of a drawing, and the same drawing with other texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape

_TEXT = re.compile(r"(<(?:title|desc|text|tspan)\b[^<>]*>)([^<]*)(?=<)")


def list_svg_texts(data: bytes) -> list[str]:
    """What is written in a drawing, each once, in its order."""
    found = (unescape(text) for _, text in _TEXT.findall(data.decode("utf-8", "replace")))
    return list(dict.fromkeys(text for text in found if text.strip()))


def translate_svg(data: bytes, texts: Mapping[str, str]) -> bytes:
    """The drawing with its texts replaced; those that are not named stay."""

    def replace_text(found: re.Match[str]) -> str:
        text = texts.get(unescape(found[2]))
        return found[0] if text is None else found[1] + escape(text, quote=False)

    return _TEXT.sub(replace_text, data.decode()).encode()
