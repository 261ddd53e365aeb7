"""The pictures that imported texts show: put into the course under a name of their own."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing.item import PictureLoader, change_texts
from flashcards.text.images import ENDINGS, LARGEST, find_picture_fault, load_picture
from flashcards.words.catalog import Words

_SHOWN = re.compile(
    r"!\[((?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]\(\s*(<[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)"
)
_CODE = re.compile(r"(^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`))", re.MULTILINE | re.DOTALL)
_DATA = re.compile(
    r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,(.*)", re.DOTALL | re.IGNORECASE
)
_MOST_BYTES = 200_000_000
_FOLDERS = ("", "media", "images", "pictures")
"""Where beside a file its pictures may lie."""
_OUTSIDE = "lies outside the folder of the file"


class CoursePictures:
    """Gives pictures of imported texts a name in the folder `media`, where they are written last.

    What was placed since the last call of `keep` is forgotten by `drop`.
    """

    def __init__(self, media: Path, words: Words) -> None:
        self.files: dict[str, bytes] = {}
        """Name to the bytes that must be written."""
        self._words = words
        self._media = media
        self._kept = 0
        self._size = 0

    def keep(self) -> None:
        """Keep what was placed: an entry shows it."""
        self._kept = len(self.files)

    def drop(self) -> None:
        """Forget what was placed for an entry that does not come in."""
        for name in [*self.files][self._kept :]:
            self._size -= len(self.files.pop(name))

    def place_all(
        self, fields: Mapping[str, Any], load: PictureLoader, notes: list[str]
    ) -> dict[str, Any]:
        """The fields with the names of the pictures here; a missing one becomes words."""

        def replace(found: re.Match[str]) -> str:
            made = self._replace(found[1], found[2], load, notes)
            return found[0] if made == f"![{found[1]}]({found[2]})" else made

        def convert(text: str) -> str:
            if "![" not in text:
                return text
            pieces = _CODE.split(text)
            pieces[::2] = [_SHOWN.sub(replace, piece) for piece in pieces[::2]]
            return "".join(pieces)

        return {name: change_texts(value, convert) for name, value in fields.items()}

    def _replace(self, alt: str, target: str, load: PictureLoader, notes: list[str]) -> str:
        inner = target[1:-1] if target.startswith("<") else target
        name = unquote(inner)
        if re.match(r"https?://", name):
            notes.append(f"picture '{name[:80]}' is on the web and not in the file: made a link")
            return f"[{alt or 'picture'}](<{name}>)"
        try:
            data, name = self._load(name, load)
            file = self._choose_file(name, data)
        except FlashcardsError as error:
            shown = name if len(name) < 60 else f"{name[:57]}…"
            notes.append(f"picture '{shown}' {error}")
            return self._words.say("picture_lost", name=alt or PurePosixPath(name[:60]).stem)
        words = alt.strip() or re.sub(r"[\W_]+", " ", PurePosixPath(name).stem).strip() or "picture"
        return f"![{words}]({file})"

    def _load(self, name: str, load: PictureLoader) -> tuple[bytes, str]:
        """The bytes and the file name of a picture. Raises FlashcardsError."""
        if inside := _DATA.match(name):
            try:
                data = base64.b64decode(inside[2], validate=False)
            except (binascii.Error, ValueError):
                raise FlashcardsError("is damaged") from None
            kind = inside[1].lower()
            ending = {"svg+xml": "svg", "jpeg": "jpg"}.get(kind, kind)
            name = f"picture-{sha256(data).hexdigest()[:12]}.{ending}"
        else:
            if PurePosixPath(name).suffix.lower() not in ENDINGS:
                raise FlashcardsError(f"does not end with {', '.join(ENDINGS)}")
            data = load(name)
        if len(data) > LARGEST:
            most = LARGEST // 1_000_000
            raise FlashcardsError(f"is larger than {most} MB")
        if fault := find_picture_fault(name, data):
            raise FlashcardsError(fault)
        return data, name

    def _choose_file(self, name: str, data: bytes) -> str:
        """The name here: that of the same picture, or one that is free. Raises FlashcardsError."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", PurePosixPath(name).stem).strip("-") or "picture"
        ending, number, file = PurePosixPath(name).suffix.lower(), 1, ""
        while not file or self._find(file) not in (None, data):
            file = f"{stem[:60]}{f'-{number}' if number > 1 else ''}{ending}"
            number += 1
        if self._find(file) is None:
            if self._size + len(data) > _MOST_BYTES:
                most = _MOST_BYTES // 1_000_000
                raise FlashcardsError(f"is one too many: over {most} MB in all")
            self.files[file] = data
            self._size += len(data)
        return file

    def _find(self, file: str) -> bytes | None:
        if file in self.files:
            return self.files[file]
        path = self._media / file
        return load_bytes(path, LARGEST, links=False) if path.exists() else None


def make_folder_loader(folder: Path) -> PictureLoader:
    """Loads pictures that lie beside a file, in its folder or below; nothing from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        found = [path for p in _FOLDERS if (path := folder / p / inner).is_file()]
        for path in found:
            if path.resolve().is_relative_to(folder.resolve()):
                return load_picture(path, inner.name)
        raise FlashcardsError(_OUTSIDE if found else "does not lie beside the file")

    return load
