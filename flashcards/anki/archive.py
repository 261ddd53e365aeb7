"""Database and pictures inside an `.apkg`, within limits; nothing is unpacked onto the disk."""

from __future__ import annotations

import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

from flashcards.anki.protobuf import find_text, read_fields
from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, open_zip, read_json, read_member

LARGEST = 512_000_000
"""Bytes of a database that is read; 20,000 notes need about a tenth."""
_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", "collection.anki2")
"""Newest first: beside a newer one, an older one only says that Anki is too old."""
_LISTING = "media"
"""The member that says which file is which."""
_LARGEST_LISTING = 50_000_000
_ZSTD_MODULES = ("compression.zstd", "backports.zstd")


def load_database(path: Path) -> tuple[bytes, bool]:
    """The bytes of the database, and whether Anki itself exported the package.

    Raises FlashcardsError if it is no package, damaged, encrypted or too large.
    """
    with open_zip(load_bytes(path, LARGEST), path) as archive:
        name = next((each for each in _COLLECTIONS if each in archive.namelist()), None)
        if name is None:
            raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
        data = read_member(archive, name, LARGEST, path)
    is_export = name != _COLLECTIONS[-1]
    return (_decompress(data, path, LARGEST) if name == _COMPRESSED else data), is_export


class PackageMedia:
    """The pictures and sounds of a package by name; each is unpacked when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._package = b""
        self._members: dict[str, str] | None = None
        self._is_compressed = False

    def load(self, name: str, limit: int) -> bytes:
        """The bytes of one file. Raises FlashcardsError, also if it is larger than `limit`."""
        self._package = self._package or load_bytes(self._path, LARGEST)
        with open_zip(self._package, self._path) as archive:
            if self._members is None:
                self._members = self._list_members(archive)
            member = self._members.get(name)
            if member is None or member not in archive.namelist():
                raise FlashcardsError("is not in the package")
            data = read_member(archive, member, limit, self._path)
        return _decompress(data, self._path, limit) if self._is_compressed else data

    def _list_members(self, archive: zipfile.ZipFile) -> dict[str, str]:
        """The name of each file to its name in the archive."""
        if _LISTING not in archive.namelist():
            return {}
        data = read_member(archive, _LISTING, _LARGEST_LISTING, self._path)
        self._is_compressed = _COMPRESSED in archive.namelist()
        if not self._is_compressed:
            named = read_json(data)
            if not isinstance(named, dict):
                raise ValueError("the list of files is none")
            return {str(name): str(number) for number, name in named.items()}
        listing = _decompress(data, self._path, _LARGEST_LISTING)
        entries = (value for number, value in read_fields(listing) if number == 1)
        return {
            find_text(entry, 1): str(number)
            for number, entry in enumerate(entries)
            if isinstance(entry, bytes)
        }


def _decompress(data: bytes, path: Path, limit: int) -> bytes:
    """What Anki compressed with Zstandard, up to the limit."""
    zstd = _import_zstd(path)
    try:
        made: bytes = zstd.ZstdDecompressor().decompress(data, limit + 1)
    except zstd.ZstdError as error:
        raise FlashcardsError(f"{path} is damaged: {error}") from error
    if len(made) > limit:
        raise _too_large(path, limit)
    return made


def _import_zstd(path: Path) -> Any:
    """Python's own module from 3.14 on, before that an optional package of the same contents."""
    for name in _ZSTD_MODULES:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise FlashcardsError(
        f"{path} was exported by Anki in its new format; export it again with 'Support older Anki "
        "versions' ticked, or install the Python package backports.zstd"
    )


def _too_large(path: Path, limit: int) -> FlashcardsError:
    return FlashcardsError(f"{path} unpacks to more than {limit // 1_000_000} MB")
