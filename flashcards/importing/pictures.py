"""The pictures that imported texts show: put into the course under a name of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing.item import PictureLoader
from flashcards.text.images import ENDINGS, LARGEST, find_picture_fault, load_picture
from flashcards.words import Words

MAX_BYTES = 200_000_000
"""Of all pictures of an import."""
_SHOWN = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`))"
    r"|!\[(?P<alt>(?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?P<name><[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)",
    re.MULTILINE | re.DOTALL,
)
_FOLDERS = ("", "media", "images", "pictures")
"""Where beside a file its pictures may lie."""
_OUTSIDE = "lies outside the folder of the file"


class CoursePictures:
    """Gives pictures of imported texts a name in the folder `media`."""

    def __init__(self, media: Path, words: Words) -> None:
        self.files: dict[str, bytes] = {}
        """Name to the bytes that must be written."""
        self._words = words
        self._media = media

    def place(
        self, value: Any, load: PictureLoader, files: dict[str, bytes], notes: list[str]
    ) -> Any:
        """Return plain values whose texts name pictures as the course does.

        New files are added to `files`; a picture that is missing becomes words, and is told.
        """
        if isinstance(value, Mapping):
            return {name: self.place(part, load, files, notes) for name, part in value.items()}
        if isinstance(value, list):
            return [self.place(part, load, files, notes) for part in value]
        if not isinstance(value, str) or "![" not in value:
            return value

        def replace(found: re.Match[str]) -> str:
            return found[0] if found["code"] else self._replace(found, load, files, notes)

        return _SHOWN.sub(replace, value)

    def _replace(
        self, found: re.Match[str], load: PictureLoader, files: dict[str, bytes], notes: list[str]
    ) -> str:
        name, alt = unquote(found["name"].strip("<>")), found["alt"]
        try:
            data = _load(name, load)
        except FlashcardsError as error:
            notes.append(f"picture '{name[:60]}' {error}")
            return self._words.translate("picture_lost", name=alt or PurePosixPath(name[:60]).stem)
        words = alt.strip() or re.sub(r"[\W_]+", " ", PurePosixPath(name).stem).strip() or "picture"
        return f"![{words}]({self._choose_file(name, data, files)})"

    def _choose_file(self, name: str, data: bytes, files: dict[str, bytes]) -> str:
        """Return the name here: that of the same picture, or one that is free."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", PurePosixPath(name).stem).strip("-") or "picture"
        suffix, number, file = PurePosixPath(name).suffix.lower(), 1, ""
        while not file or self._find(file, files) not in (None, data):
            file = f"{stem[:60]}{f'-{number}' if number > 1 else ''}{suffix}"
            number += 1
        if self._find(file, files) is None:
            files[file] = data
        return file

    def _find(self, file: str, files: dict[str, bytes]) -> bytes | None:
        known, path = {**self.files, **files}, self._media / file
        if file in known:
            return known[file]
        return load_bytes(path, LARGEST, links=False) if path.exists() else None


def _load(name: str, load: PictureLoader) -> bytes:
    """Return the bytes of a picture. Raises FlashcardsError."""
    if PurePosixPath(name).suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"does not end with {', '.join(ENDINGS)}")
    data = load(name)
    if len(data) > LARGEST:
        raise FlashcardsError(f"is larger than {LARGEST // 1_000_000} MB")
    if fault := find_picture_fault(name, data):
        raise FlashcardsError(fault)
    return data


def make_folder_loader(folder: Path) -> PictureLoader:
    """Return a loader of pictures beside a file, in its folder or below; none from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        found = [path for place in _FOLDERS if (path := folder / place / inner).is_file()]
        for path in found:
            if path.resolve().is_relative_to(folder.resolve()):
                return load_picture(path, inner.name)
        raise FlashcardsError(_OUTSIDE if found else "does not lie beside the file")

    return load
