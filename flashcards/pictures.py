"""The pictures that cards show: plain files in the media folder of a course.

No links, nothing from elsewhere, nothing huge: a deck may come from a stranger.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from flashcards.model import Course
from flashcards.problems import FlashcardsError

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
    return {name: _load(course, name) for name in dict.fromkeys(names)}


def is_picture(name: str, data: bytes) -> bool:
    """Whether a file is what its name says, as far as its bytes tell."""
    ending = PurePosixPath(name).suffix.lower()
    return b"<svg" in data if ending == ".svg" else data.startswith(_BEGINNINGS.get(ending, ()))


def _load(course: Course, name: str) -> bytes:
    path = _path(course, name)
    try:
        if path.stat().st_size > LARGEST:
            raise FlashcardsError(f"picture '{name}' is larger than {LARGEST // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise FlashcardsError(f"picture '{name}' cannot be read: {error.strerror}") from error


def _path(course: Course, name: str) -> Path:
    inner = PurePosixPath(name)
    if inner.is_absolute() or ".." in inner.parts or ":" in name or "\\" in name:
        raise FlashcardsError(f"picture '{name}' is not a file in decks/media")
    if inner.suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"picture '{name}' must end with {', '.join(ENDINGS)}")
    folder = Path(course.root, "decks", "media")
    path = Path(course.media[name]) if name in course.media else folder / inner
    if not path.is_file():
        raise FlashcardsError(f"picture '{name}' is missing in decks/media")
    if _has_link(path, len(inner.parts)):
        raise FlashcardsError(f"picture '{name}' is a link; put the file itself into decks/media")
    return path


def _has_link(path: Path, depth: int) -> bool:
    return any(each.is_symlink() for each in (path, *list(path.parents)[: depth - 1]))
