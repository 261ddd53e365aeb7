"""Which files ptquiz wrote itself and may write again; all others stay.

Every command that writes a file of the user's asks here.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from flashcards.errors import FlashcardsError
from flashcards.fileio import (
    NO_LINK,
    PLAIN,
    READ,
    FileRefused,
    check_target,
    load_bytes,
    refuse_output,
    write_whole,
)
from flashcards.words.message import Message

_MOST_RECORDS = 1000
_LARGEST_RECORD = 8_000
_KNOWN = 4
_EMPTY = b"0-"


class Outputs:
    """What was written before, and for what: only that is replaced, unless by `force`.

    For each path, a file in `folder` has a line for every time that something was written
    there: size and hash of the bytes, and a hash of their purpose. Whose bytes are among the
    last ones has not been edited, so CSV needs no mark. What is not known stays:
    without a folder, or where it cannot be written, that is all but what this object wrote.
    """

    def __init__(self, folder: Path | None = None, *, force: bool = False) -> None:
        self.force = force
        self._folder = folder
        self._written: dict[str, list[bytes]] = {}
        """Lines by the name of their file."""

    def write(
        self, target: Path, data: bytes | Iterable[bytes], *purpose: str, make_folders: bool = True
    ) -> None:
        """Write a file as `write_whole` does. Raises OutputRefused if another is in its place.

        The line comes before the move, and the older ones stay: killed between them, either
        file is known.
        """

        def claim(scratch: Path) -> None:
            with scratch.open("rb") as file:
                made = _fingerprint(file)
            self._judge(target, made, purpose)
            self._remember(target, _format_record(made, purpose))

        write_whole(target, data, make_folders=make_folders, claim=claim)

    def write_all(self, files: Mapping[Path, tuple[str, bytes]], *purpose: str) -> None:
        """Write the bytes of all files, each with its own part of the purpose, or none."""
        self.check_all(files, *purpose)
        for target, (part, data) in files.items():
            self.write(target, data, *purpose, part)

    def check_all(self, files: Mapping[Path, tuple[str, bytes]], *purpose: str) -> None:
        """Raise OutputRefused if `write_all` would."""
        for target, (part, data) in files.items():
            self.check(target, *purpose, part, data=data)

    def check(self, target: Path, *purpose: str, data: bytes | None = None) -> None:
        """Raise OutputRefused if `write` would; equal `data` may lie there already."""
        self._judge(target, None if data is None else _fingerprint(io.BytesIO(data)), purpose)

    def has_written(self, target: Path) -> bool:
        """Whether this object has written a file of this name."""
        return _name_record(target) in self._written

    def _judge(self, target: Path, made: bytes | None, purpose: tuple[str, ...]) -> None:
        """Raise OutputRefused if there is a file that would be lost.

        That is any but an empty one, one like what was `made`, and one that a line names.
        """
        check_target(target)
        if self.force or not os.path.exists(target):
            return
        lines = self._load_lines(target)
        known = [made or b"", *(line.rpartition(b"-")[0] for line in lines)]
        there = _load_fingerprint(target, known)
        if there in (made, _EMPTY) or _format_record(there, purpose) in lines:
            return
        why = "output-changed" if lines else "output-unknown"
        raise refuse_output(target, Message("output-other" if there else why))

    def _load_lines(self, target: Path) -> list[bytes]:
        """What was written last, by this object and by all: a race or a kill needs a few."""
        name, lines = _name_record(target), b""
        if self._folder is not None:
            with contextlib.suppress(FileRefused):
                lines = load_bytes(self._folder / name, 2 * _LARGEST_RECORD, links=False)
        return [*lines.split()[-_KNOWN:], *self._written.get(name, ())]

    def _remember(self, target: Path, line: bytes) -> None:
        """Add a line, in one step, so that two who write at once both stay known."""
        name = _name_record(target)
        self._written[name] = [*self._written.get(name, ()), line][-_KNOWN:]
        if self._folder is None:
            return
        with contextlib.suppress(OSError, FlashcardsError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            record = self._folder / name
            if not record.exists():
                _remove_oldest(self._folder)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | PLAIN | NO_LINK
            with open(os.open(record, flags, 0o600), "ab") as file:
                file.write(b"\n%s\n" % line)  # also where a kill left half a line
                size = file.tell()
            if size > _LARGEST_RECORD:
                write_whole(record, b"\n".join(self._load_lines(target)))


def _fingerprint(file: BinaryIO) -> bytes:
    """Size and hash of what is in a file."""
    digest, size = sha256(), 0
    while part := file.read(1 << 16):
        digest.update(part)
        size += len(part)
    return f"{size}-{digest.hexdigest()}".encode()


def _load_fingerprint(path: Path, known: Iterable[bytes]) -> bytes:
    """Size and hash of a file; nothing if its size is that of none that is known."""
    with contextlib.suppress(OSError), open(os.open(path, READ | NO_LINK), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if not size:
            return _EMPTY
        if any(each.startswith(b"%d-" % size) for each in known):
            return _fingerprint(file)
    return b""


def _format_record(fingerprint: bytes, purpose: tuple[str, ...]) -> bytes:
    return fingerprint + b"-" + sha256(json.dumps(purpose).encode()).hexdigest().encode()


def _name_record(target: Path) -> str:
    path = os.path.join(os.path.realpath(target.parent), target.name)
    return sha256(os.fsencode(path)).hexdigest()


def _remove_oldest(folder: Path) -> None:
    """Make room for one more record; files that nobody wrote for long are forgotten."""
    names = os.listdir(folder)
    if len(names) >= _MOST_RECORDS:
        for path in sorted(folder.iterdir(), key=os.path.getmtime)[: len(names) // 2]:
            path.unlink(missing_ok=True)
