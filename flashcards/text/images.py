"""The pictures that cards show: plain files in the media folder of a course.

No links, nothing from elsewhere, nothing huge: a deck may come from a stranger.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes

if TYPE_CHECKING:
    from flashcards.model import Course

ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST = 10_000_000
_BEGINNINGS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".gif": (b"GIF87a", b"GIF89a"),
    ".webp": (b"RIFF",),
}


def load_pictures(course: Course, names: Iterable[str]) -> dict[str, bytes]:
    """The bytes of each picture by the name that authors write."""
    return {name: load_picture(_path(course, name), name) for name in dict.fromkeys(names)}


def load_picture(path: Path, name: str) -> bytes:
    """The bytes of one picture: a plain file, not too large, and what its name says."""
    if PurePosixPath(name).suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"picture '{name}' must end with {', '.join(ENDINGS)}")
    if path.is_symlink():
        raise _is_link(name)
    try:
        data = load_bytes(path, LARGEST, links=False)
    except FileRefused as refused:
        raise FlashcardsError(f"picture '{name}' {refused.reason}") from None
    if not is_picture(name, data):
        raise FlashcardsError(f"picture '{name}' is not what its name says")
    return data


def is_picture(name: str, data: bytes) -> bool:
    """Whether a file is what its name says, as far as its bytes tell."""
    ending = PurePosixPath(name).suffix.lower()
    return b"<svg" in data if ending == ".svg" else data.startswith(_BEGINNINGS.get(ending, ()))


def _path(course: Course, name: str) -> Path:
    inner = PurePosixPath(name)
    if inner.is_absolute() or ".." in inner.parts or ":" in name or "\\" in name:
        raise FlashcardsError(f"picture '{name}' is not a file in decks/media")
    if inner.suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"picture '{name}' must end with {', '.join(ENDINGS)}")
    folder = Path(course.root, "decks", "media")
    path = Path(course.media[name]) if name in course.media else folder / inner
    if not path.exists():
        raise FlashcardsError(f"picture '{name}' is missing in decks/media")
    if any(folder.is_symlink() for folder in list(path.parents)[: len(inner.parts) - 1]):
        raise _is_link(name)
    return path


def _is_link(name: str) -> FlashcardsError:
    return FlashcardsError(f"picture '{name}' is a link; put the file itself into decks/media")
