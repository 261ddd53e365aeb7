"""Wrong answers from sibling terms, by rules that keep them wrong and worth reading.

A distractor has the same shape as the answer and about its length; it is never
an alias, a wider or narrower word for the same thing or a meaning that says the
same, and it does not share the key word of the question. What an author listed
as `confused_with` comes first, then what is taught nearby.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property

from flashcards.cards import Note, normalize_text
from flashcards.model import Term
from flashcards.seeding import stable_digest

FEWEST, MOST = 2, 3
"""Distractors in a question: three options are enough, a fourth if it is a good one."""

SHORTEST, LONGEST = 0.5, 2.0
"""Length of a distractor against the right answer."""

SAME_WORDS = 0.7
"""Two meanings that share this much of their words may both be true."""

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]+|[一-鿿]")
_CODE = re.compile(r"`|_|::|\(\)|\.[a-z]")
_COMMON_WORDS = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it",
     "its", "of", "on", "one", "or", "so", "that", "the", "to", "with")
)  # fmt: skip


_normal = cache(normalize_text)
"""Every term is compared with every other: its text is normalised once."""


class Neighbours:
    """The terms of a course in one language, ready to be each other's distractors."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._notes = notes
        self._found: dict[tuple[str, int], list[tuple[Note, Term]]] = {}

    @cached_property
    def terms(self) -> tuple[tuple[Note, Term], ...]:
        return tuple((note, note.entry) for note in self._notes if isinstance(note.entry, Term))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every term and alias, normalised: what a typed answer must not be nearly."""
        return frozenset(name for _, term in self.terms for name in _names(term))

    def find_other_names(self, answers: Iterable[str]) -> frozenset[str]:
        """Names, normalised, of the terms that none of these answers means."""
        mine = frozenset(map(normalize_text, answers))
        others = (names for _, term in self.terms if mine.isdisjoint(names := _names(term)))
        return frozenset(name for names in others for name in names)

    def find_distractors(self, note: Note, ordinal: int, seed: str) -> list[tuple[Note, Term]]:
        """Sibling terms for a card of `note`, best first: none, or two or three.

        The first search for a card looks at every term; later ones only sort what it found.
        """
        ranked = sorted(self._find_fitting(note, ordinal), key=_nearest_first(note, seed))
        chosen = _unlike_each_other(ranked, ordinal)
        good = sum(_distance(note, other) <= 1 for other, _ in chosen[:MOST])
        return chosen[: MOST if good == MOST else FEWEST] if len(chosen) >= FEWEST else []

    def _find_fitting(self, note: Note, ordinal: int) -> list[tuple[Note, Term]]:
        term, asked = note.entry, (note.key, ordinal)
        assert isinstance(term, Term)
        if asked not in self._found:
            self._found[asked] = [
                (other, candidate)
                for other, candidate in self.terms
                if candidate.key != term.key and _may_stand_beside(term, candidate, ordinal)
            ]
        return self._found[asked]


def find_answer(term: Term, ordinal: int) -> str:
    """What the card asks for: the meaning, or the term."""
    return term.meaning if ordinal == 0 else term.term


def _may_stand_beside(term: Term, other: Term, ordinal: int) -> bool:
    return (
        _same_shape(find_answer(term, ordinal), find_answer(other, ordinal))
        and not _is_same_thing(term, other)
        and not _says_the_same(term.meaning, other.meaning)
        and not _gives_itself_away(term, other, ordinal)
    )


def _is_same_thing(term: Term, other: Term) -> bool:
    """An alias; or a wider or narrower word, unless the author says they are confused."""
    mine, theirs = _names(term), _names(other)
    if not mine.isdisjoint(theirs):
        return True
    if other.key in term.confused_with or term.key in other.confused_with:
        return False
    return any(_within(a, b) or _within(b, a) for a in mine for b in theirs)


def _within(inner: str, outer: str) -> bool:
    """Whether one name is a whole part of the other: `view` in `view of a tensor`."""
    place = outer.find(inner)
    while place >= 0:
        before, after = outer[place - 1 : place], outer[place + len(inner) :][:1]
        if not (_joins(before) or _joins(after)):
            return True
        place = outer.find(inner, place + 1)
    return False


def _joins(letter: str) -> bool:
    """Whether a letter beside a name makes it part of a longer word; Chinese has none."""
    return letter.isascii() and letter.isalnum()


def _says_the_same(one: str, other: str) -> bool:
    mine, theirs = _words(one), _words(other)
    if _normal(one) == _normal(other):
        return True
    return len(mine & theirs) >= SAME_WORDS * min(len(mine), len(theirs)) > 0


def _gives_itself_away(term: Term, other: Term, ordinal: int) -> bool:
    """The key word of the question stands in the option, or the option in the question."""
    if ordinal == 0:
        return any(_within(name, _normal(other.meaning)) for name in _names(term))
    return any(_within(name, _normal(term.meaning)) for name in _names(other))


def _same_shape(answer: str, other: str) -> bool:
    ratio = len(other) / max(1, len(answer))
    return bool(_CODE.search(answer)) == bool(_CODE.search(other)) and (
        SHORTEST <= ratio <= LONGEST
    )


def _names(term: Term) -> frozenset[str]:
    return _normalised((term.term, *term.aliases))


@cache
def _normalised(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(normalize_text(name) for name in names)


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold())) - _COMMON_WORDS


def _nearest_first(note: Note, seed: str) -> Callable[[tuple[Note, Term]], tuple[int, bytes]]:
    def rank(candidate: tuple[Note, Term]) -> tuple[int, bytes]:
        other = candidate[0]
        return _distance(note, other), stable_digest(seed, note.key, other.key)

    return rank


def _distance(note: Note, other: Note) -> int:
    mine, theirs = note.entry, other.entry
    assert isinstance(mine, Term)
    assert isinstance(theirs, Term)
    if theirs.key in mine.confused_with or mine.key in theirs.confused_with:
        return 0
    if note.deck.deck == other.deck.deck or not set(mine.about).isdisjoint(theirs.about):
        return 1
    return 2 if note.stage == other.stage else 3


def _unlike_each_other(
    ranked: Sequence[tuple[Note, Term]], ordinal: int
) -> list[tuple[Note, Term]]:
    """The first few that are neither the same thing nor say the same as one before them."""
    chosen: list[tuple[Note, Term]] = []
    for note, term in ranked:
        answer = normalize_text(find_answer(term, ordinal))
        if all(
            normalize_text(find_answer(before, ordinal)) != answer
            and _names(before).isdisjoint(_names(term))
            and not (ordinal == 0 and _says_the_same(before.meaning, term.meaning))
            for _, before in chosen
        ):
            chosen.append((note, term))
        if len(chosen) == MOST:
            break
    return chosen
