"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards: one card asks one thing, can be
understood alone, does not give its answer away, and is not asked twice.
`phrasing` reads the question, `giveaways` looks for the answer in it, `length` counts,
`duplicates` compares entries with each other, `image_alt` looks at pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flashcards.lint.duplicates import find_duplicates
from flashcards.lint.finding import Finding
from flashcards.lint.giveaways import find_giveaways
from flashcards.lint.image_alt import find_missing_alt, find_missing_alt_in_translations
from flashcards.lint.length import find_long_texts
from flashcards.lint.phrasing import find_phrasing_faults
from flashcards.model import Course, Entry

__all__ = ["Finding", "lint"]


def lint(course: Course) -> list[Finding]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    found = [
        *_apply_rules(entries, find_phrasing_faults, find_giveaways, find_long_texts),
        *find_duplicates(entries),
    ]
    if course.media:
        found += [
            *_apply_rules(entries, find_missing_alt),
            *find_missing_alt_in_translations(course, entries),
        ]
    return found


def _apply_rules(
    entries: Iterable[Entry], *rules: Callable[[Entry], Iterable[Finding]]
) -> Iterator[Finding]:
    for entry in entries:
        for rule in rules:
            yield from rule(entry)
