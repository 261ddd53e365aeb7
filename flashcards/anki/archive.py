"""Database and pictures inside an `.apkg`: unpacked piece by piece, within limits.

What Anki itself exports today is compressed, with lists and settings as protocol buffers.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError, explain_system_error
from flashcards.fileio import limit_pieces, open_zip, read_json, read_pieces, zip_faults

if TYPE_CHECKING:
    from zipfile import ZipFile

COLLECTION = "collection.anki2"
_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", COLLECTION)
"""Newest first: beside a newer one, an older one only says that Anki is too old."""
_LISTING = "media"
"""The member that says which file is which."""
_MAX_LISTING_BYTES = 8_000_000
_MAX_LISTED = 100_000
_PIECE_BYTES = 1 << 18
_MAX_FIELDS = 200
"""Of a protocol buffer; none of Anki's settings has a tenth of it."""
_BROKEN = "what Anki wrote cannot be read"


@dataclass(frozen=True)
class PackageLimits:
    """What reading a package from anywhere may cost; 20,000 notes need a tenth of it."""

    database: int = 512_000_000
    """Bytes of its database, which is unpacked into a file."""
    row: int = 8_000_000
    """Bytes of a row."""
    steps: int = 100_000
    """Thousands of SQLite's instructions."""
    memory: int = 200_000_000
    """Bytes that all it says takes in memory, about."""


LIMITS = PackageLimits()


@contextmanager
def unpack_database(path: Path, limit: int = LIMITS.database) -> Iterator[Path]:
    """Unpack the database into a file that is removed afterwards, and yield its path.

    Raises FlashcardsError if it is no package, damaged, encrypted or too large.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        database = Path(folder, COLLECTION)
        with open_zip(path) as archive:
            name = next((name for name in _COLLECTIONS if name in archive.NameToInfo), None)
            if name is None:
                raise FlashcardsError(f"{path} is not an Anki package: it has no collection")
            try:
                with database.open("xb") as file:
                    file.writelines(_unpack(archive, name, limit, path, name == _COMPRESSED))
            except OSError as error:
                reason = explain_system_error(error)
                raise FlashcardsError(f"{path} cannot be unpacked: {reason}") from error
        yield database


class PackageMedia:
    """The pictures and sounds of a package by name; each is unpacked when it is asked for.

    From then on the package stays open, until `files` are closed.
    """

    def __init__(self, path: Path, files: ExitStack) -> None:
        self._path = path
        self._files = files

    @cached_property
    def _archive(self) -> ZipFile:
        return self._files.enter_context(open_zip(self._path))

    def load(self, name: str, limit: int) -> bytes:
        """Return the bytes of a file. Raises FlashcardsError, also for more than `limit`."""
        member = self._members.get(name)
        if member is None or member not in self._archive.NameToInfo:
            raise FlashcardsError("is not in the package")
        return self._read(member, limit)

    def _read(self, member: str, limit: int) -> bytes:
        # Anki compresses every file if it compressed the collection.
        is_compressed = _COMPRESSED in self._archive.NameToInfo
        return b"".join(_unpack(self._archive, member, limit, self._path, is_compressed))

    @cached_property
    def _members(self) -> dict[str, str]:
        """The name of each file to its name in the archive."""
        if _LISTING not in self._archive.NameToInfo:
            return {}
        listing = self._read(_LISTING, _MAX_LISTING_BYTES)
        with zip_faults(self._path):
            if _COMPRESSED in self._archive.NameToInfo:
                listed = (value for key, value in read_message(listing, _MAX_LISTED) if key == 1)
                files = (dict(read_message(entry)) for entry in listed if isinstance(entry, bytes))
                return {get_text(file, 1): str(number) for number, file in enumerate(files)}
            named = read_json(listing)
            if not isinstance(named, dict):
                raise ValueError("the list of files is none")
            return {str(name): str(number) for number, name in named.items()}


def _unpack(
    archive: ZipFile, member: str, limit: int, path: Path, is_compressed: bool
) -> Iterator[bytes]:
    pieces = read_pieces(archive, member, limit, path)
    return limit_pieces(_decompress(pieces, path) if is_compressed else pieces, limit, path)


def _decompress(pieces: Iterable[bytes], path: Path) -> Iterator[bytes]:
    """Yield what Anki compressed with Zstandard, which allows it no window of more than 128 MB."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    decoder = zstd.ZstdDecompressor()
    try:
        for piece in pieces:
            yield decoder.decompress(piece, _PIECE_BYTES)
            while not decoder.needs_input and not decoder.eof:
                yield decoder.decompress(b"", _PIECE_BYTES)
            if decoder.eof:
                return
    except zstd.ZstdError as error:
        raise FlashcardsError(f"{path} is damaged: {error}") from error
    raise FlashcardsError(f"{path} is damaged: it ends too early")


def read_message(message: bytes, most: int = _MAX_FIELDS) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and value of each field of a protocol buffer, `most` of them.

    Fixed-size numbers are left out. Raises ValueError.
    """
    at = 0
    while at < len(message) and most > 0:
        most -= 1
        key, at = _read_varint(message, at)
        match key & 7:
            case 0:
                value, at = _read_varint(message, at)
                yield key >> 3, value
            case 2:
                length, at = _read_varint(message, at)
                if at + length > len(message):
                    raise ValueError(_BROKEN)
                yield key >> 3, message[at : at + length]
                at += length
            case 1 | 5 as size:
                at += 8 if size == 1 else 4
            case _:
                raise ValueError(_BROKEN)


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    """Return a number of up to 64 bits, seven in each byte, and where it ends."""
    value = 0
    for place, byte in enumerate(message[at : at + 10]):
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise ValueError(_BROKEN)


def get_text(message: Mapping[int, int | bytes], number: int) -> str:
    """Return the field of a protocol buffer that is a text; empty if it does not have it."""
    value = message.get(number)
    return value.decode() if isinstance(value, bytes) else ""
