"""A course as it was read, with its problems; and how it is kept in the cache."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flashcards.cache import Cache
from flashcards.errors import Problem

if TYPE_CHECKING:
    from flashcards.model import Course


@dataclass(frozen=True)
class Reading:
    """A course as far as it is sound, with its problems and warnings."""

    course: Course | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    deck_keys: tuple[str, ...] = ()
    """Where the cache keeps the course's own decks, in teaching order."""


def keep_reading(cache: Cache, key: str, reading: Reading) -> None:
    """Keep a sound course; its own decks are in the cache already, each by itself."""
    course = reading.course
    assert course is not None
    borrowed = course.decks[len(reading.deck_keys) :]
    places = {name: at for name, at in course.places.items() if name in course.origins}
    kept = replace(course, decks=borrowed, places=places)
    cache.put(key, (kept, reading.warnings, reading.deck_keys))


def get_reading(cache: Cache, key: str) -> Reading | None:
    """The course kept under `key`, or None if it or one of its decks is not in the cache."""
    found = cache.get(key)
    if found is None:
        return None
    course, warnings, deck_keys = found
    decks = [cache.get(name) for name in deck_keys]
    if not all(decks):
        return None
    places = {name: at for _, _, each, _ in decks for name, at in each.items()}
    whole = replace(
        course,
        decks=(*(deck for deck, *_ in decks), *course.decks),
        places={**course.places, **places},
    )
    return Reading(whole, (), warnings, deck_keys)
