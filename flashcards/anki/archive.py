"""The database inside an `.apkg`, within limits; nothing is unpacked onto the disk."""

from __future__ import annotations

import io
import zipfile
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes

LARGEST = 512_000_000
"""Bytes of a database that is read; 20,000 notes need about a tenth."""
_MOST_ENTRIES = 100_000
_ENTRY_MARK = b"PK\x01\x02"
"""What each file in the directory of a zip archive begins with."""
_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", "collection.anki2")
"""Newest first: beside a newer one, an older one only says that Anki is too old."""
_ZSTD_MODULES = ("compression.zstd", "backports.zstd")


def load_database(path: Path) -> tuple[bytes, bool]:
    """The bytes of the database, and whether Anki itself exported the package.

    Raises FlashcardsError if it is no package, damaged, encrypted or too large.
    """
    package = load_bytes(path, LARGEST)
    if package.count(_ENTRY_MARK) > _MOST_ENTRIES:
        raise FlashcardsError(f"{path} has more than {_MOST_ENTRIES} files")
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            name = next((each for each in _COLLECTIONS if each in archive.namelist()), None)
            if name is None:
                raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
            data = _read_member(archive, name, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise FlashcardsError(f"{path} is not a package, or is damaged: {error}") from error
    is_export = name != _COLLECTIONS[-1]
    return (_decompress(data, path) if name == _COMPRESSED else data), is_export


def _read_member(archive: zipfile.ZipFile, name: str, path: Path) -> bytes:
    entry = archive.getinfo(name)
    if entry.flag_bits & 1:
        raise FlashcardsError(f"{path} is encrypted")
    if entry.file_size > LARGEST:
        raise _too_large(path)
    with archive.open(entry) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise _too_large(path)
    return data


def _decompress(data: bytes, path: Path) -> bytes:
    """What Anki compressed with Zstandard, up to the limit."""
    zstd = _import_zstd(path)
    try:
        made: bytes = zstd.ZstdDecompressor().decompress(data, LARGEST + 1)
    except zstd.ZstdError as error:
        raise FlashcardsError(f"{path} is damaged: {error}") from error
    if len(made) > LARGEST:
        raise _too_large(path)
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


def _too_large(path: Path) -> FlashcardsError:
    return FlashcardsError(f"{path} unpacks to more than {LARGEST // 1_000_000} MB")
