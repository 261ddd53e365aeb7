"""Whether a build has anything to do: decided before anything heavy is imported.

A record of the last build of each job is kept in the cache: what went in and a hash
of it, what came out and a hash of that, and how many notes and cards.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from flashcards.cache import Cache, content_key, program_version
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes, remove_leftovers

_LIBRARIES = ("genanki", "markdown_it", "mdit_py_plugins", "pygments", "yaml", "pydantic_core")
_LARGEST_INPUT = 16 * 1024 * 1024
_LARGEST_OUTPUT = 512_000_000


@cache
def load_tool_version() -> str:
    """A hash that changes with this program and the libraries it renders with."""
    digest = hashlib.sha256(program_version())
    for spec in map(find_spec, _LIBRARIES):
        if spec and spec.origin:
            facts = os.stat(spec.origin)
            digest.update(f"{spec.origin}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def load_input_hash(root: Path, files: Iterable[Path]) -> str:
    """A hash of the program, of the course in a folder and of files beside it.

    Raises `FlashcardsError` if there is no course.
    """
    from flashcards.source.course import iter_inputs
    from flashcards.source.folder import load_folder

    parts = [load_tool_version().encode(), *iter_inputs(load_folder(root))]
    for path in files:
        parts.append(b"link" if path.is_symlink() else b"")
        try:
            parts.append(load_bytes(path, _LARGEST_INPUT))
        except FileRefused as refused:
            parts.append(str(refused.reason).encode())
    return content_key(parts)


@dataclass(frozen=True)
class BuildResult:
    """A package that was written, and how much of it is not released."""

    target: Path
    notes: int
    cards: int
    unreleased_notes: int
    unreleased_types: int
    """Note types."""
    course: str = ""
    """The title of the course."""
    is_builtin: bool = False
    """Whether it is the curriculum that comes with the program."""
    borrows: bool = False
    """Whether the course uses entries of the curriculum, which are released with that."""
    lang: str = ""
    other_languages: tuple[str, ...] = ()
    """In which the course has cards too."""
    root: Path = Path()
    """The folder of the course."""
    inputs: tuple[Path, ...] = ()
    """Files beside the course whose content decided what was built."""


def find_unchanged_build(job: str, *, cache: Cache) -> BuildResult | None:
    """The last build of a job; None if anything that went in or came out has changed since.

    `job` is whatever distinguishes builds: options, working folder, fixed clock.
    """
    record = cache.get(_name(job))
    if record is None:
        return None
    root, *paths = map(Path, record["inputs"])
    target = Path(record["target"])
    try:
        if record["input_hash"] != load_input_hash(root, paths):
            return None
    except FlashcardsError:  # there is no course any more: the build will tell
        return None
    if not record["output_hash"] or record["output_hash"] != _hash_file(target):
        return None
    remove_leftovers(target)
    return BuildResult(target, **record["counts"], root=root, inputs=tuple(paths))


def keep_build_record(job: str, result: BuildResult, *, cache: Cache) -> None:
    """Keep a build for `find_unchanged_build`; a cache that cannot be written is no problem."""
    counts = (
        "notes", "cards", "unreleased_notes", "unreleased_types", "course", "is_builtin", "borrows",
        "lang", "other_languages",
    )  # fmt: skip
    record = {
        "inputs": [str(path) for path in (result.root, *result.inputs)],
        "input_hash": load_input_hash(result.root, result.inputs),
        "target": str(result.target),
        "output_hash": _hash_file(result.target),
        "counts": {name: getattr(result, name) for name in counts},
    }
    cache.put(_name(job), record)


def _name(job: str) -> str:
    return f"build-{hashlib.sha256(job.encode(errors='surrogateescape')).hexdigest()}"


def _hash_file(path: Path) -> str:
    try:
        return hashlib.sha256(load_bytes(path, _LARGEST_OUTPUT)).hexdigest()
    except FileRefused:
        return ""
