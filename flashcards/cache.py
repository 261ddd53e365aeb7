"""What was computed once, kept by name in a folder of the user's own.

The folder is the user's and closed to others (mode 0700), and so is every file in
it; each begins with a hash of its name and content. A cache that is damaged, is
somebody else's, lies behind a link or cannot be read is not used, and nothing is
said: it only costs time. Deleting the folder is always safe.

Values are pickled: as fast as marshal with a codec of our own (18 and 23 ms for the
built-in course), and only classes of the model are ever made.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from flashcards.fileio import FileRefused, is_own, load_bytes

_DIGEST_BYTES = 32
_MOST_FILES = 4000
_LARGEST = 256_000_000
_BINARY: int = getattr(os, "O_BINARY", 0)
_MODULES = ("flashcards.model", "flashcards.errors")
"""Where the classes of kept values are defined."""


class Cache:
    """Values by name, kept in a folder; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder

    def get(self, name: str) -> Any:
        """The value kept under `name`, or None."""
        if self._folder is None:
            return None
        try:
            raw = load_bytes(self._folder / name, _LARGEST, private=True)
        except FileRefused:
            return None
        body = memoryview(raw)[_DIGEST_BYTES:]
        return _unpickle(body) if raw[:_DIGEST_BYTES] == _digest(name, body) else None

    def put(self, name: str, value: Any) -> None:
        """Keep a value; a cache that cannot be written is no problem."""
        if self._folder is None:
            return
        import pickle

        body = pickle.dumps(value, protocol=5)
        scratch = self._folder / f"{name}.{os.getpid()}"
        with contextlib.suppress(OSError):
            try:
                _write_private(scratch, _digest(name, body) + body)
                os.replace(scratch, self._folder / name)
                self._forget_oldest(self._folder)
            finally:
                scratch.unlink(missing_ok=True)

    @cached_property
    def _folder(self) -> Path | None:
        """The folder, made if need be; None if it is not this user's own."""
        folder = self._path
        with contextlib.suppress(OSError):
            if folder is not None:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                facts = folder.lstat()
                if not stat.S_ISDIR(facts.st_mode) or not is_own(facts):
                    return None
                if stat.S_IMODE(facts.st_mode) != 0o700:
                    folder.chmod(0o700)
                return folder
        return None

    def _forget_oldest(self, folder: Path) -> None:
        files = list(os.scandir(folder))
        if len(files) > _MOST_FILES:
            for entry in sorted(files, key=lambda each: each.stat().st_mtime)[: _MOST_FILES // 2]:
                os.unlink(entry.path)


def content_key(parts: Iterable[bytes]) -> str:
    """A name for whatever follows from these bytes, this program and this Python."""
    digest = hashlib.sha256(program_version())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


@cache
def program_version() -> bytes:
    """Changes whenever the program does, also in a checkout that is being worked on."""
    stamps = sorted(_stamps(str(Path(__file__).parent)))
    return "\n".join([sys.implementation.cache_tag or "", *stamps]).encode()


def _stamps(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".css", ".html")):
                facts = entry.stat()
                yield f"{entry.path} {facts.st_size} {facts.st_mtime_ns}"
            elif entry.is_dir() and entry.name not in ("__pycache__", "_builtin"):
                yield from _stamps(entry.path)


def _digest(name: str, body: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(f"{name}\0".encode())
    digest.update(body)
    return digest.digest()


def _unpickle(body: memoryview) -> Any:
    import io
    import pickle

    class ModelUnpickler(pickle.Unpickler):
        """Makes nothing but values of the model."""

        def find_class(self, module: str, name: str) -> Any:
            if module in _MODULES and name.isidentifier():  # not 're.enum…' through a module
                return super().find_class(module, name)
            raise pickle.UnpicklingError(f"{module}.{name} is not kept in a cache")

    try:
        return ModelUnpickler(io.BytesIO(body)).load()
    except Exception:  # whatever is wrong with a cached value, it is computed again
        return None


def _write_private(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
