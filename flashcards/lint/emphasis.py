"""Stars and underscores that make words soft or bold where they were meant as signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.lint.finding import Fault

_TERM = r"[A-Za-z0-9_.)\]]"
_TIMES = re.compile(
    rf"(?<![\\*])(?<!{_TERM}){_TERM}++\*(?![\s*])[^*\n`]*+(?<![\s\\])\*[A-Za-z0-9(\[]+"
)
"""Stars between words or numbers on both sides, such as 2*3*4."""
_DUNDER = re.compile(r"(?<![\w\\])__[a-z]\w*?__(?!\w)")


def find_lost_signs(text: str, prose: str) -> Iterator[Fault]:
    """Signs that make words soft or bold where they were meant as they stand."""
    found = _TIMES.search(prose) or _DUNDER.search(prose)
    if found is None or not _is_emphasized(text):
        return
    lost = "underscores" if found[0].startswith("_") else "stars"
    message = f"'{found[0]}' is shown without its {lost}"
    escaped = re.sub(r"([*_])", r"\\\1", found[0])
    yield Fault(message, f"write it as code, `{found[0]}`, or {escaped}", found.start())


def _is_emphasized(text: str) -> bool:
    from flashcards.text.markdown import parse_markdown

    inner = (token for block in parse_markdown(text) for token in block.children or ())
    return any(token.type in ("em_open", "strong_open") for token in inner)
