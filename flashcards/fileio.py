"""The one way to read a file and the one way to write one.

Reading is bounded: plain files only, up to a number of bytes. A pipe, a device or
something huge is refused at once, whatever lies in the place of the file. Writing
is one step: killed at any moment, the file is the old one or the new one. What a
course is made of, links and devices are never replaced, other files of the user's only
with `--force`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.errors import FlashcardsError, explain_system_error

if TYPE_CHECKING:
    from zipfile import ZipFile

COURSE_FILE = "course.yaml"
"""Its folder holds what a course is made of."""

_OLDEST_ZIP_TIME = 315_532_800  # 1980-01-01, the first day that a zip can name
_LARGEST_ZIP = 100_000_000_000
_LARGEST_LIST = 8_000_000
"""Bytes of the list of files in an archive: those of a hundred thousand."""
_STORED, _DEFLATED = 0, 8
"""How an archive may be packed: others take gigabytes of memory, or minutes."""
_PIECE = 1 << 18
_PART = ".ptquiz-part"
_NEVER_OUTPUT = (".yaml", ".yml", ".css", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".db")
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


def load_bytes(path: Path, limit: int, *, links: bool = True) -> bytes:
    """The bytes of a plain file of at most `limit` bytes; raises `FileRefused` at once.

    Without `links` the file must not be a link.
    """
    with _refusals(path):
        if not links and path.is_symlink():
            raise FileRefused(path, "is a link")
        descriptor = os.open(path, _READ if links else _READ | _NO_LINK)
        try:
            facts = os.fstat(descriptor)
            _refuse_strange(path, facts, limit)
            data = _read_up_to(descriptor, limit + 1, facts.st_size + 1)
        finally:
            os.close(descriptor)
    if len(data) > limit:
        raise make_too_large(path, limit)
    return data


@contextlib.contextmanager
def open_plain(path: Path, limit: int) -> Iterator[io.BufferedReader]:
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


def load_head(path: Path, size: int) -> bytes:
    """The first bytes of a plain file, however large it is; raises `FileRefused`."""
    with open_plain(path, _LARGEST_ZIP) as file:
        return file.read(size)


def load_text(path: Path, limit: int, *, links: bool = True) -> str:
    """The UTF-8 text of a plain file of at most `limit` bytes; raises `FileRefused`."""
    try:
        return load_bytes(path, limit, links=links).decode("utf-8")
    except UnicodeDecodeError:
        raise FileRefused(path, "is not UTF-8 text") from None


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


def pack_zip(files: Mapping[str, bytes], time: int = 0) -> bytes:
    """A zip archive of a time in seconds since 1970; the same files give the same bytes."""
    import zipfile

    moment = datetime.fromtimestamp(max(time, _OLDEST_ZIP_TIME), UTC)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, data, compresslevel=6)  # a quarter smaller than 1
    return packed.getvalue()


@contextlib.contextmanager
def open_zip(path: Path) -> Iterator[ZipFile]:
    """The zip archive in a file, which stays on the disk; raises `FlashcardsError`."""
    from zipfile import ZipFile

    with open_plain(path, _LARGEST_ZIP) as file, _Sipped(file.raw) as sipped:
        with zip_faults(path):
            archive = ZipFile(sipped)
        with archive:
            yield archive


@contextlib.contextmanager
def zip_faults(name: object) -> Iterator[None]:
    """Tells what is wrong with an archive, or with something in it, as `FlashcardsError`."""
    import zipfile
    import zlib

    try:
        yield
    except (
        OSError,  # a place before the beginning of the file, for one
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        ValueError,
    ) as error:
        reason = explain_system_error(error)
        raise FlashcardsError(f"{name} is not a package, or is damaged: {reason}") from error


class _Sipped(io.BufferedReader):
    """An archive whose list of files, which `zipfile` reads at once, is not endless."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _LARGEST_LIST:
            raise ValueError("it has too many files")
        return super().read(size)


def read_member(archive: ZipFile, member: str, limit: int, name: object) -> bytes:
    """The bytes of one file in an archive. Raises `FlashcardsError` if it has more than `limit`."""
    return b"".join(limit_pieces(read_pieces(archive, member, limit, name), limit, name))


def read_pieces(archive: ZipFile, member: str, limit: int, name: object) -> Iterator[bytes]:
    """One file in an archive, piece by piece. Raises `FlashcardsError` if it is not to be read."""
    entry = archive.getinfo(member)
    if entry.flag_bits & 1:
        raise FlashcardsError(f"{name} is encrypted")
    if entry.compress_type not in (_STORED, _DEFLATED):
        raise FlashcardsError(f"{name} is packed in a way that is not read here; pack it as a zip")
    if entry.file_size > limit:
        raise _unpacks_too_large(name, limit)
    with zip_faults(name), archive.open(entry) as file:
        yield from iter(lambda: file.read(_PIECE), b"")


def limit_pieces(pieces: Iterable[bytes], limit: int, name: object) -> Iterator[bytes]:
    """The pieces as they come; raises `FlashcardsError` at the first beyond `limit` bytes."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            raise _unpacks_too_large(name, limit)
        yield piece


def _check_target(target: Path, *, source: bool = False) -> None:
    """Raise FlashcardsError if a file of this name must never be written or replaced.

    `source` allows to replace what a course or the program itself keeps.
    """
    try:
        mode = target.lstat().st_mode
    except OSError:
        return  # nothing is there, or writing will say what is wrong
    if stat.S_ISLNK(mode):
        raise _refuse_output(target, "it is a link; name the file itself")
    if stat.S_ISDIR(mode):
        raise _refuse_output(target, "it is a folder; name a file")
    if not stat.S_ISREG(mode):
        raise _refuse_output(target, "it is a pipe or a device; name a file")
    if not source and _is_source(target):
        raise _refuse_output(target, "it is no output but a source; name another file")


def check_output(target: Path, force: bool) -> None:
    """Raise FlashcardsError if a file is there and the user did not say `--force`.

    The rule for every file that a command writes for its user, who named it. What goes into
    `build/`, because no other place was named, is written with `force`.
    """
    _check_target(target)
    if not force and target.exists():
        raise _refuse_output(
            target, "it is there already; name another file, or replace it with --force"
        )


def write_outputs(files: Mapping[Path, bytes], *, force: bool) -> None:
    """Write all files or, if `check_output` refuses one of them, none."""
    for target in files:
        check_output(target, force)
    for target, data in files.items():
        write_whole(target, data)


def write_whole(
    target: Path,
    data: bytes | Iterable[bytes],
    *,
    make_folders: bool = True,
    source: bool = False,
    trial: bool = False,
    private: bool = False,
) -> None:
    """Write beside the target and move over it; a failure leaves the old file as it was.

    The new file has the mode of the old one; a `private` file can be read by its user alone. A
    `trial` ends before the move: all is as it was, and whether it can be written is known.
    Raises FlashcardsError where `_check_target` does, and if it cannot be written.
    """
    _check_target(target, source=source)
    scratch = target.with_name(f".{target.name}.{os.getpid()}{_PART}")
    try:
        if make_folders:
            target.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(target)
        keeps_mode = not private and target.exists()
        _write_new(scratch, data, 0o600 if private or keeps_mode else 0o666)
        if keeps_mode:
            scratch.chmod(stat.S_IMODE(target.stat().st_mode))
        if not trial:
            os.replace(scratch, target)
    except OSError as error:
        raise _refuse_output(target, explain_system_error(error)) from error
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()


def _remove_leftovers(target: Path) -> None:
    """Remove the parts that killed writers left; those of writers that still run stay."""
    for path in target.parent.glob(f".{escape(target.name)}.*{_PART}"):
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
        raise make_unreadable(path, explain_system_error(error)) from None
    except ValueError:
        raise make_unreadable(path, "no file has a NUL in its name") from None


def _refuse_strange(path: Path, facts: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(facts.st_mode):
        raise FileRefused(path, "is a folder, not a file")
    if not stat.S_ISREG(facts.st_mode):
        raise FileRefused(path, "is not a file")
    if facts.st_size > limit:
        raise make_too_large(path, limit)


def _unpacks_too_large(name: object, limit: int) -> FlashcardsError:
    return FlashcardsError(f"{name} unpacks to more than {_format_size(limit)}")


def make_unreadable(name: object, error: str) -> FileRefused:
    """The error for a file that cannot be read, and why."""
    return FileRefused(name, f"cannot be read: {error}")


def make_too_large(name: object, limit: int) -> FileRefused:
    """The error for a file of more than `limit` bytes."""
    return FileRefused(name, f"is larger than {_format_size(limit)}")


def _format_size(limit: int) -> str:
    return f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit // 1000} KB"


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


def _refuse_output(target: Path, reason: str) -> FlashcardsError:
    """The error for a file that cannot be written."""
    return FlashcardsError(f"cannot write {target}: {reason}")


def _write_new(path: Path, data: bytes | Iterable[bytes], mode: int) -> None:
    """Make a new file that nobody else can have put there, and wait for the disk."""
    path.unlink(missing_ok=True)
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.writelines([data] if isinstance(data, bytes) else data)
        file.flush()
        os.fsync(file.fileno())


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
