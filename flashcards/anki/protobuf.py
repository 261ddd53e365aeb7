"""Protocol buffers as far as Anki's packages need them: field numbers and raw values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from flashcards.words.message import Message

_MOST_FIELDS = 200
"""Of a message in which one is looked for; no message of Anki has a tenth of it."""
_BROKEN = Message("apkg-unreadable")


def find_number(message: bytes, wanted: int) -> int | None:
    """The value of a field that is a number; None if the message does not have it."""
    fields = islice(read_fields(message), _MOST_FIELDS)
    return next((value for n, value in fields if n == wanted and isinstance(value, int)), None)


def find_text(message: bytes, wanted: int) -> str:
    """The value of a field that is a text; empty if the message does not have it."""
    fields = islice(read_fields(message), _MOST_FIELDS)
    found = next((value for n, value in fields if n == wanted and isinstance(value, bytes)), b"")
    return found.decode()


def read_fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of each field; fixed-size numbers are left out. Raises ValueError."""
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        match key & 7:
            case 0:
                value, at = _read_varint(message, at)
                yield key >> 3, value
            case 1:
                at += 8
            case 2:
                length, at = _read_varint(message, at)
                if at + length > len(message):
                    raise ValueError(_BROKEN)
                yield key >> 3, message[at : at + length]
                at += length
            case 5:
                at += 4
            case _:
                raise ValueError(_BROKEN)


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    """A number of up to 64 bits, seven in each byte, and where it ends."""
    value = 0
    for place, byte in enumerate(message[at : at + 10]):
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise ValueError(_BROKEN)
