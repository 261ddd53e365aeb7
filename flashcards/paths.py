"""Where things are on this machine: the user's folders, and the course asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flashcards.model import Course


def home() -> Path:
    """The learner's data: reviews that must never be lost."""
    if moved := os.environ.get("PTQUIZ_HOME"):
        return Path(moved)
    from platformdirs import user_data_path

    return user_data_path("ptquiz", appauthor=False)


def cache_folder() -> Path:
    """What can be made again: safe to delete."""
    if moved := os.environ.get("PTQUIZ_HOME"):
        return Path(moved) / "cache"
    from platformdirs import user_cache_path

    return user_cache_path("ptquiz", appauthor=False)


def course_at(folder: Path | None) -> Course:
    """The course in a folder, or the built-in one; mistakes in it are problems."""
    from flashcards.source import load_course

    label = label_of(folder) if folder else ""  # one cache entry, wherever it is called from
    return load_course(folder, cache_folder(), label)


def label_of(folder: Path | None) -> str:
    """The folder as the user typed it, so that a printed place can be clicked."""
    if folder is None:
        from flashcards.source import builtin_folder

        return _from_here(builtin_folder())
    typed = folder.as_posix().rstrip("/")
    return "" if typed in ("", ".") else typed


def _from_here(folder: Path) -> str:
    relative = os.path.relpath(folder)
    return "" if relative == "." else folder.as_posix() if ".." in relative else relative
