"""Rows of the review log read straight from the pages of its file, whatever else is broken.

SQLite needs a sound first page and a sound tree to find a row; a row needs neither. Every
page that looks like a leaf of a table is read on its own, in the file and in its
write-ahead log, and whoever asks keeps the rows whose checksum fits. A lost end, a lost
beginning or a broken page costs the rows on it and no others.
https://www.sqlite.org/fileformat2.html tells the format.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

Row = tuple[object, ...]
GetPage = Callable[[int], bytes]

PAGE_SIZES = tuple(1 << power for power in range(9, 17))
USUAL_PAGE_SIZE = 4096
LARGEST_ROW = 10_000_000
"""Bytes: a length beyond it is damage."""
_LEAF = 0x0D
_FILE_HEAD, _WAL_HEAD, _FRAME_HEAD = 100, 32, 24
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def salvage_rows(path: Path) -> Iterator[Row]:
    """Every row of every table that can still be read in a SQLite file and its `-wal`.

    The values of a row come in the order of its columns; the key that SQLite keeps apart
    is given in the place of the None it leaves. Old versions of a row may come too.
    Raises `OSError` if a file cannot be read.
    """
    wal = path.with_name(f"{path.name}-wal")
    for file, read in ((path, _read_database), (wal, _read_wal)):
        if file.is_file():
            data = file.read_bytes()
            yield from read(data)


def _read_database(data: bytes) -> Iterator[Row]:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    if size not in PAGE_SIZES:
        size = USUAL_PAGE_SIZE

    def get_page(number: int) -> bytes:
        return data[(number - 1) * size : number * size]

    for number in range(1, -(-len(data) // size) + 1):
        head = _FILE_HEAD if number == 1 else 0
        yield from _read_leaf(get_page(number), head, size, get_page)


def _read_wal(data: bytes) -> Iterator[Row]:
    size = int.from_bytes(data[8:12], "big")
    if size not in PAGE_SIZES:
        size = USUAL_PAGE_SIZE
    step = _FRAME_HEAD + size
    frames = range(_WAL_HEAD, len(data), step)
    places = {int.from_bytes(data[at : at + 4], "big"): at for at in frames}

    def get_page(number: int) -> bytes:
        at = places.get(number)
        return data[at + _FRAME_HEAD : at + step] if at is not None else b""

    for at in frames:
        head = _FILE_HEAD if data[at : at + 4] == b"\0\0\0\1" else 0
        yield from _read_leaf(data[at + _FRAME_HEAD : at + step], head, size, get_page)


def _read_leaf(page: bytes, head: int, size: int, get_page: GetPage) -> Iterator[Row]:
    """The rows on one page, if it is a leaf of a table; its end may be missing."""
    if len(page) < head + 8 or page[head] != _LEAF:
        return
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    first = head + 8
    for place in struct.unpack_from(f">{min(count, (len(page) - first) // 2)}H", page, first):
        try:
            yield _read_cell(page, place, size, get_page)
        except (IndexError, ValueError, struct.error):
            continue


def _read_cell(page: bytes, place: int, size: int, get_page: GetPage) -> Row:
    length, place = _read_varint(page, place)
    key, place = _read_varint(page, place)
    if length > LARGEST_ROW:
        raise ValueError("no row is so long")
    most = size - 35
    local = length
    if length > most:
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= most else least
    payload = page[place : place + local]
    if length > local:
        (follows,) = struct.unpack_from(">I", page, place + local)
        payload += _read_overflow(follows, length - local, get_page)
    if len(payload) < length:
        raise ValueError("the end of the row is missing")
    return _read_record(payload, key)


def _read_overflow(number: int, length: int, get_page: GetPage) -> bytes:
    parts: list[bytes] = []
    while number and length > 0:
        page = get_page(number)
        parts.append(page[4 : 4 + length])
        length -= len(page) - 4
        (number,) = struct.unpack_from(">I", page)
    return b"".join(parts)


def _read_record(payload: bytes, key: int) -> Row:
    end, at = _read_varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _read_varint(payload, at)
        kinds.append(kind)
    values, at = list[object](), end
    for number, kind in enumerate(kinds):
        value, at = _read_value(payload, at, kind)
        values.append(key if number == 0 and kind == 0 else value)
    return tuple(values)


def _read_value(payload: bytes, at: int, kind: int) -> tuple[object, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("no value is of this kind")
    end = at + (kind - 12) // 2
    raw = payload[at:end]
    return (raw.decode("utf-8") if kind % 2 else raw), end


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next begins."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9
