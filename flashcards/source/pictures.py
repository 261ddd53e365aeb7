"""The pictures that cards show, read from `decks/media`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flashcards.model import Course
from flashcards.problems import FlashcardsError

LARGEST = 10_000_000


def load_pictures(course: Course, names: Iterable[str]) -> dict[str, bytes]:
    """The bytes of each picture by the name that authors write."""
    return {name: _load(course, name) for name in dict.fromkeys(names)}


def _load(course: Course, name: str) -> bytes:
    path = Path(course.media.get(name, ""))
    if not path.is_file():
        raise FlashcardsError(f"picture '{name}' is missing in decks/media")
    if path.is_symlink():
        raise FlashcardsError(f"picture '{name}' is a link; put the file itself into decks/media")
    if path.stat().st_size > LARGEST:
        raise FlashcardsError(f"picture '{name}' is larger than {LARGEST // 1_000_000} MB")
    return path.read_bytes()
