"""What was read once, kept by content, so that the next start need not parse.

The name of a cached file is the hash of everything that its content depends
on, and it begins with the hash of the rest of itself: a damaged, foreign or
outdated file is never used. Deleting the folder is always safe.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from flashcards.errors import Position

_DIGEST_BYTES = 32
_MOST_FILES = 4000
_ATOMS = frozenset((str, int, float, bool, type(None), bytes, frozenset))
_MARKS = (("@",), ("()",), ("{}",))
"""What a converted value begins with; a tuple that does so by itself is converted too."""


class Cache:
    """A folder of values by name; without a folder it keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> Any:
        """The value kept under `key`, or None."""
        if self._folder is None:
            return None
        try:
            raw = (self._folder / key).read_bytes()
            body = memoryview(raw)[_DIGEST_BYTES:]
            if hashlib.sha256(body).digest() != raw[:_DIGEST_BYTES]:
                return None
            return restored(marshal.loads(body))
        except (OSError, ValueError, EOFError, TypeError, KeyError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep a value; a cache that cannot be written is no problem."""
        if self._folder is None:
            return
        from flashcards.fileio import keep

        body = marshal.dumps(plain(value))
        keep(self._folder / key, hashlib.sha256(body).digest() + body)
        with contextlib.suppress(OSError):
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        assert self._folder is not None
        files = list(os.scandir(self._folder))
        if len(files) > _MOST_FILES:
            for entry in sorted(files, key=lambda each: each.stat().st_mtime)[: _MOST_FILES // 2]:
                os.unlink(entry.path)


def content_key(parts: Iterable[bytes]) -> str:
    """A name for whatever follows from these bytes, this code and this Python."""
    digest = hashlib.sha256(_code_version())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


@cache
def _code_version() -> bytes:
    """Changes whenever the reader does, also in a checkout that is being worked on."""
    here = Path(__file__).parent
    folders = (here.parent, here, here.parent / "lint")
    files = [each for folder in folders for each in os.scandir(folder)]
    stamps = [
        f"{each.name} {each.stat().st_size} {each.stat().st_mtime_ns}"
        for each in sorted(files, key=lambda each: each.path)
        if each.name.endswith(".py")
    ]
    return "\n".join([sys.implementation.cache_tag or "", *stamps]).encode()


def plain(value: Any) -> Any:
    """A value of the model in types that marshal knows; the same object if it is that already."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        items = [plain(inner) for inner in value]
        return value if _same(items, value) and value[:1] not in _MARKS else ("()", items)
    if kind is dict:
        changed = _changed(value)
        return ("{}", {**value, **changed}) if changed else value
    if kind is Position:
        return ("@", "Position", tuple(value), {})
    if hasattr(value, "__dataclass_fields__"):
        fields = vars(value)
        changed = _changed(fields)
        easy = {name: fields[name] for name in fields.keys() - changed} if changed else fields
        return ("@", kind.__name__, easy, changed)
    return value


def _changed(named: dict[Any, Any]) -> dict[Any, Any]:
    """The members that marshal would not know, converted."""
    changed = {}
    for name, inner in named.items():
        if type(inner) not in _ATOMS and (converted := plain(inner)) is not inner:
            changed[name] = converted
    return changed


def restored(value: Any) -> Any:
    """The value that `plain` was given."""
    if type(value) is not tuple or value[:1] not in _MARKS:
        return value
    if value[0] == "()":
        return tuple([restored(inner) for inner in value[1]])
    if value[0] == "{}":
        return {name: restored(inner) for name, inner in value[1].items()}
    _, name, fields, rich = value
    if name == "Position":
        return Position(*fields)
    made: Any = object.__new__(_classes()[name])
    made.__dict__.update(fields)
    for field, inner in rich.items():
        made.__dict__[field] = restored(inner)
    return made


@cache
def _classes() -> dict[str, type]:
    """The classes of the model, which is imported when a value of it is met."""
    from flashcards import model

    found = vars(model).items()
    return {name: cls for name, cls in found if hasattr(cls, "__dataclass_fields__")}


def _same(converted: Iterable[Any], originals: Iterable[Any]) -> bool:
    return all(new is old for new, old in zip(converted, originals, strict=True))
