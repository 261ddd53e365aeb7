"""The terms of a course: wrong answers for each other, and names that must not be confused.

A distractor is a term that the author named under `confused_with`, never one that was
searched for: what somebody who half knows it would say is for a person to judge. One that
tells itself apart by its kind, or by a word of the question, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from flashcards.cards import Note, normalize_text
from flashcards.model import FEWEST_OPTIONS, Term
from flashcards.seeding import stable_digest
from flashcards.text.term_options import Candidate, find_misfit
from flashcards.text.typed_answers import list_typed_forms

MOST = 3
"""Wrong options in a question."""


class Neighbours:
    """The terms of a course in one language."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._notes = notes

    @cached_property
    def terms(self) -> dict[str, Term]:
        """Every term by key."""
        entries = (note.entry for note in self._notes)
        return {entry.key: entry for entry in entries if isinstance(entry, Term)}

    @cached_property
    def names(self) -> frozenset[str]:
        """Every term and alias, normalised: what a typed answer must not be nearly."""
        return frozenset(name for term in self.terms.values() for name in _list_names(term))

    def find_other_names(self, answers: Iterable[str]) -> frozenset[str]:
        """Names of the terms that none of these answers means."""
        mine = frozenset(map(normalize_text, answers))
        others = (
            names for term in self.terms.values() if mine.isdisjoint(names := _list_names(term))
        )
        return frozenset(name for names in others for name in names)

    @cached_property
    def _candidates(self) -> dict[str, Candidate]:
        """Every term by key, with what is known of its category."""
        decks = {note.deck.deck: note.deck for note in self._notes}.values()
        sources = {entry.key: entry for deck in decks for entry in deck.entries}
        made = {}
        for note in self._notes:
            if isinstance(term := note.entry, Term):
                source = sources.get(term.key)
                known = source if isinstance(source, Term) else term
                made[term.key] = Candidate(term, known, note.deck.deck)
        return made

    def find_distractors(self, term: Term, ordinal: int, seed: str = "") -> list[Term]:
        """Three terms that are confused with this one; none if fewer are named that fit."""
        known = self._candidates
        asked = known.get(term.key) or Candidate(term, term, "")
        named = [known[key] for key in term.confused_with if key in known]
        fit = [other.term for other in named if not find_misfit(asked, other, ordinal)]
        if len(fit) < FEWEST_OPTIONS:
            return []
        return sorted(fit, key=lambda other: stable_digest(seed, term.key, other.key))[:MOST]


def _list_names(term: Term) -> frozenset[str]:
    return _normalise((term.term, *term.aliases))


@cache
def _normalise(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(normalize_text(form) for name in names for form in list_typed_forms(name))
