"""The files of a course with every cure that is certain: what `ptquiz check --fix` writes.

Cures are applied in memory, round by round, for one may bring up the next. A file counts only
if every key and name in it is still there.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.cache import NO_CACHE
from flashcards.errors import Edit, FlashcardsError, Problem, ProblemsFound
from flashcards.fileio import load_bytes, refuse_output, write_whole
from flashcards.source.course import builtin_folder, folder_label, read_course
from flashcards.source.course_files import parse_file
from flashcards.source.edits import edit_source
from flashcards.source.field_names import FREE_NAMES
from flashcards.source.folder import MAX_FILE_BYTES, CourseFolder, SourceFile, load_folder
from flashcards.words.message import Message

_MOST_ROUNDS = 10
_IDENTITIES = ("deck", "quiz", "id", "lang")


class FixedFile(NamedTuple):
    """One file, how its path is shown, and its bytes before and after."""

    path: Path
    name: str
    before: bytes
    after: bytes

    def list_diff(self) -> list[str]:
        """What changes, as the lines of a unified diff."""
        before, after = (each.decode().splitlines() for each in (self.before, self.after))
        return list(difflib.unified_diff(before, after, self.name, self.name, lineterm=""))


def fix_course(
    folder: Path | None = None, *, label: str | None = None, dry_run: bool = False
) -> list[FixedFile]:
    """Write every cure that is certain into the files of a course; those that it changed.

    A `dry_run` only says which they would be. Names of files begin with `label`; if it is None,
    with the folder as it was given. Raises FlashcardsError, and writes nothing, for a link and for
    a file that somebody else changed meanwhile.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    files = find_fixed_files(load_folder(folder or builtin_folder(), label))
    if not dry_run:
        write_fixed_files(files)
    return files


def find_fixed_files(folder: CourseFolder) -> list[FixedFile]:
    """Each file of a course that has cures which are certain, with all of them."""
    current = folder
    for _ in range(_MOST_ROUNDS):
        problems = read_course(current, NO_CACHE).problems
        fixed = {file.name: raw for file in current.files() if (raw := _fix(file, problems))}
        if not fixed:
            break
        current = current.replace_files(fixed)
    return [
        FixedFile(_find_path(folder, old), old.name, old.raw, new.raw)
        for old, new in zip(folder.files(), current.files(), strict=True)
        if old.raw != new.raw
    ]


def write_fixed_files(files: Sequence[FixedFile]) -> None:
    """Write each file whole or not at all; none, if one of them cannot be written.

    Raises FlashcardsError for a link, and for a file that is not the one any more that was read.
    """
    for file in files:
        if file.path.resolve() != file.path:
            raise refuse_output(file.path, Message("output-link"))
        if load_bytes(file.path, MAX_FILE_BYTES, links=False) != file.before:
            raise FlashcardsError(Message("fix-changed-meanwhile", name=file.name))
        write_whole(file.path, file.after, source=True, trial=True)
    for file in files:
        write_whole(file.path, file.after, source=True)


def _fix(file: SourceFile, problems: Sequence[Problem]) -> bytes | None:
    """The bytes of a file with all cures that are certain, no line changed by two of them.

    None if there are none, or a key or a name would be gone.
    """
    edits: list[Edit] = []
    taken: set[int] = set()
    for problem in problems:
        fix = problem.fix
        if problem.at.file != file.name or fix is None or fix.is_guess:
            continue
        lines = {edit.line for edit in fix.edits}
        if not lines & taken:
            edits += fix.edits
            taken |= lines
    raw = edit_source(file.raw, edits) if edits else None
    keeps = raw and _list_names(file) <= _list_names(replace(file, raw=raw))
    return raw if keeps else None


def _list_names(file: SourceFile) -> set[tuple[str, ...]]:
    """Everything in a file that is permanent: its own name, keys, and names inside of entries."""
    try:
        data: Any = parse_file(file).data
    except ProblemsFound:
        return set()
    if not isinstance(data, dict):
        return set()
    found: set[tuple[str, ...]] = {(name, str(data[name])) for name in _IDENTITIES if name in data}
    entries = data.get("entries")
    if isinstance(entries, dict):
        return found | {("entries", key) for key in entries}
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(key := entry.get("key"), str):
            found.add(("key", key))
            for field in FREE_NAMES:
                if isinstance(named := entry.get(field), dict):
                    found |= {(key, field, name) for name in named}
    return found


def _find_path(folder: CourseFolder, file: SourceFile) -> Path:
    """Where a file lies, if nothing below the folder of the course is a link."""
    return folder.real_root / file.name.removeprefix(f"{folder.label}/" if folder.label else "")
