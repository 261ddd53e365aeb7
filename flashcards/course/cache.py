"""The loaded course as JSON on the disk, so that commands of learners need not read its files.

A copy is used as long as no file of the course changed its size or time, and ptquiz stayed the
same. One that is broken is ignored and written anew.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path

from flashcards.course.model import Course
from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, write_whole
from flashcards.paths import builtin_folder

_MAX_BYTES = 500_000_000


def load_cached_course(folder: Path | None, cache: Path, version: str) -> Course:
    """Return the course in a folder, or the built-in one, from its copy in the folder `cache`.

    Without a copy that fits, reads the course and writes one. Raises as `load_course`.
    """
    root = folder or builtin_folder()
    name = hashlib.sha256(f"{root.resolve()}\n{root}".encode()).hexdigest()[:16]
    path = cache / f"course-{name}.json"
    key = _make_key(root, version)
    with contextlib.suppress(FlashcardsError, ValueError):
        written, _, course = load_bytes(path, _MAX_BYTES).partition(b"\n")
        if written == key:
            return Course.model_validate_json(course)
    from flashcards.course.load import load_course  # with the parser, which a copy spares

    loaded = load_course(folder)
    with contextlib.suppress(FlashcardsError):  # no room, or no right to write
        write_whole(
            path, [key, b"\n", loaded.model_dump_json(exclude_defaults=True).encode()], private=True
        )
    return loaded


def _make_key(root: Path, version: str) -> bytes:
    """Return what changes with any file of a course, with the built-in one and with ptquiz."""
    paths = [*Path(__file__).parents[1].rglob("*.py")]
    for folder in {root, builtin_folder()}:
        for pattern in ("decks/*", "decks/*/*", "quizzes/*"):
            paths += filter(Path.is_file, folder.glob(pattern))
    facts = ((path, os.stat(path)) for path in sorted(map(str, paths)))
    files = [(path, stat.st_size, stat.st_mtime_ns) for path, stat in facts]
    return hashlib.sha256(json.dumps([version, files]).encode()).hexdigest().encode()
