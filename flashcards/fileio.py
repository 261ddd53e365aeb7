"""Reading files within limits, and writing them in one step.

Only plain files up to a number of bytes are read: a pipe, a device or something huge is an error
at once. A file is written beside its target and moved over it: killed at any moment, it is the
old one or the new one. Links and devices are never replaced, files that the user named only with
`--force`.
"""

import contextlib
import io
import json
import math
import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from flashcards.errors import FlashcardsError, explain_system_error

DASH = Path("-")
"""What stands for standard output in the place of a file, as long as that is text."""
COURSE_FILE = "course.yaml"
"""Its folder holds what a course is made of."""
_FIRST_ZIP_TIME = 315_532_800  # 1980-01-01, the first day that a zip can name
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How an archive may be packed: others take gigabytes of memory, or minutes."""
_ZIP_ERRORS = zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, ValueError


class FileRefused(FlashcardsError):
    """A file that is not read. `reason` says why, in words that follow its name."""

    def __init__(self, name: object, reason: str) -> None:
        super().__init__(f"{name} {reason}")
        self.reason = reason


class FileMissing(FileRefused):
    """There is no such file."""


def _format_size(limit: float) -> str:
    return f"{limit // 1_000_000:.0f} MB" if limit >= 1_000_000 else f"{limit // 1000:.0f} KB"


@contextlib.contextmanager
def open_plain(path: Path, limit: float = math.inf) -> Iterator[io.BufferedReader]:
    """Open a plain file of at most `limit` bytes for reading; raise `FileRefused` at once."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise FileRefused(path, "is not a file")
        if status.st_size > limit:
            raise FileRefused(path, f"is larger than {_format_size(limit)}")
        file = path.open("rb")
    except FileNotFoundError:
        raise FileMissing(path, "does not exist") from None
    except OSError as error:
        raise FileRefused(path, f"cannot be read: {explain_system_error(error)}") from None
    with file:
        yield file


def load_bytes(path: Path, limit: int) -> bytes:
    """Return the bytes of a plain file of at most `limit` bytes; raises `FileRefused`."""
    with open_plain(path, limit) as file:
        return file.read()


def load_text(path: Path, limit: int) -> str:
    """Return the UTF-8 text of a plain file of at most `limit` bytes; raises `FileRefused`."""
    try:
        return load_bytes(path, limit).decode()
    except UnicodeDecodeError:
        raise FileRefused(path, "is not UTF-8 text") from None


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; raises `ValueError`, also if it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def decode_text(data: bytes) -> str:
    """Return text in UTF-8, or in UTF-16 with its mark; raises UnicodeDecodeError."""
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def pack_zip(files: Mapping[str, bytes], time: int = 0) -> bytes:
    """Return a zip archive of a time in seconds since 1970; same files give the same bytes."""
    moment = datetime.fromtimestamp(max(time, _FIRST_ZIP_TIME), UTC)
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, data, compresslevel=6)  # a quarter smaller than 1
    return packed.getvalue()


@contextlib.contextmanager
def open_zip(path: Path) -> Iterator[ZipFile]:
    """Open the zip archive in a file, which stays on the disk; raises `FlashcardsError`."""
    with open_plain(path) as file:
        with zip_faults(path):
            archive = ZipFile(file)
        with archive:
            yield archive


@contextlib.contextmanager
def zip_faults(name: object) -> Iterator[None]:
    """Raise `FlashcardsError` for what is wrong with an archive, or with something in it."""
    try:
        yield
    except _ZIP_ERRORS as error:
        reason = explain_system_error(error)
        raise FlashcardsError(f"{name} is not a package, or is damaged: {reason}") from error


def unpack_member(archive: ZipFile, member: str, limit: int, name: object) -> bytes:
    """Return one file of an archive.

    Raises `FlashcardsError` if it has more than `limit` bytes or is not to be read.
    """
    entry = archive.getinfo(member)
    if entry.flag_bits & 1:
        raise FlashcardsError(f"{name} is encrypted")
    if entry.compress_type not in _METHODS:
        raise FlashcardsError(f"{name} is packed in a way that is not read here; pack it as a zip")
    if entry.file_size > limit:
        raise FlashcardsError(f"{name} unpacks to more than {_format_size(limit)}")
    with zip_faults(name), archive.open(entry) as file:
        return file.read(entry.file_size)  # no more, if the archive lies about it


def check_output(target: Path, force: bool) -> None:
    """Raise FlashcardsError if what is there is not to be replaced.

    That is a link, a folder, a device, and without `--force` a file that the user named. What goes
    into `build/`, because no other place was named, is written with `force`.
    """
    if DASH in (target, *target.parents):
        raise FlashcardsError("'-' is standard output, where only text goes; name a file")
    try:
        is_plain = stat.S_ISREG(target.lstat().st_mode)
    except OSError:
        return  # nothing is there, or writing will say what is wrong
    if not is_plain:
        raise FlashcardsError(f"cannot write {target}: it is no plain file; name another")
    if not force:
        hint = "name another file, or replace it with --force"
        raise FlashcardsError(f"cannot write {target}: it is there already; {hint}")


def write_outputs(files: Mapping[Path, bytes], *, force: bool) -> None:
    """Write all files or, if `check_output` refuses one of them, none."""
    for target in files:
        check_output(target, force)
    for target, data in files.items():
        write_whole(target, data)


def make_private_folder(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to the user alone (mode 700).

    `mkdir(parents=True, mode=0o700)` applies the mode to the last folder only.
    """
    for each in (*reversed(folder.parents), folder):
        each.mkdir(mode=0o700, exist_ok=True)


def write_whole(
    target: Path,
    data: bytes | Iterable[bytes],
    *,
    make_folders: bool = True,
    trial: bool = False,
    private: bool = False,
) -> None:
    """Write beside the target and move over it; a failure leaves the old file as it was.

    The new file has the mode of the old one; a `private` file, and the folders made for it, are
    accessible to its user alone. A `trial` ends before the move: all is as it was, and whether it
    can be written is known. Raises FlashcardsError.
    """
    check_output(target, force=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.ptquiz-part")
    try:
        if make_folders and private:
            make_private_folder(target.parent)
        elif make_folders:
            target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)  # of a killed process that had our id
        keeps_mode = not private and target.exists()
        part.touch(0o600 if private or keeps_mode else 0o666, exist_ok=False)
        with part.open("wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        if keeps_mode:
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        if not trial:
            os.replace(part, target)
    except OSError as error:
        raise FlashcardsError(f"cannot write {target}: {explain_system_error(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink()
