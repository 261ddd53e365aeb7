"""Warnings about cards that are valid but hard to learn, easy to guess, or shown other than meant.

A new rule is one function with `@rule("its-name")` in the module of its topic, one row in
`docs/warnings.md`, and two cases in `tests/lint/test_rules.py`.
"""

from collections.abc import Iterator

from flashcards.course.model import Course
from flashcards.course.variants import list_variants
from flashcards.errors import EntryProblem
from flashcards.lint import rules_answers, rules_markup, rules_wording
from flashcards.lint.entry_view import RULES, normalize_question, view_entry

__all__ = ["RULES", "lint", "rules_answers", "rules_markup", "rules_wording"]


def lint(course: Course) -> Iterator[EntryProblem]:
    """Yield the warnings about each entry that is taught, and about its translations."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    first_asked = {
        normalize_question(variant): entry.key
        for entry in reversed(entries)
        for variant in list_variants(entry, course.source)
    }
    for entry in entries:
        warnings = (
            EntryProblem(entry.key, path, message, view.lang, line, rule.name)
            for view in view_entry(course, entry, first_asked)
            for rule in RULES.values()
            if rule.translations or not view.lang
            for path, message, line, _ in rule.check(view)
        )
        yield from dict.fromkeys(warnings)  # several variants may have the same
