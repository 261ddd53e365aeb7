"""Texts that are too long, and things that are too many, for one card.

A card is read in seconds on a phone and answered in one breath; what is typed
or picked from options is shorter still.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from flashcards.lint.finding import Finding
from flashcards.model import Choose, Code, Concept, Entry
from flashcards.text.entry_texts import Leaf, Path
from flashcards.text.plain_text import strip_blocks

MOST_OPTIONS = 6
MOST_POINTS = 7
MOST_CODE_LINES = 24
WIDEST_CODE = 80
LONGEST: Mapping[str, Mapping[str, int]] = {
    "concept": {"concept": 240, "points": 240},
    "term": {"term": 60, "meaning": 240},
    "compare": {"compare": 60, "rows": 120},
    "code": {"question": 240, "prints": 160, "prints_on": 160, "wrong": 160},
    "choose": {"choose": 240, "right": 160, "wrong": 160},
    "order": {"order": 240, "steps": 160},
    "cloze": {"cloze": 600, "gaps": 60},
    "recall": {"recall": 240, "answer": 300},
}
"""Letters, by kind and field; code, tables and displayed formulas do not count."""


def find_long_texts(entry: Entry, texts: Mapping[Path, Leaf]) -> Iterator[Finding]:
    """Everything in the entry that is too long or too many."""
    limits = LONGEST.get(entry.kind, {})
    if isinstance(entry, Code):
        texts = {**texts, **dict(_list_outputs(entry))}
    for path, text in texts.items():
        longest = limits.get(path[0], sys.maxsize)
        if len(text) > longest and "why" not in path and _is_longer(text, longest):
            message = f"is longer than {longest} characters"
            yield Finding(entry.key, path, message, "cut it, or make two entries")
    match entry:
        case Concept() if len(entry.points) > MOST_POINTS:
            message = f"more than {MOST_POINTS} points are too many for one card"
            yield Finding(entry.key, ("points",), message, "make two concepts")
        case Choose() if len(entry.right) + len(entry.wrong) > MOST_OPTIONS:
            yield Finding(entry.key, ("wrong",), f"more than {MOST_OPTIONS} options")
        case Code():
            yield from _check_code(entry)


def _is_longer(text: Leaf, longest: int) -> bool:
    return isinstance(text, str) and len(strip_blocks(text)) > longest


def _list_outputs(entry: Code) -> Iterator[tuple[Path, str]]:
    yield ("prints",), entry.prints
    yield from ((("prints_on", release), text) for release, text in entry.prints_on.items())
    yield from ((("wrong", name, "text"), option.text) for name, option in entry.wrong.items())


def _check_code(entry: Code) -> Iterator[Finding]:
    lines = entry.code.splitlines()
    if len(lines) > MOST_CODE_LINES:
        yield Finding(entry.key, ("code",), f"more than {MOST_CODE_LINES} lines of code")
    for number in (number for number, line in enumerate(lines, 1) if len(line) > WIDEST_CODE):
        message = f"code is wider than {WIDEST_CODE} columns"
        yield Finding(entry.key, ("code",), message, line=number)
        return
