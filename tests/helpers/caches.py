"""The cache of a home: a warm home is copied whole, cache and key together."""

from pathlib import Path

from flashcards.cache import Cache


def cache_of(home: Path) -> Cache:
    """The cache that `ptquiz` uses if `PTQUIZ_HOME` is this folder."""
    return Cache(home / "cache", home / "cache.key")
