"""The terms of a course: names that must not be confused when one is typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from flashcards.cards import Note
from flashcards.course.model import Term
from flashcards.text.plain_text import normalize_text
from flashcards.text.typed_answers import list_typed_forms


class Neighbours:
    """The terms of a course in one language."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._terms = [note.entry for note in notes if isinstance(note.entry, Term)]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every term and alias, normalised: what a typed answer must not be nearly."""
        return frozenset(name for term in self._terms for name in _list_names(term))

    def find_other_names(self, answers: Iterable[str]) -> frozenset[str]:
        """Names of the terms that none of these answers means."""
        mine = frozenset(map(normalize_text, answers))
        others = (names for term in self._terms if mine.isdisjoint(names := _list_names(term)))
        return frozenset(name for names in others for name in names)


NO_NEIGHBOURS = Neighbours(())


def _list_names(term: Term) -> frozenset[str]:
    return _normalise((term.term, *term.aliases))


@cache
def _normalise(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(normalize_text(form) for name in names for form in list_typed_forms(name))
