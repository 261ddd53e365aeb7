"""Formulas in plain paragraphs, found without the Markdown parser."""

from __future__ import annotations

import re

_EASY = re.compile(
    r"(?:(?=[^\W\d_]|\(|\*{1,2}\w|\$[^$]|\d++(?![.)]))"  # what begins no block of another kind
    r"(?:[^\\`\[\]<&$\n\r\t\0]++|[<&](?= )"
    r"|\$(?![\s$])(?:[^\\$`\n\r\t\0]|\\[^$`\n\r\t\0])++(?<!\s)\$(?![\w$]))++"
    r"(?:\\\n(?=.)|\n++|\Z))*+"
)
"""Lines of words and formulas: no code, no links, no escaped signs."""
_FORMULA = re.compile(r"\$([^$]+)\$")


def find_easy_formulas(text: str) -> list[str] | None:
    """The TeX of every formula, as the parser finds them; None if only the parser can tell."""
    return _FORMULA.findall(text) if _EASY.fullmatch(text) else None
