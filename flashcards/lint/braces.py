"""Texts that are a mapping in quotes: learners would read `{text: mean, why: …}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flashcards.lint.finding import Finding
from flashcards.model import Entry
from flashcards.text.entry_texts import Leaf, Path

_MAPPING = re.compile(r"\s*\{\s*(?:text|why|lock|aspect)\s*:\s.*\}\s*", re.DOTALL)
_HINT = "take away the quotes around the braces, and put each text inside them in quotes"


def find_quoted_mappings(entry: Entry, texts: Mapping[Path, Leaf]) -> Iterator[Finding]:
    """Every text of the entry that has its `why` or `lock` in it."""
    for path, leaf in texts.items():
        if isinstance(leaf, str) and _MAPPING.fullmatch(leaf):
            yield Finding(entry.key, path, "the text is a mapping in quotes", _HINT)
