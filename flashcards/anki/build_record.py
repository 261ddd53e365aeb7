"""Whether a build has anything to do: decided before anything heavy is imported.

A record of the last build of each job (folder and options) is kept in the
cache: a hash of all that went in, a hash of what came out, and what was said.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from flashcards.fileio import keep, remove_leftovers

_CODE = Path(__file__).parent.parent
_LIBRARIES = ("genanki", "markdown_it", "mdit_py_plugins", "pygments", "yaml", "pydantic")


@cache
def load_tool_version() -> str:
    """Changes with this program and the libraries it renders with."""
    digest = hashlib.sha256()
    files = [path for path in _files(_CODE) if path.suffix in (".py", ".css")]
    specs = [find_spec(name) for name in _LIBRARIES]
    files += [Path(spec.origin) for spec in specs if spec and spec.origin]
    for path in files:
        status = path.stat()
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def load_inputs(folders: Iterable[Path], version: str) -> str:
    """A hash of the program and of every file in these folders."""
    digest = hashlib.sha256(version.encode())
    for folder in folders:
        for path in [folder] if folder.is_file() else _files(folder):
            data = path.read_bytes()
            digest.update(f"\n{path.relative_to(folder)}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def load_last_words(cache: Path, job: str, version: str) -> str | None:
    """What the last build of this job said, if its inputs and its target are the same."""
    try:
        record = json.loads(_record(cache, job).read_bytes())
        target = Path(record["target"])
        inputs = load_inputs(map(Path, record["folders"]), version)
        if record["inputs"] == inputs and record["output"] == _hash(target.read_bytes()):
            remove_leftovers(target)
            return str(record["words"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def write_record(
    cache: Path, job: str, folders: Iterable[Path], version: str, target: Path, words: str
) -> None:
    """Remember a build; a cache that cannot be written is no problem."""
    record, found = _record(cache, job), list(folders)
    with contextlib.suppress(OSError):
        made = {
            "folders": [str(folder.resolve()) for folder in found],
            "inputs": load_inputs(found, version),
            "target": str(target.resolve()),
            "output": _hash(target.read_bytes()),
            "words": words,
        }
        keep(record, json.dumps(made).encode())


def _files(folder: Path) -> list[Path]:
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        found += [Path(root, name) for name in names if not name.startswith(".")]
    return sorted(found)


def _record(cache: Path, job: str) -> Path:
    return cache / f"build-{_hash(job.encode())[:24]}.json"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
