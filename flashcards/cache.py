"""What was computed once, kept by name in a folder of the user's own.

Each file begins with an HMAC-SHA256 of its name and content under a random key of this user,
so nothing is used that this user's ptquiz did not keep under this very name. The key is not in
the folder: a cache is what people share, restore, mount and let other programs write, and who
can write there must neither find the key nor put one of their own. So it lies with the
learner's data. Deleting the folder is always safe; without the key it is only cold.

A cache that is damaged, is somebody else's, lies behind a link or cannot be read is not used,
and nothing is said: it only costs time. Folder and files are closed to others, the key too.

Values are pickled, as plain data: a record is the name of its class and its fields. Reading
one calls nothing of its class, and a pickle that names anything else is not read, whoever
wrote it: nothing in it can run.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from flashcards.fileio import FileRefused, is_own, load_bytes

_KEY_BYTES = _DIGEST_BYTES = 32
_MOST_FILES = 4000
_LARGEST = 256_000_000
_BINARY: int = getattr(os, "O_BINARY", 0)
_RECORD_MODULES = ("flashcards.errors", "flashcards.words.message", "flashcards.model")
"""Where the classes of records are: imported when one is met, for that takes time."""


class Cache:
    """Values by name, kept in a folder and bound with the key in a file; else nothing is kept."""

    def __init__(self, folder: Path | None = None, key: Path | None = None) -> None:
        self._path = folder
        self._key_path = key

    def get(self, name: str) -> Any:
        """The value kept under `name`, or None."""
        if self._folder is None or self._key is None:
            return None
        try:
            raw = load_bytes(self._folder / name, _LARGEST, private=True)
        except FileRefused:
            return None
        body = memoryview(raw)[_DIGEST_BYTES:]
        bound = hmac.compare_digest(raw[:_DIGEST_BYTES], _bind(self._key, name, body))
        return _unpickle(body) if bound else None

    def put(self, name: str, value: Any) -> None:
        """Keep a value; a cache that cannot be written is no problem."""
        if self._folder is None or self._key is None:
            return
        body = _pickle(value)
        scratch = self._folder / f"{name}.{os.getpid()}"
        with contextlib.suppress(OSError):
            try:
                _write_private(scratch, _bind(self._key, name, body) + body)
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
                for each in (self._key_path.parent, folder) if self._key_path else (folder,):
                    each.mkdir(mode=0o700, parents=True, exist_ok=True)
                facts = folder.lstat()
                if not stat.S_ISDIR(facts.st_mode) or not is_own(facts):
                    return None
                if stat.S_IMODE(facts.st_mode) != 0o700:
                    folder.chmod(0o700)
                return folder
        return None

    @cached_property
    def _key(self) -> bytes | None:
        """The key, made if there is none; None if its file is not this user's alone."""
        with contextlib.suppress(OSError, FileRefused):
            if self._key_path is not None:
                if not os.path.lexists(self._key_path):
                    _make_key(self._key_path)
                key = load_bytes(self._key_path, _KEY_BYTES, private=True)
                return key if len(key) == _KEY_BYTES else None
        return None

    def _forget_oldest(self, folder: Path) -> None:
        files = list(os.scandir(folder))
        if len(files) > _MOST_FILES:
            for entry in sorted(files, key=lambda each: each.stat().st_mtime)[: _MOST_FILES // 2]:
                os.unlink(entry.path)


NO_CACHE = Cache()


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


def _bind(key: bytes, name: str, body: bytes | memoryview) -> bytes:
    digest = hmac.new(key, f"{name}\0".encode(), "sha256")
    digest.update(body)
    return digest.digest()


def _make_key(path: Path) -> None:
    """Put a random key there, whole at once; if another start was first, its key stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        _write_private(scratch, os.urandom(_KEY_BYTES), wait=True)
        try:
            os.link(scratch, path)
        except FileExistsError:
            pass
        except OSError:  # no links on this disk: the last of several first starts wins
            os.replace(scratch, path)
    finally:
        scratch.unlink(missing_ok=True)


def _pickle(value: Any) -> bytes:
    """Plain data and records as bytes. Raises `TypeError` for anything else."""
    import io
    import pickle

    class RecordPickler(pickle.Pickler):
        def reducer_override(self, value: Any) -> Any:
            """Asked for whatever is not plain data."""
            if value is _make_record:
                return NotImplemented
            if not _is_record(type(value)):
                raise TypeError(f"{type(value)} is not kept in a cache")
            fields = tuple(value) if isinstance(value, tuple) else vars(value)
            return _make_record, (type(value).__name__, fields)

    data = io.BytesIO()
    RecordPickler(data, protocol=5).dump(value)
    return data.getvalue()


def _unpickle(body: memoryview) -> Any:
    import io
    import pickle

    class RecordUnpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            """The one name in a pickle of ours; a new function, so that changing it is in vain."""
            if (module, name) != (__name__, _make_record.__name__):
                raise pickle.UnpicklingError(f"{module}.{name} is not kept in a cache")
            return lambda name, fields: _make_record(name, fields)

    try:
        return RecordUnpickler(io.BytesIO(body)).load()
    except Exception:  # whatever is wrong with a cached value, it is computed again
        return None


def _make_record(name: str, fields: Any) -> Any:
    """A record with these fields, made without its own `__init__`, `__new__` or `__setattr__`."""
    cls = _find_record(name)
    if isinstance(fields, tuple):
        return tuple.__new__(cls, fields)
    made = object.__new__(cls)
    made.__dict__.update(fields)
    return made


@cache
def _find_record(name: str) -> type[Any]:
    """The record of this name. Raises LookupError if there is none."""
    for module in _RECORD_MODULES:
        found: Any = getattr(import_module(module), name, None)
        if _is_record(found) and found.__module__ == module:
            return cast("type[Any]", found)
    raise LookupError(name)


def _is_record(cls: Any) -> bool:
    """Whether values of a class are plain data with fields that have names, or a place."""
    is_class = isinstance(cls, type) and cls.__module__ in _RECORD_MODULES
    return is_class and (is_dataclass(cls) or issubclass(cls, tuple))


def _write_private(path: Path, data: bytes, *, wait: bool = False) -> None:
    """Make a new file that is this user's alone, and if told so, wait for the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        if wait:
            file.flush()
            os.fsync(descriptor)
