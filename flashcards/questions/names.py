"""What options and settings name in a course: its languages, stages, tags, decks and entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError, UsageError
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards.model import Course, Selection

_UNKNOWN = {
    "tag": ("tag-unknown", "tag-unknown-near"),
    "deck": ("deck-unknown", "deck-unknown-near"),
    "key": ("entry-unknown", "entry-unknown-near"),
    "exclude": ("entry-unknown", "entry-unknown-near"),
}
"""Fields of a selection that name something of the course, and what is said if it has no such:
alone, and with a name that is near."""


def check_names(course: Course, selection: Selection, retired: bool = False) -> None:
    """Raise if the selection names what the course does not have: it would choose nothing.

    So does a retired entry, unless `retired` ones are taken too.
    """
    named = [(field, name) for field in _UNKNOWN for name in getattr(selection, field)]
    if not named:
        return
    from flashcards.questions.quiz import list_known_names
    from flashcards.source.hints import find_nearest

    known = list_known_names(course)
    for field, name in named:
        if name not in known[field]:
            near = find_nearest(name, known[field])
            told = _UNKNOWN[field][bool(near)]
            raise FlashcardsError(Message(told, option=f"--{field}", name=name, near=near))
    if selection.key and not retired:
        _refuse_retired(course, selection.key)


def _refuse_retired(course: Course, keys: Sequence[str]) -> None:
    for key, reason in find_retired(course, keys):
        raise FlashcardsError(Message("entry-retired", key=key, reason=reason))


def find_retired(course: Course, keys: Sequence[str]) -> list[tuple[str, str]]:
    """Those of the keys that name a retired entry or a row of it, each with the reason."""
    if not keys:
        return []
    reasons = {e.key: e.retired for deck in course.decks for e in deck.entries if e.retired}
    found = ((key, reasons.get(key.partition("/")[0])) for key in keys)
    return [(key, reason) for key, reason in found if reason]


def find_last_stage(course: Course) -> int:
    """The number of the last stage that has entries; 1 if there are none."""
    return max((entry.stage or 1 for deck in course.decks for entry in deck.entries), default=1)


def check_stage(course: Course, stage: int) -> None:
    """Raises FlashcardsError if the course has no such stage."""
    last = find_last_stage(course)
    if stage > last:
        raise FlashcardsError(Message("setting-number", name="stage", low=1, high=last))


def find_language(course: Course, lang: str | None) -> str:
    """The language asked for, the source language if none is.

    Raises UsageError if the course does not have it, FlashcardsError if it is still empty.
    """
    if lang is None or lang == course.source:
        return course.source
    if lang not in course.info.languages:
        known = Names(course.info.languages)
        raise UsageError(Message("lang-not-in-course", known=known, lang=lang), "--lang")
    if not course.translations.get(lang):
        raise FlashcardsError(Message("lang-still-empty", lang=lang))
    return lang
