"""Gaps and formulas: a form asks for words with a field, and no field stands inside of TeX."""

from __future__ import annotations

from flashcards.text.markdown import MARKS, parse_markdown

_BEGIN, _END = "\ue000", "\ue001"


def find_cut_formula(text: str, start: int, end: int) -> str:
    """The formula, with its dollars, that a gap from `start` to `end` hides a part of.

    Empty if there is none: a gap may hide whole formulas.
    """
    if "$" not in text:
        return ""
    marked = f"{text[:start]}{_BEGIN}{text[start:end]}{_END}{text[end:]}"
    for block in parse_markdown(marked):
        for token in (block, *(block.children or ())):
            if token.type.startswith("math_") and MARKS.search(token.content):
                dollars = "$" if token.type == "math_inline" else "$$"
                return f"{dollars}{MARKS.sub('', token.content)}{dollars}"
    return ""
