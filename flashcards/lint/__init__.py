"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards: one card asks one thing, can be
understood alone, does not give its answer away, and is not asked twice.
`wording` reads the question, `giveaways` looks for the answer in it, `sizes` counts,
`twins` compares entries with each other, `unseen` looks at pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flashcards.lint.duplicates import near_duplicates
from flashcards.lint.finding import Finding
from flashcards.lint.giveaways import giveaways
from flashcards.lint.image_alt import unseen, unseen_in_translations
from flashcards.lint.length import sizes
from flashcards.lint.phrasing import wording
from flashcards.model import Course, Entry

__all__ = ["Finding", "lint"]


def lint(course: Course) -> list[Finding]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    found = [*_judged(entries, wording, giveaways, sizes), *near_duplicates(entries)]
    if course.media:
        found += [*_judged(entries, unseen), *unseen_in_translations(course, entries)]
    return found


def _judged(
    entries: Iterable[Entry], *rules: Callable[[Entry], Iterable[Finding]]
) -> Iterator[Finding]:
    for entry in entries:
        for rule in rules:
            yield from rule(entry)
