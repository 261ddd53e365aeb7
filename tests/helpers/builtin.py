"""What a run of tests makes once: the built-in course and typer's commands."""

import os
from functools import cache
from pathlib import Path

import typer.main

from flashcards.commands import context
from flashcards.course import load
from flashcards.course.cache import load_cached_course
from flashcards.course.load import load_course

ROOT = load.builtin_folder()
_read_course = load.try_load_course
_known = {}


def remember_builtin() -> None:
    """Whoever loads the built-in course in this process gets the same one from now on."""
    typer.main.get_command = cache(typer.main.get_command)
    load.try_load_course = _read_course_once
    context.load_cached_course = _load_once


def _load_once(folder: Path | None, cache: Path, version: str):
    if folder:
        return load_cached_course(folder, cache, version)
    return builtin_course() if load.builtin_folder() == ROOT else load_course()


def _read_course_once(folder=None, *, label=None):
    root = load.builtin_folder()  # or what a test puts in its place
    if (folder or root) != root:
        return _read_course(folder, label=label)
    paths = [*(root / "decks").rglob("*"), *(root / "quizzes").rglob("*")]
    key = (label, *((str(path), path.stat().st_mtime_ns) for path in paths))
    if key not in _known:
        if len(_known) > 3:
            _known.clear()
        _known[key] = _read_course(folder, label=label)
    return _known[key]


@cache
def builtin_course():
    """Read by one process of a run; the others take its copy."""
    run = os.environ.get("PTQUIZ_TEST_RUN")
    return load_cached_course(None, Path(run), "tests") if run else load_course()
