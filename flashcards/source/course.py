"""A folder to a course: every file read, every reference followed.

All problems of all files are collected in one run.
"""

from __future__ import annotations

from pathlib import Path

from flashcards.errors import ProblemsFound
from flashcards.model import Course
from flashcards.source.assembly import Reading, assemble
from flashcards.source.folder import CourseFolder, load_folder


def load_course(folder: Path | None = None, *, label: str | None = None) -> Course:
    """The course in a folder, or the built-in one; raises `ProblemsFound` with all its mistakes.

    Places of mistakes begin with `label`: if None, with the folder as it was given.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    reading = read_course(load_folder(folder or builtin_folder(), label))
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


def read_course(folder: CourseFolder) -> Reading:
    """The course in a folder that was loaded, with its problems and warnings.

    Raises ProblemsFound if it uses entries of the built-in one and that has mistakes.
    """
    return assemble(folder, load_course() if _borrows(folder) else None)


def _borrows(folder: CourseFolder) -> bool:
    """Whether the course may use entries of the built-in one."""
    if folder.info is None or b"uses" not in folder.info.raw:
        return False
    return folder.root.resolve() != builtin_folder().resolve()
