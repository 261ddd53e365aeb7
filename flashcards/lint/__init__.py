"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards, and from readers who judged cards
blind: one card asks one thing in a sentence, can be understood alone, does not give its
answer away, says why, and is not asked twice.

The question: `phrasing`, `stems`, `referents`. The answer in it: `giveaways`,
`name_hints`. The options: `options`. The explanation: `explanations`, `pointing`. Size,
twins and pictures: `length`, `duplicates`, `image_alt`. `prompts` and `words` are what
the rules look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flashcards.lint.duplicates import find_duplicates
from flashcards.lint.explanations import find_explanation_faults
from flashcards.lint.finding import Finding
from flashcards.lint.giveaways import find_giveaways
from flashcards.lint.image_alt import find_missing_alt, find_missing_alt_in_translations
from flashcards.lint.length import find_long_texts
from flashcards.lint.name_hints import find_name_hints
from flashcards.lint.options import find_option_faults
from flashcards.lint.phrasing import find_phrasing_faults
from flashcards.lint.pointing import find_pointing
from flashcards.lint.referents import find_missing_referents
from flashcards.lint.stems import find_broken_stems
from flashcards.model import Course, Entry

__all__ = ["Finding", "lint"]


_RULES: tuple[Callable[[Entry], Iterable[Finding]], ...] = (
    find_phrasing_faults,
    find_broken_stems,
    find_missing_referents,
    find_giveaways,
    find_name_hints,
    find_option_faults,
    find_explanation_faults,
    find_long_texts,
)
"""Rules that look at one entry alone."""


def lint(course: Course) -> list[Finding]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    found = [
        *_apply_rules(entries, *_RULES),
        *find_pointing(course, entries),
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
