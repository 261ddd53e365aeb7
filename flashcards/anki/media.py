"""Pictures as media files, named by their content.

Anki never replaces a file that a learner already has under the same name, and
keeps all of them in one folder; so the name holds a hash of the bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from flashcards.model import Course
from flashcards.text.images import load_pictures

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class MediaFile:
    """A picture in a package."""

    name: str
    """Its name in Anki's media folder."""
    digest: str
    data: bytes


def load_media(course: Course, names: Iterable[str], lang: str = "") -> dict[str, MediaFile]:
    """The pictures of these names, by the names that authors write. Raises `FlashcardsError`."""
    found = load_pictures(course, names, lang)
    return {name: _media_file(name, data) for name, data in found.items()}


def _media_file(name: str, data: bytes) -> MediaFile:
    digest = hashlib.sha256(data).hexdigest()
    written = PurePosixPath(name)
    stem = _UNSAFE.sub("-", written.stem)[:40]
    return MediaFile(f"ptquiz-{stem}-{digest[:12]}{written.suffix.lower()}", digest, data)
