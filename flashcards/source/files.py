"""Bytes from disk to text that is safe to parse.

Everything that could hang, crash or fool the reader is refused here, before a
parser sees it: links out of the folder, huge files, other encodings, and
characters that a terminal would obey or that change the order of a line.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from pathlib import Path

from flashcards.errors import Position, Problem, ProblemsFound

MAX_FILE_BYTES = 16 * 1024 * 1024

UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
"""Control characters, line breaks that editors do not count, and overrides of the text order."""


def read_text(raw: bytes, file: str) -> str:
    """UTF-8 text without characters that a reader could not see."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refused(Position(file), "the file is UTF-16", "save it as UTF-8")
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        at = position_of(raw[: error.start].decode("utf-8"), error.start, file)
        raise _refused(at, "the file is not UTF-8 here", "save it as UTF-8") from None
    if unsafe := UNSAFE.search(text):
        at = position_of(text, unsafe.start(), file)
        raise _refused(at, f"{named(unsafe[0])} is not allowed", "remove it")
    return text


def position_of(text: str, index: int, file: str) -> Position:
    """Line and column of a character, counted from 1."""
    before = text[:index]
    return Position(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def named(character: str) -> str:
    """An invisible character in words."""
    code = f"U+{ord(character):04X}"
    category = unicodedata.category(character)
    return f"control character {code}" if category == "Cc" else f"invisible character {code}"


def load_bytes(path: Path, root: Path, shown: str) -> bytes:
    """The bytes of a file that lies below `root`; raises `ProblemsFound`."""
    at = Position(shown)
    try:
        if not path.resolve(strict=True).is_relative_to(root.resolve()):
            raise _refused(at, "the link leads out of the course folder", "copy the file instead")
        facts = os.stat(path)
        if not stat.S_ISREG(facts.st_mode):
            kind = "a folder" if stat.S_ISDIR(facts.st_mode) else "not a regular file"
            raise _refused(at, f"this is {kind}, not a file", "rename it or move it away")
        if facts.st_size > MAX_FILE_BYTES:
            limit = MAX_FILE_BYTES // (1024 * 1024)
            raise _refused(at, f"the file is larger than {limit} MB", "split it into several files")
        return path.read_bytes()
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(at, f"cannot be read: {reason}") from None


def _refused(at: Position, message: str, hint: str = "") -> ProblemsFound:
    return ProblemsFound([Problem(at, message, hint)])
