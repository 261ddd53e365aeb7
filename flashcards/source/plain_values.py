"""Values of the model back to the plain values that an author writes in YAML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from flashcards.model import (
    Choose,
    Course,
    Deck,
    Entry,
    EntryTranslation,
    Option,
    Row,
    SourceRecord,
)

_FIRST = ("key", "stage", "difficulty", "tags", "about", "see", "as_of", "retired")
_LISTS = ("tags", "see", "about")


def make_plain_entry(entry: Entry, shorthand: bool = True) -> dict[str, Any]:
    """The fields of an entry in the order of a deck file; what has its default is left out.

    Reading them again gives an equal entry. Without `shorthand` every option is a mapping.
    """
    plain = make_plain(entry, shorthand)
    if isinstance(entry, Choose) and entry.listed:
        _join_options(entry, plain)
    if "reasons" in plain:
        plain["why"] = plain.pop("reasons")
    first = {name: plain[name] for name in (entry.kind, *_FIRST) if name in plain}
    last = {"why": plain["why"]} if "why" in plain else {}
    return first | {name: plain[name] for name in plain if name not in (*first, "why")} | last


def make_plain_deck(deck: Deck) -> dict[str, Any]:
    """The header of a deck file and its entries, which do not repeat what the header says."""
    header = {name: value for name, value in make_plain(deck).items() if name != "entries"}
    return {**header, "entries": [_without_defaults(entry, deck) for entry in deck.entries]}


def make_plain(value: Any, shorthand: bool = True) -> Any:
    """Mappings, lists, texts, numbers and truth values; defaults of records are left out."""
    if type(value) is str or value is None:  # nearly always
        return value
    if isinstance(value, SourceRecord):
        return _make_plain_record(value, shorthand)
    if isinstance(value, Mapping):
        return {str(name): make_plain(inner, shorthand) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [make_plain(inner, shorthand) for inner in value]
    return value


def _make_plain_record(value: SourceRecord, shorthand: bool) -> Any:
    if shorthand and isinstance(value, Option) and value.why is None and value.lock is None:
        return value.text
    if isinstance(value, Row):
        return _make_plain_row(value, shorthand)
    record: Any = type(value)
    return {
        name: inner if type(inner) is str else make_plain(inner, shorthand)
        for name, default in _list_defaults(record)
        if (inner := getattr(value, name)) != default
    }


@cache
def _list_defaults(record: Any) -> list[tuple[str, Any]]:
    """The fields of a record, each with its default."""
    return [
        (each.name, each.default_factory() if each.default_factory is not MISSING else each.default)
        for each in fields(record)
    ]


def _make_plain_row(row: Row, shorthand: bool) -> dict[str, Any]:
    words = {
        name: make_plain(value, shorthand)
        for name, value in vars(row).items()
        if value and name not in ("aspect", "cells", "reasons")
    }
    reasons = {"why": dict(row.reasons)} if row.reasons else {}
    return {"aspect": row.aspect, **row.cells, **words, **reasons}


def _join_options(entry: Choose, plain: dict[str, Any]) -> None:
    """Options in one list, as they were written."""
    sides = {**plain.pop("right"), **plain.pop("wrong")}
    right = list(entry.right)
    plain["options"] = {name: sides[name] for name in plain.pop("listed")}
    plain["right"] = right[0] if len(right) == 1 else right


def _without_defaults(entry: Entry, deck: Deck) -> dict[str, Any]:
    plain = make_plain_entry(entry)
    for name in ("stage", "as_of"):
        if name in plain and plain[name] == getattr(deck, name):
            del plain[name]
    for name in _LISTS:
        own, lent = plain.get(name, []), list(getattr(deck, name))
        rest = own[: len(own) - len(lent)]
        if lent and own == list(dict.fromkeys([*rest, *lent])):
            plain[name] = rest
            if not rest:
                del plain[name]
    return plain


def make_plain_course(course: Course) -> dict[str, Any]:
    """Everything that the author of a course wrote; entries that it borrows are not its own."""
    own = [
        deck for deck in course.decks if not course.origins.keys() & {e.key for e in deck.entries}
    ]
    said = (course.translations, course.titles, course.pictures, course.labels, course.words)
    languages = dict.fromkeys(lang for part in said for lang in part)
    return {
        "course": make_plain(course.info),
        "decks": [make_plain_deck(deck) for deck in own],
        "resources": make_plain(course.resources),
        "quizzes": make_plain(course.quizzes),
        "translations": {lang: _make_plain_overlay(course, lang) for lang in languages},
    }


def _make_plain_overlay(course: Course, lang: str) -> dict[str, Any]:
    """Everything that the course says in a language."""
    parts = {"pictures": course.pictures, "labels": course.labels, "words": course.words}
    return {
        "titles": dict(course.titles.get(lang, {})),
        **{name: make_plain(found[lang]) for name, found in parts.items() if lang in found},
        "entries": {
            key: _make_plain_translation(each)
            for key, each in course.translations.get(lang, {}).items()
            if key not in course.origins
        },
    }


def _make_plain_translation(translation: EntryTranslation) -> dict[str, Any]:
    """The texts as an overlay has them, and the fingerprint that they were made from."""
    whole: dict[str, Any] = {"from": translation.source} if translation.source else {}
    for (*above, name), text in translation.texts.items():
        inner = whole
        for part in above:
            inner = inner.setdefault(part, {})
        inner[name] = make_plain(text)
    return whole
