"""Gaps of a released text that have changed places: each number is a card that learners have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import TypeVar

from flashcards.anki.content import (
    collect_text_rows,
    content_digest,
    find_picture_names,
    shorten_digest,
)
from flashcards.anki.lock import Lock
from flashcards.anki.media import load_media
from flashcards.anki.release import NoteSource
from flashcards.errors import Problem
from flashcards.model import Cloze, Course

T = TypeVar("T")
_MOST_ORDERS = 4
"""Gaps of which every order is tried; of more only those in which two change places."""


def find_renumbered(course: Course, lock: Lock, sources: Sequence[NoteSource]) -> list[Problem]:
    """A problem for each released text whose gaps have got each other's numbers."""
    problems: dict[str, Problem] = {}
    for source in sources:
        entry, row = source.note.entry, lock.notes.get(source.name)
        if row is None or not isinstance(entry, Cloze) or len(entry.gaps) < 2:
            continue
        if row.fingerprint == shorten_digest(source.digest):
            continue
        for before in _list_orders(entry):
            if _digest(course, source, before) == row.fingerprint:
                problems.setdefault(entry.key, _report(source, before))
                break
    return list(problems.values())


def _report(source: NoteSource, before: Cloze) -> Problem:
    gaps = ", ".join(f"{number}: {text!r}" for number, text in sorted(before.gaps.items()))
    message = f"the gaps of '{source.note.key}' were released with other numbers: {gaps}"
    hint = "give each its old number: learners have a card for each, and would learn the other"
    return Problem(source.at, message, hint)


def _list_orders(entry: Cloze) -> Iterator[Cloze]:
    """The entry with its gaps in other orders: alone, and with what is said about each."""
    numbers = sorted(entry.gaps)
    for order in _list_other_orders(numbers):
        moved = dict(zip(numbers, order, strict=True))
        gaps = {number: entry.gaps[old] for number, old in moved.items()}
        yield replace(entry, gaps=gaps)
        if entry.accept or entry.reasons:
            accept, reasons = _move(entry.accept, moved), _move(entry.reasons, moved)
            yield replace(entry, gaps=gaps, accept=accept, reasons=reasons)


def _list_other_orders(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    if len(numbers) <= _MOST_ORDERS:
        yield from list(permutations(numbers))[1:]
        return
    for first, second in combinations(range(len(numbers)), 2):
        order = list(numbers)
        order[first], order[second] = order[second], order[first]
        yield order


def _move(said: Mapping[int, T], moved: Mapping[int, int]) -> dict[int, T]:
    return {number: said[old] for number, old in moved.items() if old in said}


def _digest(course: Course, source: NoteSource, entry: Cloze) -> str:
    """What the lock would say of the note if its entry were this one."""
    note = replace(source.note, entry=entry)
    rows = collect_text_rows(note)
    pictures = load_media(course, find_picture_names(rows))
    digests = {name: picture.digest for name, picture in pictures.items()}
    return shorten_digest(content_digest(note, rows, course, digests))
