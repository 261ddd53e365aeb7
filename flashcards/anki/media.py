"""Pictures: found beside the decks, named by their content.

Anki never replaces a file that a learner already has under the same name, and
keeps all of them in one folder; so the name holds a hash of the bytes. Only
plain files below the media folder are taken: no links, nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from flashcards.model import Course
from flashcards.problems import FlashcardsError

ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST = 10_000_000
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Picture:
    """One picture as the package carries it."""

    name: str
    """Its name in Anki's media folder."""
    digest: str
    data: bytes


def load_pictures(course: Course, names: Iterable[str]) -> dict[str, Picture]:
    """The pictures that are shown, by the names that authors write."""
    return {name: _load(course, name) for name in dict.fromkeys(names)}


def _load(course: Course, name: str) -> Picture:
    path = _path(course, name)
    try:
        if path.stat().st_size > LARGEST:
            raise FlashcardsError(f"picture '{name}' is larger than {LARGEST // 1_000_000} MB")
        data = path.read_bytes()
    except OSError as error:
        raise FlashcardsError(f"picture '{name}' cannot be read: {error.strerror}") from error
    digest = hashlib.sha256(data).hexdigest()
    stem = _UNSAFE.sub("-", PurePosixPath(name).stem)[:40]
    return Picture(f"ptquiz-{stem}-{digest[:12]}{path.suffix.lower()}", digest, data)


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
