"""The built-in course, read once by each process of a run, also by the commands that it runs."""

from functools import cache
from pathlib import Path

from flashcards.commands import context
from flashcards.course import load
from flashcards.course.cache import load_cached_course
from flashcards.course.load import load_course
from flashcards.paths import builtin_folder

BUILTIN = builtin_folder()
_load_files, _read_course = load.load_files, load.read_course
_known = {}


def remember_builtin() -> None:
    """Whoever loads the built-in course in this process gets the same one from now on."""
    load.load_files, load.read_course = _load_files_once, _read_course_once
    context.load_cached_course = _load_once


def _load_once(folder: Path | None, cache: Path, version: str):
    return load_cached_course(folder, cache, version) if folder else load_course()


def _load_files_once(root: Path, label: str = "", needs_deck: bool = True):
    if root != BUILTIN:
        return _load_files(root, label, needs_deck)
    paths = [*(root / "decks").rglob("*"), *(root / "quizzes").rglob("*")]
    key = (label, *((str(path), path.stat().st_mtime_ns) for path in paths))
    if key not in _known:
        _known[key] = _load_files(root, label, needs_deck)
    return _known[key]


def _read_course_once(files):
    if files.root != BUILTIN:
        return _read_course(files)
    if id(files) not in _known:
        _known[id(files)] = _read_course(files)
    return _known[id(files)]


@cache
def builtin_course():
    return load_course()
