"""Texts that are too long, and things that are too many, for one card.

A card is read in seconds on a phone and answered in one breath; what is typed
or picked from options is shorter still.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flashcards.lint.finding import Finding
from flashcards.model import Choose, Code, Concept, Entry, Option, Row
from flashcards.text.entry_texts import Path
from flashcards.text.plain_text import strip_code_blocks

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
"""Letters, by kind and field; blocks of code in a text do not count."""


def find_long_texts(entry: Entry) -> Iterator[Finding]:
    """Everything in the entry that is too long or too many."""
    for field, longest in LONGEST.get(entry.kind, {}).items():
        for path, text in _walk_texts(getattr(entry, field), (field,)):
            if len(text) > longest and len(strip_code_blocks(text)) > longest:
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


def _walk_texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Option):
        yield (*path, "text"), value.text
    elif isinstance(value, Row):
        yield (*path, "aspect"), value.aspect
        yield from _walk_texts(value.cells, path)
        for field in ("ask", "which", "wrong"):
            yield from _walk_texts(getattr(value, field), (*path, field))
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if name != "why":
                yield from _walk_texts(inner, (*path, str(name)))


def _check_code(entry: Code) -> Iterator[Finding]:
    lines = entry.code.splitlines()
    if len(lines) > MOST_CODE_LINES:
        yield Finding(entry.key, ("code",), f"more than {MOST_CODE_LINES} lines of code")
    if any(len(line) > WIDEST_CODE for line in lines):
        yield Finding(entry.key, ("code",), f"code is wider than {WIDEST_CODE} columns")
