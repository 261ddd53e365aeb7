"""The built-in course, read once for a whole run: its workers have it from one cache."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from flashcards.source import load_course
from tests.helpers.caches import cache_of

_given: list[Path] = []


def use_builtin_home(folder: Path) -> None:
    """Takes the home that another process of this run has made, which removes it too."""
    _given.append(folder)


@cache
def builtin_home() -> Path:
    """A home whose cache has the built-in course, and its key."""
    if _given:
        return _given[0]
    folder = Path(tempfile.mkdtemp(prefix="ptquiz-builtin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    load_course(cache=cache_of(folder))
    for deck in folder.glob("cache/deck-*"):  # nobody asks for its decks by themselves
        deck.unlink()
    return folder


@cache
def builtin_course():
    return load_course(cache=cache_of(builtin_home()))
