"""What Anki's browser and editor show of a note: columns, sort field, folded fields.

A card's templates hold the words of every language and marks for the style sheet to
hide; the browser's columns are plain text, so they have formats of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from flashcards.model import MAX_THINGS, Kind

_MOST_LETTERS = 100
_SILENT = re.compile(
    r"import\b|from\b.*\bimport\b|using\b|#include\b|#|//|@|\"\"\"|torch\.manual_seed\b|[\W\d_]*$"
)
"""How lines begin that say nothing about what a program is about."""
_FOLDED_THINGS = range(5, MAX_THINGS + 1)
"""Few comparisons have so many things; their fields would fill the editor."""


class BrowserFormat(NamedTuple):
    """The browser's columns *Question* and *Answer* of one card."""

    question: str
    answer: str


BROWSER_FORMATS: Mapping[Kind, tuple[BrowserFormat, ...]] = {
    "concept": (BrowserFormat("{{Question}}", "{{Points}}"),),
    "term": (
        BrowserFormat("{{Question}}", "{{Meaning}}"),
        BrowserFormat("{{Meaning}}", "{{Question}}"),
    ),
    "compare": (
        BrowserFormat("{{Question}} {{Things}}", "{{Table}}"),
        *(BrowserFormat(f"{{{{Ask {place}}}}}", "{{Table}}") for place in range(1, MAX_THINGS + 1)),
    ),
    "code": (BrowserFormat("{{Code}}", "{{Output}}"),),
    "choose": (BrowserFormat("{{Question}}", "{{Answer}}"),),
    "order": (BrowserFormat("{{Question}}", "{{Steps}}"),),
    "cloze": (BrowserFormat("{{cloze:Question}}", "{{cloze:Question}}"),),
    "recall": (BrowserFormat("{{Question}}", "{{Answer}}"),),
}
SORT_FIELDS: Mapping[Kind, str] = {"code": "Line"}
"""Where it is not the question: most code is asked with the same words."""
HELPER_FIELDS = frozenset(
    {"Name", "Lang", "Line", "Shuffled", "Foot", "Check", "Spare 1", "Spare 2"}
)
"""Made from other fields, or not for readers: folded, and left out of searches."""
FOLDED_FIELDS = HELPER_FIELDS | {
    "Accepted",
    *(f"{name} {place}" for name in ("Ask", "Options", "Why") for place in _FOLDED_THINGS),
}
"""A search by any accepted name finds a term, so `Accepted` is only folded."""


def find_browser_format(kind: Kind, place: int) -> BrowserFormat:
    """The columns of a template; without any Anki takes the card's own texts."""
    formats = BROWSER_FORMATS[kind]
    return formats[place] if place < len(formats) else BrowserFormat("", "")


def find_sort_field(kind: Kind, fields: tuple[str, ...]) -> int:
    """The place of the field that the browser sorts by and shows first."""
    return fields.index(SORT_FIELDS.get(kind, "Question"))


def find_telling_line(code: str) -> str:
    """The first line that does more than import or comment; the first one if none does."""
    lines = [line.strip() for line in code.splitlines() if line.strip()]
    telling = next((line for line in lines if not _SILENT.match(line)), None)
    return (telling or next(iter(lines), ""))[:_MOST_LETTERS]
