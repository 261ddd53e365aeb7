"""A folder to a course: every file read, every reference followed.

All problems of all files are collected in one run. A sound course is kept in
the cache by content, so that an unchanged one is never parsed again: then
neither yaml nor a validator is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.cache import NO_CACHE, Cache, content_key
from flashcards.errors import ProblemsFound
from flashcards.source.folder import CourseFolder, load_folder
from flashcards.source.reading import Reading, get_reading, keep_reading

if TYPE_CHECKING:
    from flashcards.model import Course


def load_course(
    folder: Path | None = None, *, cache: Cache = NO_CACHE, label: str | None = None
) -> Course:
    """The course in a folder, or the built-in one; raises `ProblemsFound` with all its mistakes.

    `cache` keeps parsed files for the next time.
    Places of mistakes begin with `label`: if None, with the folder as it was given.
    """
    if label is None:  # the built-in course is one cache entry, wherever it is called from
        label = folder_label(folder) if folder else ""
    reading = read_course(load_folder(folder or builtin_folder(), label), cache)
    if reading.problems or reading.course is None:
        raise ProblemsFound(reading.problems)
    return reading.course


def folder_label(folder: Path) -> str:
    """What places in a course begin with: its folder as typed, so that they can be clicked."""
    typed = folder.as_posix().rstrip("/")
    return "" if typed in ("", ".") else typed


def builtin_folder() -> Path:
    """The curriculum: inside the installed package, in a checkout beside it."""
    package = Path(__file__).parent.parent  # importlib.resources would cost 18 ms of start-up
    installed = package / "_builtin"
    return installed if installed.is_dir() else package.parent


def is_builtin_course(course: Course) -> bool:
    """Whether it is the curriculum that comes with the program."""
    return Path(course.root).resolve() == builtin_folder().resolve()


def read_course(folder: CourseFolder, cache: Cache) -> Reading:
    """The course in a folder that was loaded, from the cache if it is there."""
    base = _read_builtin(cache) if _borrows(folder) else None
    key = "course-" + content_key(iter_inputs(folder))
    reading = get_reading(cache, key)
    if reading is None:
        from flashcards.source.assembly import assemble

        reading = assemble(folder, cache, base)
        if not reading.problems:
            keep_reading(cache, key, reading)
    if reading.course is None:
        return reading
    return replace(reading, course=_add_paths(reading.course, folder, base))


def iter_inputs(folder: CourseFolder) -> Iterator[bytes]:
    """Everything that the course follows from: its own files, and those it borrows from."""
    yield from folder.iter_content()
    if _borrows(folder):
        yield from load_folder(builtin_folder()).iter_content()


def _borrows(folder: CourseFolder) -> bool:
    """Whether the course may use entries of the built-in one."""
    if folder.info is None or b"uses" not in folder.info.raw:
        return False
    return folder.root.resolve() != builtin_folder().resolve()


def _read_builtin(cache: Cache) -> Course:
    """The built-in course, for one that uses entries of it."""
    reading = read_course(load_folder(builtin_folder()), cache)
    if reading.course is None or reading.problems:
        raise ProblemsFound(reading.problems)
    return reading.course


def _add_paths(course: Course, folder: CourseFolder, base: Course | None) -> Course:
    """The course with the paths of this machine, which the cache must not know."""
    borrowed = base.media if base else {}
    return replace(course, root=str(folder.root), media={**borrowed, **folder.media})
