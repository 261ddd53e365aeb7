"""The one way to read a file and the one way to write one.

Reading is bounded: plain files only, up to a number of bytes. A pipe, a device or
something huge is refused at once, whatever lies in the place of the file. Writing
is one step: killed at any moment, the file is the old one or the new one. What a
course is made of, links and devices are never replaced.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from flashcards.errors import FlashcardsError
from flashcards.file_kind import PART, find_file_kind

if TYPE_CHECKING:
    from zipfile import ZipFile

COURSE_FILE = "course.yaml"
"""Its folder holds what a course is made of."""

_MOST_MEMBERS = 100_000
_PART = ".ptquiz-part"
_NEVER_OUTPUT = (".yaml", ".yml", ".css", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".db")
"""Nothing that ptquiz makes ends so: decks, quizzes, styles, pictures, the review log do."""
_READ = os.O_RDONLY
for _flag in ("O_BINARY", "O_NOCTTY", "O_NONBLOCK"):  # each where the system has it
    _READ |= getattr(os, _flag, 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


class FileRefused(FlashcardsError):
    """A file that is not read. `reason` says why, in words that follow its name."""

    def __init__(self, name: object, reason: str) -> None:
        super().__init__(f"{name} {reason}")
        self.reason = reason


class FileMissing(FileRefused):
    """There is no such file."""


def load_bytes(path: Path, limit: int, *, links: bool = True, private: bool = False) -> bytes:
    """The bytes of a plain file of at most `limit` bytes; raises `FileRefused` at once.

    Without `links` the file must not be a link. A `private` one must moreover be the
    user's own, and nobody else may be able to write it.
    """
    with _refusals(path):
        follow = links and not private
        if not follow and path.is_symlink():
            raise FileRefused(path, "is a link")
        descriptor = os.open(path, _READ if follow else _READ | _NO_LINK)
        try:
            facts = os.fstat(descriptor)
            _refuse_strange(path, facts, limit)
            if private and (not is_own(facts) or facts.st_mode & 0o022):
                raise FileRefused(path, "can be written by others")
            data = _read_up_to(descriptor, limit + 1, facts.st_size + 1)
        finally:
            os.close(descriptor)
    if len(data) > limit:
        raise _too_large(path, limit)
    return data


@contextlib.contextmanager
def open_plain(path: Path, limit: int) -> Iterator[BinaryIO]:
    """A plain file of at most `limit` bytes, open for reading; raises `FileRefused` at once."""
    with _refusals(path):
        descriptor = os.open(path, _READ)
        try:
            _refuse_strange(path, os.fstat(descriptor), limit)
        except BaseException:
            os.close(descriptor)
            raise
    with open(descriptor, "rb") as file:
        yield file


def load_text(path: Path, limit: int, *, links: bool = True) -> str:
    """The UTF-8 text of a plain file of at most `limit` bytes; raises `FileRefused`."""
    return read_text(load_bytes(path, limit, links=links), limit, path)


def read_text(data: bytes, limit: int, name: object) -> str:
    """The UTF-8 text in at most `limit` bytes; raises `FileRefused`."""
    if len(data) > limit:
        raise _too_large(name, limit)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FileRefused(name, "is not UTF-8 text") from None


def read_json(text: str | bytes) -> Any:
    """The value that a JSON text stands for; raises `ValueError`, also if it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def decode_text(data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark, as spreadsheets write both.

    Raises UnicodeDecodeError.
    """
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


@contextlib.contextmanager
def open_zip(data: bytes, name: object) -> Iterator[ZipFile]:
    """The zip archive in these bytes; raises `FlashcardsError` for whatever is wrong with it.

    A `ValueError` while it is open counts too: whoever reads a member raises it for what is
    in there.
    """
    import io
    import zipfile
    import zlib

    if data.count(b"PK\x01\x02") > _MOST_MEMBERS:  # what each file in the directory begins with
        raise FlashcardsError(f"{name} has more than {_MOST_MEMBERS} files")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise FlashcardsError(f"{name} is not a package, or is damaged: {error}") from error


def read_member(archive: ZipFile, member: str, limit: int, name: object) -> bytes:
    """The bytes of one file in an archive. Raises `FlashcardsError` if it has more than `limit`."""
    entry = archive.getinfo(member)
    if entry.flag_bits & 1:
        raise FlashcardsError(f"{name} is encrypted")
    data = b""
    if entry.file_size <= limit:
        with archive.open(entry) as file:
            data = file.read(limit + 1)
    if max(entry.file_size, len(data)) > limit:
        raise FlashcardsError(f"{name} unpacks to more than {limit // 1_000_000} MB")
    return data


def is_own(facts: os.stat_result) -> bool:
    """Whether a file with these facts belongs to the user who runs this."""
    return facts.st_uid == os.geteuid() if sys.platform != "win32" else True


def check_target(target: Path, *, source: bool = False, data: bytes = b"") -> None:
    """Raise `FlashcardsError` if a file of this name must not be written or replaced.

    `source` allows to replace what a course or the program itself keeps. A file of another
    kind than the new `data` is kept: an export of one format is no older version of
    another, and notes of the user are none of any.
    """
    try:
        mode = target.lstat().st_mode
    except OSError:
        return  # nothing is there, or writing will say what is wrong
    if stat.S_ISLNK(mode):
        raise _cannot_write(target, "it is a link; name the file itself")
    if stat.S_ISDIR(mode):
        raise _cannot_write(target, "it is a folder; name a file")
    if not stat.S_ISREG(mode):
        raise _cannot_write(target, "it is a pipe or a device; name a file")
    if not source and _is_source(target):
        raise _cannot_write(target, "it is no output but a source; name another file")
    if data and not source:
        _keep_other_kind(target, data)


def _keep_other_kind(target: Path, data: bytes) -> None:
    with contextlib.suppress(OSError), target.open("rb") as file:
        old = file.read(PART)
        file.seek(max(0, file.seek(0, os.SEEK_END) - PART))
        there, new = find_file_kind(old + file.read()), find_file_kind(data)
        if new and old and there != new:
            known = there or "no file that ptquiz makes"
            raise _cannot_write(target, f"it is {known}, and this is {new}; name another file")


def write_whole(
    target: Path, data: bytes | Iterable[bytes], *,
    make_folders: bool = True, source: bool = False, trial: bool = False,
) -> None:  # fmt: skip
    """Write beside the target and move over it; a failure leaves the old file as it was.

    A `trial` ends before the move: all is as it was, and whether it can be written is known.
    Raises `FlashcardsError` where `check_target` does, and if it cannot be written.
    """
    check_target(target, source=source, data=data if isinstance(data, bytes) else b"")
    scratch = target.with_name(f".{target.name}.{os.getpid()}{_PART}")
    try:
        if make_folders:
            target.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(target)
        _write_new(scratch, data)
        if not trial:
            os.replace(scratch, target)
    except OSError as error:
        raise _cannot_write(target, error.strerror or str(error)) from error
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()


def remove_leftovers(target: Path) -> None:
    """Remove the parts that killed writers left; those of writers that still run stay."""
    for path in target.parent.glob(f".{_literal(target.name)}.*{_PART}"):
        number = path.name[len(target.name) + 2 : -len(_PART)]
        if number.isdigit() and not _runs(int(number)):
            with contextlib.suppress(OSError):
                path.unlink()


@contextlib.contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Says in one line why a file cannot be opened."""
    try:
        yield
    except FileNotFoundError:
        raise FileMissing(path, "does not exist") from None
    except OSError as error:
        raise FileRefused(path, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise FileRefused(path, "cannot be read: no file has a NUL in its name") from None


def _refuse_strange(path: Path, facts: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(facts.st_mode):
        raise FileRefused(path, "is a folder, not a file")
    if not stat.S_ISREG(facts.st_mode):
        raise FileRefused(path, "is not a file")
    if facts.st_size > limit:
        raise _too_large(path, limit)


def _too_large(name: object, limit: int) -> FileRefused:
    size = f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit // 1000} KB"
    return FileRefused(name, f"is larger than {size}")


def _read_up_to(descriptor: int, most: int, step: int) -> bytes:
    """Read until the end or `most` bytes; a file that grows or hides its size ends too."""
    parts: list[bytes] = []
    while most > 0 and (part := os.read(descriptor, min(most, max(step, 65536)))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _is_source(target: Path) -> bool:
    """Whether a file that is there belongs to a course, or may be the source of something."""
    folders = target.parent.resolve()
    return target.suffix.lower() in _NEVER_OUTPUT or any(
        folder.name == "decks" and (folder / COURSE_FILE).exists()
        for folder in (folders, *folders.parents)
    )


def _cannot_write(target: Path, reason: str) -> FlashcardsError:
    return FlashcardsError(f"cannot write {target}: {reason}")


def _write_new(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Make a new file that nobody else can have put there, and wait for the disk."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.writelines([data] if isinstance(data, bytes) else data)
        file.flush()
        os.fsync(file.fileno())


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _runs(process: int) -> bool:
    if sys.platform == "win32":
        return False  # a file that is open there cannot be removed anyway
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return process != os.getpid()
