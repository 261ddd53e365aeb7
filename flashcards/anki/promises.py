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

from flashcards.anki.content import NoteSource, list_parts, load_fingerprint, load_sources
from flashcards.anki.lock import Lock, Released, load_lock
from flashcards.errors import Position, Problem
from flashcards.model import Cloze, Course
from flashcards.source.folder import LOCK_FILE

T = TypeVar("T")
_MOST_ORDERS = 4
"""Gaps of which every order is tried; of more only those in which two change places."""
_RETIRE = "learners have its cards: write it again, with a line 'retired: why it is gone'"
_KEEP_ROW = "learners have its card: write the row again, or retire the whole entry"


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
        message = f"the id was '{before}' at the last release: learners would get all cards again"
        hint = f"write '{before}', or remove decks/deck.lock if it is a new course"
        yield Problem(at, message, hint)


def _list_changes(row: Released, source: NoteSource) -> Iterator[tuple[str, str]]:
    """Message and hint for each thing that learners have of a note and that is not there now."""
    key, kind, parts = source.note.key, source.note.entry.kind, list_parts(source.note)
    if row.kind != kind:
        message = f"'{key}' was released as {row.kind}; it cannot become {kind}"
        yield message, "retire it and write a new entry with a new key"
    elif kind == "compare":
        yield from _list_comparison_changes(key, row.parts, parts)
    elif kind == "cloze" and (lost := [part for part in row.parts if part not in parts]):
        message = f"'{key}' was released with gap {', '.join(lost)}, which has vanished"
        yield message, "keep the number and give it another text"


def _list_comparison_changes(
    key: str, before: tuple[str, ...], now: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    old, new = ([part.partition("=")[::2] for part in parts] for parts in (before, now))
    things = [thing for thing, _ in old]
    if [thing for thing, _ in new[: len(old)]] != things:
        message = f"'{key}' was released with {', '.join(things)} in this order"
        yield message, "keep these and append new ones at the end"
        return
    for (thing, was), (_, becomes) in zip(old, new, strict=False):
        if was and not becomes:
            message = f"'{key}' was released with a question about '{thing}', which has vanished"
            yield message, "keep it; its text may change"
        elif was and was != becomes:
            message = f"'{key}' asked about '{thing}' with '{was}'; '{becomes}' is a new question"
            yield message, "keep the kind of question, or write a new row"


def _find_renumbered(
    course: Course, known: Iterable[tuple[Released, NoteSource]]
) -> Iterable[Problem]:
    """Released texts whose gaps have got each other's numbers: each number is a card."""
    problems: dict[str, Problem] = {}
    hint = "give each its old number: learners have a card for each, and would learn the other"
    for row, source in known:
        entry = source.note.entry
        if not isinstance(entry, Cloze) or row.fingerprint == source.fingerprint:
            continue
        for before in _list_orders(entry):
            if load_fingerprint(replace(source.note, entry=before), course) == row.fingerprint:
                gaps = ", ".join(
                    f"{number}: {gap!r}" for number, gap in sorted(before.gaps.items())
                )
                message = f"the gaps of '{entry.key}' were released with other numbers: {gaps}"
                problems.setdefault(entry.key, Problem(source.at, message, hint))
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
                message = f"'{key}' was released in '{lang}', and its translation has vanished"
                hint = f"write it again in decks/{lang}: learners have its cards"
                problems[name] = Problem(at, message, hint)
            elif (told := key if entry in entries else entry) not in problems:
                new = [each for each in sources if each.note.lang == lang]
                renamed = _find_renamed(course, lock, lock.notes[name], key, new)
                problems[told] = _report_vanished(told, renamed, at)
    return problems.values()


def _report_vanished(told: str, new: NoteSource | None, at: Position) -> Problem:
    is_row = "/" in told
    if new is None:
        hint = _KEEP_ROW if is_row else _RETIRE
        return Problem(at, f"'{told}' was released and has vanished", hint)
    name = new.note.key if is_row else new.note.entry.key
    message = f"'{name}' is new, and '{told}', which was released, has vanished"
    same = f"call the row '{told.partition('/')[2]}'" if is_row else f"write 'key: {told}'"
    other = "the row" if is_row else f"'{told}'"
    reason = "" if is_row else ", with a line 'retired: why it is gone'"
    hint = f"if it is the same, {same} again; if not, write {other} again too{reason}"
    return Problem(new.at, message, f"{hint}: learners have its cards")


def _find_renamed(
    course: Course, lock: Lock, row: Released, key: str, sources: Sequence[NoteSource]
) -> NoteSource | None:
    """The note that is new and has the content of one that vanished, or a name like it."""
    new = [
        each for each in sources if each.name not in lock.notes and each.note.entry.kind == row.kind
    ]
    for each in new:
        if load_fingerprint(each.note, course, key) == row.fingerprint:
            return each
    near = difflib.get_close_matches(key, [each.note.key for each in new], n=1)
    return next((each for each in new if each.note.key in near), None)
