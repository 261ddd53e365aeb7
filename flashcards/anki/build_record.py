"""Whether a build has anything to do; this module imports nothing heavy.

The cache keeps a record of the last build of each job (folder and options): the
hash of its inputs, the hash of its output, and the summary that was printed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from flashcards.cache import Cache, program_version
from flashcards.fileio import FileRefused, load_bytes, remove_leftovers

_LIBRARIES = ("genanki", "markdown_it", "mdit_py_plugins", "pygments", "yaml", "pydantic")
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


def load_input_hash(folders: Iterable[Path], version: str) -> str:
    """A hash of the program and of every file in these folders."""
    digest = hashlib.sha256(version.encode())
    for folder in folders:
        for path in _files(folder) if folder.is_dir() else [folder]:
            try:
                data = load_bytes(path, _LARGEST_INPUT)
            except FileRefused as refused:  # no build takes anything from it
                data = refused.reason.encode()
            digest.update(f"\n{path.relative_to(folder)}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def load_last_summary(cache: Cache, job: str, version: str) -> list[str] | None:
    """The summary of the last build of this job; None if an input or the target has changed."""
    record = cache.get(_name(job))
    if record is None or record["inputs"] != load_input_hash(map(Path, record["folders"]), version):
        return None
    target = Path(record["target"])
    if not record["output"] or record["output"] != _hash_file(target):
        return None
    remove_leftovers(target)
    return list(record["summary"])


def write_record(
    cache: Cache, job: str, folders: Iterable[Path], version: str, target: Path, summary: list[str]
) -> None:
    """Keep the record of a build that wrote `target` and printed `summary`."""
    found = [folder.resolve() for folder in folders]
    record = {
        "folders": [str(folder) for folder in found],
        "inputs": load_input_hash(found, version),
        "target": str(target.resolve()),
        "output": _hash_file(target),
        "summary": summary,
    }
    cache.put(_name(job), record)


def _files(folder: Path) -> list[Path]:
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        found += [Path(root, name) for name in names if not name.startswith(".")]
    return sorted(found)


def _name(job: str) -> str:
    return f"build-{hashlib.sha256(job.encode(errors='surrogateescape')).hexdigest()}"


def _hash_file(path: Path) -> str:
    try:
        return hashlib.sha256(load_bytes(path, _LARGEST_OUTPUT)).hexdigest()
    except FileRefused:
        return ""
