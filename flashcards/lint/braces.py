"""Texts that are a mapping in quotes: learners would read `{text: mean, why: …}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.lint.finding import Fault

_MAPPING = re.compile(r"\s*\{\s*(?:text|why|lock|aspect)\s*:\s.*\}\s*", re.DOTALL)
_HINT = "take away the quotes around the braces, and put each text inside them in quotes"


def find_quoted_mapping(text: str) -> Iterator[Fault]:
    """A text that has its `why` or `lock` in it."""
    if _MAPPING.fullmatch(text):
        yield Fault("the text is a mapping in quotes", _HINT)
