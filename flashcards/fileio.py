"""One file, replaced in one step: killed at any moment, it is the old one or the new one."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from flashcards.errors import FlashcardsError

_ENDING = ".ptquiz-part"


def write_whole(target: Path, data: bytes, make_folders: bool = True) -> None:
    """Write beside the target and move over it; a failure leaves the old file as it was."""
    if target.is_dir():
        raise FlashcardsError(f"cannot write {target}: it is a folder; name a file")
    if target.exists() and not target.is_file():
        raise FlashcardsError(f"cannot write {target}: it is a device; name a file")
    scratch = target.with_name(f".{target.name}.{os.getpid()}{_ENDING}")
    try:
        if make_folders:
            target.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(target)
        _write(scratch, data)
        os.replace(scratch, target)
    except OSError as error:
        raise FlashcardsError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink()


def keep(path: Path, data: bytes) -> None:
    """Write a cached file in one step; one that cannot be written is no problem."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(data)
        os.replace(scratch, path)
    except OSError:
        with contextlib.suppress(OSError):
            scratch.unlink()


@contextlib.contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """While it lasts, SIGTERM ends the program as Ctrl-C does: tidily."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def remove_leftovers(target: Path) -> None:
    """Files that builds left which were killed; those of builds that still run stay."""
    for path in target.parent.glob(f".{_literal(target.name)}.*{_ENDING}"):
        number = path.name[len(target.name) + 2 : -len(_ENDING)]
        if number.isdigit() and not _runs(int(number)):
            with contextlib.suppress(OSError):
                path.unlink()


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
