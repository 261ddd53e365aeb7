"""What lies in a course folder: which files there are, and their bytes."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from flashcards.errors import FlashcardsError, Position, Problem, explain_system_error
from flashcards.fileio import COURSE_FILE, FileRefused, load_bytes, make_unreadable
from flashcards.text.images import ENDINGS
from flashcards.words.message import Message

DECKS, QUIZZES, MEDIA = "decks", "quizzes", "media"
RESOURCES_FILE = "resources.yaml"
LOCK_FILE = "decks/deck.lock"
"""What was released: an entry in it may be retired, but not vanish."""
MAX_FILE_BYTES = 16 * 1024 * 1024
_ENDINGS = (".yaml", ".yml")
_ALMOST = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Endings that a file of an author has by accident."""


@dataclass(frozen=True)
class SourceFile:
    """One YAML file: the path that its author knows, and its bytes."""

    name: str
    raw: bytes
    lang: str = ""
    """The name of the folder that an overlay lies in."""


@dataclass
class CourseFolder:
    """Every file of a course, read but not parsed."""

    root: Path
    label: str
    info: SourceFile | None = None
    resources: SourceFile | None = None
    decks: list[SourceFile] = field(default_factory=list)
    overlays: list[SourceFile] = field(default_factory=list)
    quizzes: list[SourceFile] = field(default_factory=list)
    media: dict[str, str] = field(default_factory=dict)
    """Name to path of every plain file that is a picture by its name."""
    problems: list[Problem] = field(default_factory=list)

    def display_path(self, path: Path) -> str:
        """The path as the author typed it, with forward slashes."""
        inner = path.relative_to(self.root).as_posix()
        return f"{self.label}/{inner}" if self.label else inner

    @cached_property
    def real_root(self) -> Path:
        """The folder behind all links."""
        return self.root.resolve()

    def files(self) -> Iterator[SourceFile]:
        """Every YAML file of the course."""
        yield from (file for file in (self.info, self.resources) if file is not None)
        yield from (*self.decks, *self.overlays, *self.quizzes)


def load_folder(root: Path, label: str = "", needs_deck: bool = True) -> CourseFolder:
    """All files of the course in `root`; unreadable ones are problems of the folder.

    Raises FlashcardsError if there is no course, or no deck in it where it `needs_deck`.
    """
    decks = root / DECKS
    if not decks.is_dir():
        if not root.exists():
            missing = Message("is-missing")
            raise FlashcardsError(Message("file-refused", name=label or root, reason=missing))
        raise FlashcardsError(Message("course-no-folder", root=label or root))
    folder = CourseFolder(root, label)
    for path in _list_folder(folder, decks):
        _add_deck_path(folder, path)
    folder.quizzes.extend(_load_files(folder, _list_folder(folder, root / QUIZZES)))
    _add_media(folder, decks / MEDIA)
    borrows = folder.info is not None and b"uses" in folder.info.raw
    if needs_deck and not folder.decks and not folder.problems and not borrows:
        raise FlashcardsError(Message("course-no-deck", root=label or root))
    return folder


def _add_deck_path(folder: CourseFolder, path: Path) -> None:
    if path.name == COURSE_FILE:
        folder.info = next(_load_files(folder, [path]), None)
    elif path.name == RESOURCES_FILE:
        folder.resources = next(_load_files(folder, [path]), None)
    elif path.suffix in _ENDINGS or not path.is_dir():
        folder.decks.extend(_load_files(folder, [path]))
    elif path.name != MEDIA:
        folder.overlays.extend(_load_files(folder, _list_folder(folder, path), path.name))


def _add_media(folder: CourseFolder, media: Path) -> None:
    """Note what lies there without opening it. Nothing behind a link belongs to the course."""
    if media.is_symlink():
        return
    for path in _list_all(folder, media):
        if stat.S_ISREG(path.lstat().st_mode) and path.name.lower().endswith(ENDINGS):
            folder.media[path.name] = str(path)


def _load_files(
    folder: CourseFolder, paths: Iterable[Path], lang: str = ""
) -> Iterator[SourceFile]:
    """The YAML files among these; one that is YAML to its author alone is told."""
    for path in paths:
        shown = folder.display_path(path)
        if path.suffix in _ENDINGS:
            try:
                yield SourceFile(shown, _load_inside(path, folder.real_root), lang)
            except FileRefused as refused:
                told = Message("this-file", reason=refused.reason)
                folder.problems.append(Problem(Position(shown), told))
        elif _ALMOST.search(path.name):
            hint = Message("hint-call-file", name=_ALMOST.sub(".yaml", path.name))
            folder.problems.append(Problem(Position(shown), Message("file-name-ending"), hint))


def _load_inside(path: Path, root: Path) -> bytes:
    """The bytes of a file that no link brings from outside the course folder."""
    try:
        real = path.resolve(strict=True)
    except OSError as error:
        raise make_unreadable(path, explain_system_error(error)) from None
    except RuntimeError:  # before Python 3.13
        raise make_unreadable(path, Message("links-in-circle")) from None
    if not real.is_relative_to(root):
        raise FileRefused(path, Message("is-link-outside"))
    return load_bytes(real, MAX_FILE_BYTES, links=False)


def _list_folder(folder: CourseFolder, path: Path) -> list[Path]:
    """What is in a folder, without hidden files; nothing if there is no such folder."""
    return [each for each in _list_all(folder, path) if not each.name.startswith(".")]


def _list_all(folder: CourseFolder, path: Path) -> list[Path]:
    try:
        return [path / name for name in sorted(os.listdir(path))] if path.is_dir() else []
    except OSError as error:
        at = Position(folder.display_path(path))
        told = Message(
            "this-file", reason=make_unreadable(path, explain_system_error(error)).reason
        )
        folder.problems.append(Problem(at, told))
        return []
