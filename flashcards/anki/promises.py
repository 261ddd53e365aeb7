"""What was released must stay: learners have cards of it.

An entry must not vanish or change its kind, its numbers must go on counting the same, and
the course keeps its id. What looks like a rename is told as one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from typing import TypeVar

from flashcards.anki.content import (
    NOT_WHOLE,
    NoteSource,
    list_parts,
    load_fingerprint,
    load_sources,
)
from flashcards.anki.lock import Lock, Released, load_lock
from flashcards.errors import Position, Problem
from flashcards.model import Cloze, Course
from flashcards.source.folder import LOCK_FILE
from flashcards.words.message import Message, Names

T = TypeVar("T")
_MOST_ORDERS = 4
"""Gaps of which every order is tried; of more only those in which two change places."""


def load_broken_promises(course: Course, shown: str, info_at: Position) -> list[Problem]:
    """What was released of a course and is not there any more as it was.

    `shown` is the name of the lock in the places of the problems, `info_at` the place of
    the course's id.
    """
    lock = load_lock(Path(course.root, LOCK_FILE), shown)
    if not lock.notes:
        return []
    languages = course.info.languages
    sources = [source for lang in languages for source in load_sources(course, lang)[0]]
    return find_broken_promises(course, lock, sources, languages, shown, info_at)


def find_broken_promises(
    course: Course,
    lock: Lock,
    sources: Sequence[NoteSource],
    languages: Sequence[str],
    shown: str,
    info_at: Position,
) -> list[Problem]:
    """A problem for each released note that changed its kind or its numbers, or has vanished.

    A course that was released under another id has only this one.
    """
    known = [(lock.notes[each.name], each) for each in sources if each.name in lock.notes]
    return list(_find_changed_id(course, lock, info_at)) or [
        *(Problem(each.at, *told) for row, each in known for told in _list_changes(row, each)),
        *_find_renumbered(course, known),
        *_find_vanished(course, lock, sources, languages, shown),
    ]


def _find_changed_id(course: Course, lock: Lock, at: Position) -> Iterator[Problem]:
    """A problem at `at` if the course was released, and under another id only."""
    released = {name.split("/", 1)[0] for name in lock.notes} - {*course.origins.values()}
    if released and course.info.id not in released:
        before = min(released)
        message = Message("released-other-id", before=before)
        yield Problem(at, message, Message("hint-old-id", before=before))


def _list_changes(row: Released, source: NoteSource) -> Iterator[tuple[Message, Message]]:
    """Message and hint for each thing that learners have of a note and that is not there now."""
    key, kind, parts = source.note.key, source.note.entry.kind, list_parts(source.note)
    if row.kind != kind:
        message = Message("released-other-kind", key=key, before=row.kind, now=kind)
        yield message, Message("hint-retire-and-write")
    elif kind == "compare":
        yield from _list_comparison_changes(key, row.parts, parts)
    elif kind == "cloze" and (lost := [part for part in row.parts if part not in parts]):
        yield Message("released-gaps", key=key, gaps=Names(lost)), Message("hint-keep-gap")


def _list_comparison_changes(
    key: str, before: tuple[str, ...], now: tuple[str, ...]
) -> Iterator[tuple[Message, Message]]:
    """The same for a row of a comparison, whose parts are things, perhaps with a question."""
    if NOT_WHOLE in now and NOT_WHOLE not in before:
        yield Message("released-whole-row", key=key), Message("hint-ask-whole-row")
    old, new = (
        [part.partition("=")[::2] for part in parts if part != NOT_WHOLE] for parts in (before, now)
    )
    things = [thing for thing, _ in old]
    if [thing for thing, _ in new[: len(old)]] != things:
        message = Message("released-things", key=key, things=Names(things))
        yield message, Message("hint-keep-things")
        return
    for (thing, was), (_, becomes) in zip(old, new, strict=False):
        if was and not becomes:
            message = Message("released-question", key=key, thing=thing)
            yield message, Message("hint-keep-question")
        elif was and was != becomes:
            message = Message(
                "released-other-question", key=key, thing=thing, before=was, now=becomes
            )
            yield message, Message("hint-keep-question-kind")


def _find_renumbered(
    course: Course, known: Iterable[tuple[Released, NoteSource]]
) -> Iterable[Problem]:
    """Released texts whose gaps have got each other's numbers: each number is a card."""
    problems: dict[str, Problem] = {}
    for row, source in known:
        entry = source.note.entry
        if not isinstance(entry, Cloze) or row.fingerprint == source.fingerprint:
            continue
        for before in _list_orders(entry):
            if load_fingerprint(replace(source.note, entry=before), course) == row.fingerprint:
                gaps = Names(f"{number}: {gap!r}" for number, gap in sorted(before.gaps.items()))
                message = Message("released-other-numbers", key=entry.key, gaps=gaps)
                found = Problem(source.at, message, Message("hint-old-numbers"))
                problems.setdefault(entry.key, found)
                break
    return problems.values()


def _list_orders(entry: Cloze) -> Iterator[Cloze]:
    """The entry with its gaps in other orders: alone, and with what is said about each."""
    numbers = sorted(entry.gaps)
    for order in _list_other_orders(numbers):
        moved = dict(zip(numbers, order, strict=True))
        gaps = _renumber(entry.gaps, moved)
        yield replace(entry, gaps=gaps)
        if entry.accept or entry.reasons:
            accept, reasons = _renumber(entry.accept, moved), _renumber(entry.reasons, moved)
            yield replace(entry, gaps=gaps, accept=accept, reasons=reasons)


def _list_other_orders(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    if len(numbers) <= _MOST_ORDERS:
        yield from list(permutations(numbers))[1:]
        return
    for first, second in combinations(range(len(numbers)), 2):
        order = list(numbers)
        order[first], order[second] = order[second], order[first]
        yield order


def _renumber(said: Mapping[int, T], moved: Mapping[int, int]) -> dict[int, T]:
    return {number: said[old] for number, old in moved.items() if old in said}


def _find_vanished(
    course: Course, lock: Lock, sources: Sequence[NoteSource], languages: Sequence[str], file: str
) -> Iterable[Problem]:
    """Entries, rows and translations that were released and have vanished.

    A problem stands at the entry that may be the same under another name, else in the
    lock `file`.
    """
    lines = {name: number for number, name in enumerate(sorted(lock.notes), len(lock.types) + 2)}
    present = {source.name for source in sources}
    entries = {source.note.entry.key for source in sources}
    problems: dict[str, Problem] = {}
    for lang in sorted(languages, key=lambda each: each != course.source):
        prefix = f"{course.info.id}/{lang}/"
        for name in (n for n in sorted(lock.notes) if n.startswith(prefix) and n not in present):
            key, at = name.removeprefix(prefix), Position(file, lines[name])
            entry = key.partition("/")[0]
            if f"{course.info.id}/{course.source}/{key}" in present:
                message = Message("released-translation", key=key, lang=lang)
                hint = Message("hint-translate-again", lang=lang)
                problems[name] = Problem(at, message, hint)
            elif (told := key if entry in entries else entry) not in problems:
                kind = lock.notes[name].kind
                new = {
                    each.note.key: each
                    for each in sources
                    if (each.note.lang, each.note.entry.kind) == (lang, kind)
                    and each.name not in lock.notes
                }
                near = difflib.get_close_matches(key, new, n=1)
                problems[told] = _report_vanished(told, new[near[0]] if near else None, at)
    return problems.values()


def _report_vanished(told: str, new: NoteSource | None, at: Position) -> Problem:
    """The problem that an entry or a row is gone, or may have become the note `new`."""
    entry, _, row = told.partition("/")
    if new is None:
        hint = Message("hint-write-row-again") if row else Message("hint-write-again")
        return Problem(at, Message("released-gone", key=told), hint)
    name = new.note.key if row else new.note.entry.key
    hint = Message("hint-old-row", row=row) if row else Message("hint-old-key", key=entry)
    return Problem(new.at, Message("released-renamed", new=name, key=told), hint)
