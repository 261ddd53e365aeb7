"""What lies in a course folder: which files there are, each read into a `Source`."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from flashcards.course.source import MAX_FILE_BYTES, Source
from flashcards.errors import FlashcardsError, Position, Problem, explain_system_error
from flashcards.fileio import COURSE_FILE, FileRefused, load_bytes
from flashcards.text.images import ENDINGS

DECKS, QUIZZES, MEDIA = "decks", "quizzes", "media"
RESOURCES_FILE = "resources.yaml"
LOCK_FILE = "decks/deck.lock"
"""What was released: an entry in it may be retired, but not vanish."""
_SUFFIXES = (".yaml", ".yml")
_ALMOST = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Suffixes that a file of an author has by accident."""


@dataclass
class CourseFiles:
    """Every file of a course."""

    root: Path
    label: str
    info: Source | None = None
    resources: Source | None = None
    decks: list[Source] = field(default_factory=list)
    overlays: list[Source] = field(default_factory=list)
    """Translations: the files in a folder that is named after a language."""
    quizzes: list[Source] = field(default_factory=list)
    media: dict[str, str] = field(default_factory=dict)
    """Name to path of every plain file that is a picture by its name."""
    problems: list[Problem] = field(default_factory=list)

    def list_sources(self) -> list[Source]:
        """Return every YAML file of the course."""
        first = [source for source in (self.info, self.resources) if source is not None]
        return [*first, *self.decks, *self.overlays, *self.quizzes]

    def display_path(self, path: Path) -> str:
        """Return the path as the author typed it, with forward slashes."""
        inner = path.relative_to(self.root).as_posix()
        return f"{self.label}/{inner}" if self.label else inner

    def add_problem(self, path: Path, message: str) -> None:
        """Add a problem of a file as a whole."""
        self.problems.append(Problem(Position(self.display_path(path)), message))


def load_files(root: Path, label: str = "", needs_deck: bool = True) -> CourseFiles:
    """Return all files of the course in `root`; unreadable ones are problems.

    Raises FlashcardsError if there is no course, or no deck in it where it `needs_deck`.
    """
    decks = root / DECKS
    if not root.exists():
        raise FlashcardsError(f"{label or root} is missing")
    if not decks.is_dir():
        raise FlashcardsError(
            f"{label or root} is no course: it has no folder 'decks'; 'ptquiz new NAME' makes one"
        )
    files = CourseFiles(root, label)
    for path in _list_folder(files, decks):
        if path.name == COURSE_FILE:
            files.info = next(_load_sources(files, [path]), None)
        elif path.name == RESOURCES_FILE:
            files.resources = next(_load_sources(files, [path]), None)
        elif path.suffix in _SUFFIXES or not path.is_dir():
            files.decks += _load_sources(files, [path])
        elif path.name != MEDIA:
            files.overlays += _load_sources(files, _list_folder(files, path), path.name)
    files.quizzes += _load_sources(files, _list_folder(files, root / QUIZZES))
    if not (decks / MEDIA).is_symlink():  # nothing behind a link belongs to the course
        for path in _list_folder(files, decks / MEDIA, hidden=True):
            if stat.S_ISREG(path.lstat().st_mode) and path.name.lower().endswith(ENDINGS):
                files.media[path.name] = str(path)
    borrows = files.info is not None and "uses" in files.info.fields
    if needs_deck and not files.decks and not files.problems and not borrows:
        raise FlashcardsError(f"{label or root} has no deck: no .yaml file in 'decks'")
    return files


def _load_sources(files: CourseFiles, paths: Iterable[Path], lang: str = "") -> Iterator[Source]:
    """Yield the YAML files among these; one that is YAML to its author alone is a problem."""
    for path in paths:
        if path.suffix in _SUFFIXES:
            try:
                raw = _load_inside(path, files.root.resolve())
                yield Source(raw, files.display_path(path), lang)
            except FileRefused as refused:
                files.add_problem(path, f"this {refused.reason}")
        elif _ALMOST.search(path.name):
            name = _ALMOST.sub(".yaml", path.name)
            files.add_problem(path, f"this file is not read: call it '{name}'")


def _load_inside(path: Path, root: Path) -> bytes:
    """Return the bytes of a file that no link brings from outside the course folder."""
    try:
        real = path.resolve(strict=True)
    except OSError as error:
        raise FileRefused(path, f"cannot be read: {explain_system_error(error)}") from None
    except RuntimeError:  # before Python 3.13
        raise FileRefused(path, "cannot be read: links that lead in a circle") from None
    if not real.is_relative_to(root):
        raise FileRefused(path, "is a link to a file outside of the course folder")
    return load_bytes(real, MAX_FILE_BYTES, links=False)


def _list_folder(files: CourseFiles, path: Path, hidden: bool = False) -> list[Path]:
    """Return what is in a folder; nothing if there is no such folder."""
    try:
        names = sorted(os.listdir(path)) if path.is_dir() else []
    except OSError as error:
        files.add_problem(path, f"this cannot be read: {explain_system_error(error)}")
        return []
    return [path / name for name in names if hidden or not name.startswith(".")]
